// Which servers a question gets: scores, words, what is picked when nothing hits, and what the user set.
import { expect, test } from 'vitest';
import { routeSources } from '../../../../electron/core/chat/answer/route-sources.ts';
import type { Routing, SourceFacts } from '../../../../electron/core/chat/answer/route-sources.ts';

const source = (id: string, tools: Record<string, string>, fields: Partial<SourceFacts> = {}): SourceFacts => ({
  id,
  kind: 'server',
  name: id,
  isRunning: true,
  readsFiles: false,
  tools: Object.entries(tools).map(([name, description]) => ({ name, description })),
  ...fields,
});

const sources = [
  source('postgres', { query: 'Runs SQL on tables such as invoices.', listTables: 'Lists tables.' }),
  source('github', { create_issue: 'Opens an issue.', search_issues: 'Searches issues.' }),
  source('filesystem', { read_file: 'Reads a file.' }, { readsFiles: true }),
  source('linear', { list_tickets: 'Lists the tickets of issuers.' }),
  source('notes', { add: 'Adds a note.' }),
];
const picked: Routing = { servers: 'picked', chosen: [] };
const route = (question: string, routing = picked, hasFiles = false) =>
  routeSources(sources, question, hasFiles, routing).map(({ id, score, words, picked: isPicked, because }) => ({
    ...{ id, score, words, isPicked, because },
  }));
const pickedIds = (...args: Parameters<typeof route>) => route(...args).flatMap(one => (one.isPicked ? [one.id] : []));

test('An exact word counts one, a part of four letters a half; a server that is hit in part alone is left out beside an exact hit.', () => {
  expect(route('Which invoices failed, and is there an issue?')).toEqual([
    { id: 'postgres', score: 1, words: ['invoices'], isPicked: true, because: 'hit' },
    { id: 'github', score: 1, words: ['issue'], isPicked: true, because: 'hit' },
    { id: 'filesystem', score: 0, words: [], isPicked: false, because: 'none' },
    { id: 'linear', score: 0.5, words: ['issue'], isPicked: false, because: 'none' },
    { id: 'notes', score: 0, words: [], isPicked: false, because: 'none' },
  ]);
});

test('A part is enough where nothing hits exactly.', () => {
  expect(pickedIds('Which invoice was it?')).toEqual(['postgres']);
});

test('A part of fewer than four letters hits nothing.', () => {
  expect(route('a tab').every(({ score }) => score === 0)).toBe(true);
});

test('Where nothing hits all servers are used, and it is said so.', () => {
  expect(route('Good morning!').map(({ isPicked, because }) => ({ isPicked, because }))).toEqual(
    sources.map(() => ({ isPicked: true, because: 'no-hit' })),
  );
});

test('A server that is named is picked, also by a word between cases of a tool.', () => {
  expect(pickedIds('Linear: what is late?')).toEqual(['linear']);
  expect(pickedIds('show tables')).toEqual(['postgres']);
});

test('An attached file picks who reads files.', () => {
  const rows = routeSources(sources, 'Which invoices failed?', true, picked);
  expect(rows.filter(row => row.picked).map(({ id, byFile }) => [id, byFile])).toEqual([
    ['postgres', false],
    ['filesystem', true],
  ]);
  expect(pickedIds('Good morning!', picked, true)).toEqual(['filesystem']);
});

test('What the user set holds: all, or those that were chosen, with their scores still shown.', () => {
  expect(pickedIds('invoices', { servers: 'all', chosen: [] })).toHaveLength(sources.length);
  expect(pickedIds('invoices', { servers: 'chosen', chosen: ['notes', 'gone'] })).toEqual(['notes']);
  expect(route('invoices', { servers: 'chosen', chosen: [] })[0]).toMatchObject({ score: 1, because: 'none' });
});

test('What does not run, and what has no tools, is left out, unless the user chose it.', () => {
  const away = [
    source('notes', { add: 'Adds a note.' }, { isRunning: false }),
    source('empty', {}),
    ...sources.slice(0, 1),
  ];
  const ids = (question: string, servers: Routing['servers'], chosen: string[] = []) =>
    routeSources(away, question, false, { servers, chosen }).flatMap(row => (row.picked ? [row.id] : []));
  expect(ids('add a note', 'picked')).toEqual(['postgres']);
  expect(ids('add a note', 'all')).toEqual(['postgres']);
  expect(ids('add a note', 'chosen', ['notes'])).toEqual(['notes']);
});

test('Words that say nothing hit nothing, and other scripts are read too.', () => {
  expect(route('which of the one is it').every(({ score }) => score === 0)).toBe(true);
  const german = [source('wetter', { vorhersage: 'Wetter für Städte.' })];
  expect(routeSources(german, 'Wie wird das Wetter in den Städten?', false, picked)[0]?.words).toEqual([
    'wetter',
    'städten',
  ]);
});
