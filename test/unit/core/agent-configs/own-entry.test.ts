// Whether an entry of our name leads here: told by its launcher, its credential and its address, and never by its name alone.
import { describe, expect, test } from 'vitest';
import { cursor } from '../../../../electron/core/agent-configs/apps/cursor.ts';
import { judgeEntry, withoutTokens } from '../../../../electron/core/agent-configs/own-entry.ts';
import type { OwnEntryFacts } from '../../../../electron/core/agent-configs/own-entry.ts';

const launcher = '/home/ana/.pilothouse/launcher/pilothouse';
const url = 'http://127.0.0.1:7777/mcp';
const token = `ph_cursor-1a2b3c_${'0'.repeat(64)}`;
const facts: OwnEntryFacts = {
  launcher,
  url,
  isClient: id => id === 'cursor-1a2b3c',
  clientOfToken: text => (text === token ? 'cursor-1a2b3c' : null),
  byVariable: null,
};
const judge = (entry: unknown, more: Partial<OwnEntryFacts> = {}) =>
  judgeEntry(entry, cursor.user!, { ...facts, ...more });
const byProgram = (client = 'cursor-1a2b3c', command = launcher) =>
  cursor.user!.stdio!({ command, args: ['mcp', '--client', client] });
const byAddress = (text = token, at = url) => cursor.user!.http!({ url: at, token: { kind: 'value', text } });
const byVariable = cursor.user!.http!({ url, token: { kind: 'variable', name: 'PILOTHOUSE_TOKEN' } });

describe('as a program', () => {
  test('as it was written it is right, with whatever the program added to it', () => {
    const right = { kind: 'right', how: 'stdio', clientId: 'cursor-1a2b3c' };
    expect(judge(byProgram())).toEqual(right);
    expect(judge({ ...byProgram(), disabled: false, env: { A: '1' } })).toEqual(right);
  });

  test.each([
    ['another launcher', byProgram('cursor-1a2b3c', '/tmp/pilothouse'), 'entry-other-program'],
    ['a launcher of the same name in the PATH', byProgram('cursor-1a2b3c', 'pilothouse'), 'entry-other-program'],
    ['a credential that is revoked', byProgram('gone-000000'), 'entry-without-client'],
    ['no credential', { command: launcher, args: ['mcp'] }, 'entry-without-client'],
    ['nothing behind --client', { command: launcher, args: ['mcp', '--client'] }, 'entry-without-client'],
    [
      'other arguments before it',
      { ...byProgram(), args: ['-x', 'mcp', '--client', 'cursor-1a2b3c'] },
      'entry-differs',
    ],
    ['a shell around it', { command: 'sh', args: ['-c', launcher, '--client', 'cursor-1a2b3c'] }, 'entry-differs'],
    [
      'the launcher as an argument',
      { command: '/tmp/x', args: [launcher, '--client', 'cursor-1a2b3c'] },
      'entry-differs',
    ],
  ])('%s is told', (_, entry, kind) => {
    expect(judge(entry)).toMatchObject({ kind: 'outdated', why: { kind } });
  });
});

describe('by its address', () => {
  test('it is right with the token of a credential that lives', () => {
    expect(judge(byAddress())).toEqual({ kind: 'right', how: 'http', clientId: 'cursor-1a2b3c' });
  });

  test.each([
    ['another address', byAddress(token, 'http://127.0.0.1:7778/mcp'), 'entry-other-address'],
    ['the same address of another machine', byAddress(token, 'http://mcp.test:7777/mcp'), 'entry-other-address'],
    ['a token that is none', byAddress(`ph_cursor-1a2b3c_${'1'.repeat(64)}`), 'entry-without-client'],
    ['no token', { url }, 'entry-without-client'],
    ['a variable that nobody wrote', byVariable, 'entry-without-client'],
  ])('%s is told', (_, entry, kind) => {
    expect(judge(entry)).toMatchObject({ kind: 'outdated', how: 'http', why: { kind } });
  });

  test('while it is closed no entry is right', () => {
    expect(judge(byAddress(), { url: null })).toMatchObject({ kind: 'outdated', why: { kind: 'entry-other-address' } });
  });
});

test.each([[null], [undefined], [1], [[]], [{}], ['x'], [{ command: 1 }], [{ url: {} }]])(
  '%j is no entry of ours',
  entry => {
    expect(judge(entry)).toMatchObject({ kind: 'outdated', why: { kind: 'entry-other-program' }, clientId: null });
  },
);

test('tokens are cut to whose they are, several in a line and within other text', () => {
  const shown = withoutTokens(`a "${token}", 'Bearer ${token}'`);
  expect(shown).toBe(`a "ph_cursor-1a2b3c_…", 'Bearer ph_cursor-1a2b3c_…'`);
});
