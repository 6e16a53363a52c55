// What the servers screen shows: lists, actions, totals, lives, logs, configs and their changes.
import { describe, expect, it } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { announcements } from '../../../../../renderer/frame/announcements.ts';
import { pluginPath, readServersPath } from '../../../../../renderer/frame/plugin-paths.ts';
import { lifePieces } from '../../../../../renderer/parts/life/life-pieces.ts';
import { lineClass, linesFrom, logText, withMore } from '../../../../../renderer/parts/log/log-lines.ts';
import { needs } from '../../../../../renderer/screens/overview/needs.ts';
import {
  configChanges,
  configFields,
  grantsOf,
  linesOfTexts,
  textsOfLines,
} from '../../../../../renderer/screens/servers/config/config-fields.ts';
import { editOf, formOf } from '../../../../../renderer/screens/servers/config/config-form.ts';
import { serversShown, serverTotals, toolsOfServer } from '../../../../../renderer/screens/servers/server-list.ts';
import { detailPath, readDetailPath } from '../../../../../renderer/screens/servers/server-paths.ts';
import { reviewsWaiting } from '../../../../../renderer/store/offered-tools.ts';
import { serverActions } from '../../../../../renderer/words/server-actions.ts';
import { stateTone } from '../../../../../renderer/words/server-words.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import type { ServerShape } from '../../../../../contract/schemas/server-config.ts';
import type { ServerLogLine, ServerState } from '../../../../../contract/schemas/servers.ts';

const now = 1_800_000_000_000;
const snapshot = fixtureSnapshot(now);
const command: ServerShape = { kind: 'stdio', command: 'npx', args: ['-y', 'a@1'], cwd: null, variables: [] };

describe('the list', () => {
  it('is filtered by name, command, kind and state, and sorted by name', () => {
    const names = (filter: string) => serversShown(snapshot.servers, filter).map(({ id }) => id);
    expect(names('').slice(0, 3)).toEqual(['everything', 'fetch', 'filesystem']);
    expect([names('UVX'), names('wasm'), names('degraded'), names('nothing of it')]).toEqual([
      ['fetch'],
      ['notes'],
      ['github'],
      [],
    ]);
  });

  it('comes to what agents get: what is off or held back does not count', () => {
    const usage = { notes: { serverId: 'notes', cpuPercent: 1, rssBytes: 5_000_000, processes: 1 } };
    expect(serverTotals(snapshot, usage)).toMatchObject({ all: 11, running: 4, tools: 12, rssBytes: 5_000_000 });
    expect(serverTotals(snapshot, {}).rssBytes).toBe(null);
  });

  it('has held-back tools of a server first', () => {
    expect(toolsOfServer(snapshot.tools, 'github').map(({ id }) => id)).toEqual([
      'github/create_issue',
      'github/list_issues',
      'github/merge_pull_request',
      'github/search_code',
    ]);
  });
});

describe('tools that wait for a review', () => {
  const held = { ...snapshot.tools['notes/append']!, held: 'changed' as const };
  const after = { ...snapshot, tools: { ...snapshot.tools, 'notes/append': held } };

  it('are counted for each server, without those that were refused', () => {
    expect([...reviewsWaiting(snapshot.tools)]).toEqual([['github', 2]]);
  });

  it('are announced when there are more of them', () => {
    expect(announcements(snapshot, after, now)).toEqual(['notes: 1 tool changed']);
    expect(announcements(after, snapshot, now)).toEqual([]);
  });

  it('are named among what waits for a person, with the way to the review', () => {
    expect(needs(after, now).find(({ id }) => id === 'tools:notes')).toMatchObject({
      title: 'notes changed 1 of its 2 tools',
      path: 'servers/notes/tools',
      action: 'Review',
    });
  });
});

describe('what can be done', () => {
  const since = now;
  it.each<[ServerState, Partial<ReturnType<typeof serverActions>>]>([
    [
      { kind: 'failed', since, reason: foreign('') },
      { start: 'Start again', stop: null },
    ],
    [
      { kind: 'waiting', since, until: since, reason: foreign('') },
      { start: 'Start now', stop: 'Stop trying' },
    ],
    [
      { kind: 'running', since, pid: 1 },
      { restart: true, stop: 'Stop', start: null },
    ],
    [
      { kind: 'blocked', since, by: 'approval', reason: foreign('') },
      { approve: true, start: null },
    ],
    [
      { kind: 'blocked', since, by: 'secret', reason: foreign('') },
      { approve: false, start: 'Try again' },
    ],
    [{ kind: 'unauthorized', since, reason: foreign('') }, { signIn: true }],
    [
      { kind: 'stopping', since, pid: 1 },
      { start: null, stop: null, restart: false },
    ],
  ])('follows from the state %o', (state, actions) => {
    expect(serverActions({ state })).toMatchObject(actions);
  });

  it('is reached by an address that names server and tab', () => {
    expect([detailPath('github', 'now'), detailPath('github', 'log')]).toEqual(['github', 'github/log']);
    expect([readDetailPath('github/log'), readDetailPath('github/nonsense'), readDetailPath(null)]).toEqual([
      { serverId: 'github', tab: 'log' },
      { serverId: 'github', tab: 'now' },
      { serverId: null, tab: 'now' },
    ]);
  });

  it('is a server, or the plugins with one of them', () => {
    expect([pluginPath(), pluginPath('decode@plugins.example'), 'github/log', null].map(readServersPath)).toEqual([
      { view: 'plugins', id: null },
      { view: 'plugins', id: 'decode@plugins.example' },
      { view: 'servers', id: 'github/log' },
      { view: 'servers', id: null },
    ]);
  });
});

