// Arguments that no tool takes are named in the answer, once for each call.
import { expect, test } from 'vitest';
import { composedCall } from '../../../../electron/core/agent-connections/composed-calls.ts';
import { FirstTabs } from '../../../../electron/core/agent-connections/first-tabs.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { buildAgent, buildBrowser, buildState, buildTab } from '../../../support/hub-fixtures.ts';
import { createShortcuts } from '../../../support/shortcuts.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';

const prose = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });

async function textsOf(params: ToolCallParams, result: ToolResult): Promise<unknown[]> {
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
  };
  const { content } = await composedCall(services, async () => result)(params);
  return content.map(({ text }) => text);
}

const ignored =
  'Ignored, because read_network_requests has no such argument: "pattern". It takes urlPattern, limit, clear, includeHeaders, tabId, timeout.';

test('What a tool does not take is named behind its answer, with what it takes.', async () => {
  const call = { name: 'read_network_requests', arguments: { pattern: 'api', tabId: 1 } };
  expect(await textsOf(call, prose('3 requests.'))).toEqual([`3 requests. ${ignored}`]);
});

test('JSON that programs read stays alone in its block.', async () => {
  const call = { name: 'tabs_context_mcp', arguments: { createIfEmpty: true, all: true } };
  expect(await textsOf(call, prose('{"availableTabs":[]}'))).toEqual([
    '{"availableTabs":[]}',
    'Ignored, because tabs_context has no such argument: "all". It takes createIfEmpty, timeout.',
  ]);
});

test.each([
  [
    'asks for nothing',
    { name: 'find', arguments: { query: 'a', exact: false, within: null, like: '' } },
    prose('Yes.'),
  ],
  [
    'belongs to a refusal',
    { name: 'find', arguments: { query: 'a', exact: true } },
    { ...prose('Yes.'), isError: true },
  ],
  ['is for a server', { name: 'files/read', arguments: { path: 'a' } }, prose('Yes.')],
])('Nothing is said of an argument that %s.', async (_, call, result) => {
  expect(await textsOf(call, result)).toEqual(['Yes.']);
});

test('In a batch each action names its own, and the batch what it does not take itself.', async () => {
  const actions = [
    { name: 'find', input: { query: 'a', exact: true } },
    { name: 'navigate', input: { url: 'back' } },
  ];
  const [first, second] = await textsOf(
    { name: 'browser_batch', arguments: { actions, parallel: true } },
    prose('Yes.'),
  );
  expect(first).toMatch(/^Yes\. Ignored, because find has no such argument: "exact"\..+browser_batch .+"parallel"/);
  expect(second).toBe('Yes.');
});

test('Many and long names are cut.', async () => {
  const names = Array.from({ length: 12 }, (_, at) => [`${at}`.padStart(60, 'n'), 1]);
  const [text] = await textsOf({ name: 'find', arguments: Object.fromEntries(names) }, prose('Yes.'));
  expect(String(text).match(/"n+"/g)).toEqual(Array.from({ length: 10 }, () => `"${'n'.repeat(50)}"`));
});
