// What of an import is picked, under which names, and when it needs no question.
import { describe, expect, test } from 'vitest';
import {
  importOf,
  isFree,
  isPlain,
  isTwice,
  nameIn,
  pickedAs,
  usualChoice,
} from '../../../../../../renderer/screens/servers/add/import-choice.ts';
import type { ImportEntry } from '../../../../../../contract/schemas/imports.ts';

const entry = (key: string, more: Partial<ImportEntry> = {}): ImportEntry => ({
  key,
  name: 'github',
  app: 'cursor',
  from: null,
  config: null,
  commandLine: 'x',
  envNames: [],
  secrets: [],
  offers: [],
  warning: null,
  problem: null,
  own: null,
  exists: null,
  taken: null,
  same: null,
  placeholders: [],
  ...more,
});
const open = {
  key: 'variable/A/<a>',
  place: 'variable',
  name: 'A',
  text: '<a>',
  asks: 'a',
  secret: true,
} as const;

describe('the choice of an import', () => {
  test('leaves out what is here, what cannot be added, what stands further up and our own entry', () => {
    const entries = [
      entry('s1'),
      entry('s2', { same: 's1' }),
      entry('s3', { taken: 'github' }),
      entry('s4', { problem: { kind: 'entry-nul', name: 'x' } }),
      entry('s5', { name: 'other', exists: 'other' }),
      entry('s6', { name: 'pilothouse', own: { kind: 'own-hub-command' } }),
    ];
    expect([...usualChoice(entries).picked]).toEqual(['s1']);
  });

  test('tells a second one of a name apart by its app', () => {
    const entries = [entry('s1'), entry('s2', { app: 'claude-code' }), entry('s3', { name: 'GitHub ', app: null })];
    const choice = usualChoice(entries);
    expect(nameIn(entries, choice, 's2')).toBe('github Claude Code');
    expect([isTwice(entries, choice, 's2'), isTwice(entries, choice, 's3')]).toEqual([false, true]);
    expect([isFree(entries, choice, 's2', ['x']), isFree(entries, choice, 's2', ['GITHUB claude code'])]).toEqual([
      true,
      false,
    ]);
  });

  test('proposes another name for what is picked although its name is taken', () => {
    const entries = [entry('s1', { taken: 'github' })];
    expect(nameIn(entries, pickedAs(entries, usualChoice(entries), ['s1']), 's1')).toBe('github Cursor');
  });

  test('needs no question only where nothing is open, secret, twice or there already', () => {
    const plain = (entries: ImportEntry[]) => isPlain({ previewId: 'p', files: [], entries, things: [], problems: [] });
    expect(plain([entry('s1'), entry('s2', { name: 'b' })])).toBe(true);
    expect(plain([entry('s1', { placeholders: [open] })])).toBe(false);
    expect(plain([entry('s1', { taken: 'github' })])).toBe(false);
    const offer = { key: 'o1', place: 'argument', name: '2', label: 'api-key', secret: 'GITHUB_API_KEY' } as const;
    expect(plain([entry('s1', { offers: [offer] })])).toBe(false);
    expect(plain([entry('s1'), entry('s2', { name: 'b', own: { kind: 'own-hub-command' } })])).toBe(false);
    expect(plain([entry('s1'), entry('s2', { app: null })])).toBe(false);
  });

  test('is sent with its names and values, and nothing of what was not picked', () => {
    const entries = [entry('s1', { placeholders: [open] }), entry('s2', { name: 'b' })];
    const choice = { ...usualChoice(entries), picked: new Set(['s1']), names: { s1: 'mine', s2: 'yours' } };
    const fills = { s1: { [open.key]: { value: 'v', secret: true } } };
    const left = { s1: new Set(['o2']), s2: new Set(['o1']) };
    expect(
      importOf({ previewId: 'p', files: [], entries, things: [], problems: [] }, { ...choice, fills, open: left }),
    ).toEqual({
      previewId: 'p',
      keys: ['s1'],
      names: { s1: 'mine' },
      fills: { s1: [{ key: open.key, value: 'v', secret: true }] },
      open: { s1: ['o2'] },
    });
  });
});