describe('a life', () => {
  const event = (at: number, state: string) => ({ at, state });

  it('is as wide as it lasted', () => {
    const pieces = lifePieces([event(now - 1_000, 'running'), event(now - 250, 'crashed')], now, stateTone);
    expect(pieces.map(({ state, tone }) => [state, tone])).toEqual([
      ['running', 'running'],
      ['crashed', 'crashed'],
    ]);
    expect(pieces.map(({ share }) => share)).toEqual([0.75, 0.25]);
  });

  it('is empty without events, and shows what was short', () => {
    expect(lifePieces([], now, stateTone)).toEqual([]);
    const short = [event(now - 600_000, 'running'), event(now - 1, 'crashed')];
    expect(lifePieces(short, now, stateTone)[1]?.share).toBeGreaterThan(0.005);
  });
});

describe('a log', () => {
  const line = (seq: number, text: string, stream: ServerLogLine['stream'] = 'stderr') => ({
    seq,
    at: now,
    stream,
    text,
  });

  it('takes new lines once, and forgets the oldest', () => {
    const held = [line(1, 'a'), line(2, 'b')];
    expect(withMore(held, [line(2, 'b'), line(3, 'c')]).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(withMore(held, [])).toBe(held);
    const many = Array.from({ length: 10_000 }, (_, index) => line(index + 3, 'x'));
    expect(withMore(held, many)).toHaveLength(10_000);
  });

  it('tells trouble and the words of the hub apart from the rest', () => {
    expect([line(1, 'FATAL: no'), line(2, 'terror'), line(3, 'crashed', 'pilothouse')].map(lineClass)).toEqual([
      'alarming',
      '',
      'from-hub',
    ]);
    expect(linesFrom([line(1, 'a'), line(2, 'b', 'stdout')], 'stdout')).toHaveLength(1);
  });

  it('is copied with nothing unseen in it', () => {
    expect(logText([line(1, 'a\u202eb\u001b[31m')])).toMatch(/ err a⟨U\+202E⟩b␛\[31m$/);
  });
});

describe('a config', () => {
  it('is read field by field, with the values of variables but for what looks like a secret', () => {
    const variables = [
      { name: 'LEVEL', secrets: [], value: 'debug', looksSecret: false },
      { name: 'TOKEN', secrets: ['T'], value: '${secret:T}', looksSecret: false },
      { name: 'PASSWORD', secrets: [], value: null, looksSecret: true },
      { name: 'OLD', secrets: [], value: null, looksSecret: false },
    ];
    const shape: ServerShape = { ...command, cwd: '/srv', variables };
    expect(configFields(shape).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Program: npx',
      'Argument 1: -y',
      'Argument 2: a@1',
      'Folder: /srv',
      'Variable LEVEL: debug',
      'Variable TOKEN: ${secret:T}',
      'Variable PASSWORD: not shown, because it looks like a secret',
      'Variable OLD: given',
    ]);
  });

  it('is read with what it grants beside its command line', () => {
    const variables: ServerShape['variables'] = [];
    expect([
      grantsOf({ kind: 'javascript', file: 'a.js', hosts: ['api.example.com', '*.example.org'], variables }),
      grantsOf({ kind: 'wasm', file: 'a.wasm', args: [], folders: [{ path: '/home', as: '/h' }], variables }),
      grantsOf(command),
    ]).toEqual([
      ['May fetch from api.example.com.', 'May fetch from *.example.org.'],
      ['May read and write in /home, which it sees as /h.'],
      [],
    ]);
  });

  it('names what differs from what was approved, and no argument that only moved', () => {
    const after: ServerShape = {
      ...command,
      args: ['-y', '--flag', 'a@1'],
      variables: [{ name: 'NODE_OPTIONS', secrets: [], value: '--require /x', looksSecret: false }],
    };
    expect(configChanges(command, after)).toEqual([
      { path: 'Variable NODE_OPTIONS', before: null, after: '--require /x' },
      { path: 'Argument 2', before: null, after: '--flag' },
    ]);
    expect(configChanges(command, command)).toEqual([]);
  });

  it('says when another kind has taken its place', () => {
    const paths = configChanges(command, { kind: 'http', url: 'https://a.test/mcp', variables: [] }).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(['Transport', 'Address', 'Program', 'Argument 1', 'Argument 2']);
  });

  it.each([[['-y', 'a b', '"quoted"', '', 'two\nlines', ' lead']], [[]], [['\u2028']]])(
    'keeps the arguments %j through the lines of a form',
    args => {
      expect(textsOfLines(linesOfTexts(args))).toEqual(args);
    },
  );

  it.each<ServerShape>([
    { ...command, cwd: '/srv' },
    { kind: 'sse', url: 'https://a.test/sse', variables: [] },
    { kind: 'javascript', file: '/a.js', hosts: ['a.test', '*.b.test'], variables: [] },
    { kind: 'wasm', file: '/a.wasm', args: ['x'], folders: [{ path: '/a=b', as: '/c' }], variables: [] },
  ])('of $kind comes back from its form as it went in', shape => {
    const { variables: _none, ...rest } = shape;
    expect(editOf(formOf(shape))).toEqual({ ...rest, variables: {} });
  });

  it('keeps values that nobody touched and drops rows without a name', () => {
    const form = formOf({ ...command, variables: [{ name: 'A', secrets: [], value: '1', looksSecret: false }] });
    const rows = [
      ...form.variables,
      { name: ' ', value: 'x', stored: false },
      { name: 'B', value: '2', stored: false },
    ];
    expect(editOf({ ...form, variables: rows }).variables).toEqual({ A: null, B: '2' });
  });
});
