// Arguments that no tool takes are named in the answer, once for each call.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { composedCall } from '../../../../electron/core/agent-connections/composed-calls.ts';
import { FirstTabs } from '../../../../electron/core/agent-connections/first-tabs.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { methodTool } from '../../../../native-host/dialects/claude/claude-methods.ts';
import { buildAgent, buildBrowser, buildState, buildTab } from '../../../support/hub-fixtures.ts';
import { createShortcuts } from '../../../support/shortcuts.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';
import type { ToolNames } from '../../../../electron/core/agents/agent-wire.ts';

const prose = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });

async function textsOf(params: ToolCallParams, result: ToolResult, toolName?: ToolNames): Promise<unknown[]> {
  const catalogue = new ToolCatalogue(buildState());
  catalogue.setServerTools('files', [{ name: 'read', inputSchema: { type: 'object', properties: {} } }]);
  const services = {
    browsers: { forAgent: () => buildBrowser() },
    tabs: { ownedBy: () => [buildTab()] },
    agent: () => buildAgent(),
    fit: { maxBytes: 1_000_000, scaler: { scale: async () => null } },
    catalogue,
    shortcuts: createShortcuts(),
    firstTabs: new FirstTabs(),
    toolName,
  };
  const { content } = await composedCall(services, async () => result)(params);
  return content.map(({ text }) => text);
}

test('What a tool does not take is named in a block behind its answer, with what it takes.', async () => {
  const call = { name: 'read_network_requests', arguments: { pattern: 'api', tabId: 1 } };
  expect(await textsOf(call, prose('3 requests.'))).toEqual([
    '3 requests.',
    'read_network_requests has no argument "pattern"; it takes urlPattern, limit, clear, includeHeaders, tabId, timeout.',
  ]);
});

test('It reads as its wire calls the tool, and stands in the one text of an error.', async () => {
  const call = { name: 'tabs_context_mcp', arguments: { createIfEmpty: true, all: true, some: 1 } };
  const refused = { ...prose('No browser.'), isError: true };
  expect(await textsOf(call, refused, tool => `${tool}_mcp`)).toEqual([
    'No browser. tabs_context_mcp has no arguments "all", "some"; it takes createIfEmpty, timeout.',
  ]);
});

test.each([
  ['asks for nothing', { name: 'find', arguments: { query: 'a', exact: false, within: null, like: '' } }],
  ['is a tab, which some clients send always', { name: 'list_connected_browsers', arguments: { tabId: 3 } }],
  ['is a group, of which each agent has one', { name: 'find', arguments: { query: 'a', tabGroupId: 1 } }],
  ['is taken and not listed', { name: 'read_console_messages', arguments: { level: 'error' } }],
  ['is of the call that is asked about', { name: 'permissions_check', arguments: { tool: 'find', query: 'a' } }],
  ['is for a method of the extension', { name: String(methodTool('tabs/list')), arguments: { more: 1 } }],
  ['is for a server', { name: 'files/read', arguments: { path: 'a' } }],
])('Nothing is said of an argument that %s.', async (_, call) => {
  expect(await textsOf(call, prose('Yes.'))).toEqual(['Yes.']);
});

test('In a batch each action names its own, and the batch what it does not take itself.', async () => {
  const actions = [
    { name: 'find', input: { query: 'a', exact: true } },
    { name: 'navigate', input: { url: 'back' } },
  ];
  const texts = await textsOf({ name: 'browser_batch', arguments: { actions, parallel: true } }, prose('Yes.'));
  expect(texts).toEqual([
    'Yes.',
    'find has no argument "exact"; it takes query, selector, limit, since, tabId, timeout.',
    'Yes.',
    'browser_batch has no argument "parallel"; it takes actions, timeout.',
  ]);
});

test('Many and long names are cut.', async () => {
  const names = Array.from({ length: 12 }, (_, at) => [`${at}`.padStart(60, 'n'), 1]);
  const [, text] = await textsOf({ name: 'find', arguments: Object.fromEntries(names) }, prose('Yes.'));
  expect(String(text).match(/"n+"/g)).toEqual(Array.from({ length: 10 }, () => `"${'n'.repeat(50)}"`));
});

/** What the hub adds to a call on its way. */
const ofTheHub = ['tabIds', 'files'];

test('Whatever the extension reads of a call is known of some tool.', async () => {
  const folder = 'resources/extension/tools';
  const files = (await readdir(folder)).filter(name => name.endsWith('.ts'));
  const sources = await Promise.all(files.map(name => readFile(`${folder}/${name}`, 'utf8')));
  const read = sources.flatMap(source =>
    [...source.matchAll(/\bread[A-Z]\w*\(args, '(\w+)'|\bargs\.(\w+)/g)].map(([, quoted, member]) => quoted ?? member),
  );
  const known = browserTools.flatMap(({ inputSchema, alsoTakes }) => [
    ...Object.keys(Object(inputSchema.properties)),
    ...(Array.isArray(alsoTakes) ? alsoTakes : []),
  ]);
  expect(read.length).toBeGreaterThan(50);
  expect(read.filter(name => ![...known, ...ofTheHub].includes(String(name)))).toEqual([]);
});
