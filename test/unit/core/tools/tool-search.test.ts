// The search over tools: what is found for which words, in which order, and from which tools alone.
import { expect, test } from 'vitest';
import { ToolSearch } from '../../../../electron/core/tools/tool-search.ts';
import type { Callable } from '../../../../electron/core/tools/callable.ts';

const tool = (serverId: string, name: string, fields: Record<string, unknown> = {}): Callable => ({
  kind: 'server',
  id: `${serverId}/${name}`,
  serverId,
  listName: `${serverId}__${name}`,
  tool: { name, ...fields },
  readOnly: false,
});

const tools = [
  tool('github', 'create_issue', { description: 'Opens an issue in a repository.' }),
  tool('github', 'listPullRequests', { description: 'Lists the pull requests of a repository.' }),
  tool('files', 'read_file', { description: 'Reads a file of the disk.' }),
  tool('mail', 'send', {
    description: 'Sends a message.',
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'array', items: { type: 'string', description: 'An address of a recipient.' } } },
    },
  }),
  tool('wetter', 'vorhersage', { title: 'Wettervorhersage für Städte', description: '天気予報を返します。' }),
];

const found = (query: string, among = tools) => new ToolSearch().search(among, query).map(({ id }) => id);

test.each([
  ['by its name', 'create issue', 'github/create_issue'],
  ['by a name in one word', 'pull requests', 'github/listPullRequests'],
  ['in the plural', 'files', 'files/read_file'],
  ['by its description', 'disk', 'files/read_file'],
  ['by what its schema says of an argument', 'recipient', 'mail/send'],
  ['by its server', 'mail', 'mail/send'],
  ['by the beginning of a word', 'wettervor', 'wetter/vorhersage'],
  ['without its accents', 'staedte stadte', 'wetter/vorhersage'],
  ['in a script without spaces', '天気', 'wetter/vorhersage'],
  ['by its name in lists', 'github__create_issue', 'github/create_issue'],
])('A tool is found %s.', (_, query, id) => {
  expect(found(query)[0]).toBe(id);
});

test('A word of a name says more than one of a description, and a rare word more than a common one.', () => {
  const among = [
    tool('a', 'one', { description: 'Searches issues.' }),
    tool('a', 'search_issues', { description: 'Nothing more.' }),
    tool('a', 'three', { description: 'Searches notes.' }),
  ];
  expect(found('issues', among)).toEqual(['a/search_issues', 'a/one']);
  expect(found('searches notes', among)[0]).toBe('a/three');
});

test('What shares no word is not found, nor is anything for no words.', () => {
  expect(found('zeppelin')).toEqual([]);
  expect(found('  ,.- ')).toEqual([]);
});

test('Only the given tools count: what is left out is not found and does not change the order of the others.', () => {
  const hidden = Array.from({ length: 50 }, (_, at) => tool('secret', `issue_${at}`, { description: 'issue issue' }));
  const search = new ToolSearch();
  search.search([...tools, ...hidden], 'issue');
  expect(search.search(tools, 'issue repository').map(({ id }) => id)).toEqual(found('issue repository'));
});

test('A definition that has changed is read anew.', () => {
  const search = new ToolSearch();
  expect(search.search([tool('a', 'x', { description: 'Cats.' })], 'cats')).toHaveLength(1);
  expect(search.search([tool('a', 'x', { description: 'Dogs.' })], 'cats')).toHaveLength(0);
});

test('Definitions are read a few at a time before the first search, and others go on between.', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => tool('a', `tool_${at}`, { description: `Does ${at}.` }));
  let rests = 0;
  const search = new ToolSearch();
  await search.prepare(many, async () => {
    rests += 1;
  });
  expect(rests).toBe(20);
  expect(search.search(many, 'tool 77')[0]?.id).toBe('a/tool_77');
});

test('A schema that is deep, large or refers to itself costs no more than its bounds.', () => {
  const deep: Record<string, unknown> = { type: 'object' };
  deep['properties'] = { again: deep, long: { description: 'word '.repeat(200_000) } };
  expect(found('again', [tool('a', 'x', { inputSchema: deep })])).toEqual(['a/x']);
});
