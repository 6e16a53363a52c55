// Shortcuts that the user makes in the panel, as agents find and run them: over every way in, in our own browser and beside those of an extension of spec 001.
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { askHub } from '../../../electron/core/ask-hub.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { openScene, RawClient, textResult, withGroup } from '../compat/claude-scene.ts';
import { claudezillaFiles, exchange, PlayedBrowser, switchOn } from '../compat/claudezilla-scene.ts';
import type { SavedShortcut } from '../../../contract/schemas/shortcuts.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const prompt: SavedShortcut = {
  command: 'summarise',
  description: 'In five lines',
  content: { kind: 'prompt', text: 'Tell me what the page says.' },
};
const actions: SavedShortcut = {
  command: '/look',
  description: '',
  content: {
    kind: 'actions',
    actions: [
      { name: 'get_page_text', input: {} },
      { name: 'tabs_context_mcp', input: {} },
      { name: 'read_page', input: { filter: 'all' } },
    ],
  },
};

async function openBrowser() {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await switchOn(panel);
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const browser = new PlayedBrowser(await connectToHub({ home: place.home, role: 'relay', hello }));
  onTestFinished(() => browser.close());
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
  return { place, panel, browser };
}

const listed = ([first, second]: readonly { id: string }[]) => [
  { id: second?.id, command: '/look', description: '', kind: 'actions' },
  { id: first?.id, command: '/summarise', description: 'In five lines', kind: 'prompt' },
];

async function save(panel: PanelClient) {
  const saved = [];
  for (const shortcut of [prompt, actions]) saved.push((await panel.request('shortcuts:save', { shortcut })).shortcut);
  return saved;
}

/** The wire of spec 000, where a tool is a command of its name. */
async function askZilla(place: HubPlace, panel: PanelClient) {
  await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'listening', 'it listens');
  await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
  const { socket, tokenFile } = claudezillaFiles(place);
  const authToken = readFileSync(tokenFile, 'utf8');
  const agentId = `agent_7c10653f804e7443c6cd9550bb4ce881_${process.pid}`;
  return async (command: string, params: object = {}) => {
    const [answer] = await exchange(socket, [{ command, params: { agentId, ...params }, authToken }]);
    return (answer as { result: { content: { text: string }[] } }).result.content.map(({ text }) => text);
  };
}

test('Over stdio, HTTP and the wire of spec 000 they are listed and run; the tab of the call is that of its actions.', async () => {
  const { place, panel, browser } = await openBrowser();
  const saved = await save(panel);
  const stdio = await place.stdioAgent(await panel.request('clients:create', { name: 'Claude', start: 'own-tabs' }));
  const http = await place.httpAgent(await panel.request('clients:create', { name: 'Codex', start: 'own-tabs' }));
  const zilla = await askZilla(place, panel);
  const ways = [
    ...[stdio, http].map(({ client }) => async (name: string, args: Record<string, unknown> = {}) => {
      const { content } = await client.callTool({ name, arguments: args });
      return (content as { text: string }[]).map(({ text }) => text);
    }),
    zilla,
  ];
  for (const call of ways) {
    const [opened = ''] = await call('tabs_create_mcp');
    const { tabId } = JSON.parse(opened) as { tabId: number };
    await call('tabs_create_mcp');
    expect(JSON.parse((await call('shortcuts_list', { tabId })).join())).toEqual(listed(saved));
    expect(await call('shortcuts_execute', { command: 'summarise', timeout: 20_000 })).toEqual([
      expect.stringContaining(
        "the shortcut /summarise. They are the user's own words for what you do now:\n\nTell me what",
      ),
    ]);
    const before = browser.calls.length;
    const ran = await call('shortcuts_execute', { shortcutId: saved[1]?.id, tabId });
    expect(ran).toEqual([
      "The user's shortcut /look has 3 actions: get_page_text, tabs_context_mcp, read_page.",
      expect.stringContaining('HelloGo'),
      expect.stringContaining('availableTabs'),
      'read_page done',
    ]);
    expect(browser.calls.slice(before)).toMatchObject([
      { tool: 'get_page_text', tabId },
      { tool: 'read_page', tabId, args: { filter: 'all' } },
    ]);
  }
});

test.each(['stdio', '/mcp'])(
  'Over %s their tools are listed from the first one on until the last is removed, and each agent is told; a list that was read before is answered truly.',
  async way => {
    const { place, panel } = await openBrowser();
    const credential = await panel.request('clients:create', { name: 'Any', start: 'own-tabs' });
    const { client } = await (way === 'stdio' ? place.stdioAgent(credential) : place.httpAgent(credential));
    const changes: number[] = [];
    client.setNotificationHandler('notifications/tools/list_changed', () => void changes.push(changes.length));
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    const tools = ['shortcuts_list', 'shortcuts_execute'];
    const call = async (args: object) =>
      (await client.callTool({ name: 'shortcuts_execute', arguments: { ...args } })).content as { text: string }[];
    expect(await names()).not.toEqual(expect.arrayContaining(tools));
    expect(await names()).toContain('gif_creator');

    const [first, second] = await save(panel);
    await until(() => changes.length === 1, 'the agent is told of the first one');
    expect(await names()).toEqual(expect.arrayContaining(tools));
    await panel.request('shortcuts:save', { shortcut: { ...prompt, id: first?.id ?? '', command: '/short' } });
    expect(await call({ command: 'summarise' })).toMatchObject([
      { text: expect.stringContaining('There is no shortcut "summarise"; there are /look, /short.') },
    ]);
    expect((await call({ command: 'short' }))[0]?.text).toContain('Tell me what the page says.');
    expect((await call({ shortcutId: first?.id }))[0]?.text).toContain('as the shortcut /short.');

    for (const id of [first?.id ?? '', second?.id ?? '']) await panel.request('shortcuts:remove', { id });
    await until(() => changes.length === 2, 'the agent is told of the last one');
    expect((await names()).filter(name => tools.includes(name))).toEqual([]);
    expect(await call({ shortcutId: first?.id })).toMatchObject([
      { text: expect.stringContaining('the user has saved none') },
    ]);
  },
);

test('Who may not use their tools is not listed them either.', async () => {
  const { place, panel } = await openBrowser();
  const credential = await panel.request('clients:create', { name: 'Any', start: 'own-tabs' });
  const { client } = await place.stdioAgent(credential);
  await save(panel);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  await until(async () => (await names()).includes('shortcuts_execute'), 'they are listed');
  await panel.request('tools:set', { toolId: 'shortcuts_execute', clientId: credential.client.id, on: false });
  expect(await names()).toContain('shortcuts_list');
  expect(await names()).not.toContain('shortcuts_execute');
});

test('They are kept over a restart; what was changed or removed in the panel is no more what it was.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const [first, second] = await save(panel);
  await panel.request('shortcuts:save', { shortcut: { ...prompt, id: first?.id ?? '', command: '/short' } });
  await panel.request('shortcuts:remove', { id: second?.id ?? '' });
  await expect(panel.request('shortcuts:save', { shortcut: { ...actions, command: 'SHORT' } })).rejects.toThrow(
    'Another shortcut is called /short; choose another command.',
  );
  await hub.kill('SIGTERM');
  const again = await place.panel(await place.serve());
  expect(again.snapshot.shortcuts).toEqual({ [first?.id ?? '']: { ...prompt, id: first?.id, command: '/short' } });
});

test('Neither an agent nor the command line has a way to make, change or remove one.', async () => {
  const { place, panel } = await openBrowser();
  const [saved] = await save(panel);
  const agent = await place.stdioAgent(await panel.request('clients:create', { name: 'Claude', start: 'own-tabs' }));
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name).filter(name => name.includes('shortcut'))).toEqual([
    'shortcuts_list',
    'shortcuts_execute',
  ]);
  for (const name of ['shortcuts_save', 'shortcuts_remove', 'shortcuts:save'])
    expect(await agent.call(name, { ...prompt })).toMatchObject({ isError: true });
  await agent.call('shortcuts_execute', { ...actions, command: 'summarise', shortcut: actions });
  for (const name of ['shortcuts:save', 'shortcuts:remove'] as never[])
    await expect(askHub(place.home, name, { shortcut: actions, id: saved?.id } as never)).rejects.toThrow();
  expect(Object.values(panel.snapshot.shortcuts).map(({ command }) => command)).toEqual(['/summarise', '/look']);
});

test('In Claude in Chrome both lists are told, and each runs its own.', async () => {
  const { panel, extend, socketPath } = await openScene();
  const extension = await extend(
    withGroup(({ tool, args }) => {
      if (tool === 'shortcuts_list') return textResult('{"shortcuts":[{"id":"7","command":"debug"}]}');
      return textResult(`${tool} ${JSON.stringify(args)}`);
    }),
  );
  const client = await RawClient.connect(socketPath);
  const textsOf = (answer: unknown) =>
    (answer as { result: { content: { text: string }[] } }).result.content.map(({ text }) => text);
  await client.execute('tabs_context_mcp', { createIfEmpty: true });
  const theirs = '{"shortcuts":[{"id":"7","command":"debug"}]}';
  const before = textsOf(await client.execute('shortcuts_list', { tabId: 7 }));
  expect(before[0]).toBe(theirs);
  const saved = await save(panel);
  const both = textsOf(await client.execute('shortcuts_list', { tabId: 7 }));
  expect(both.filter(text => !before.includes(text)).map(text => JSON.parse(text))).toEqual([listed(saved)]);
  expect(both[0]).toBe(theirs);

  const ran = textsOf(await client.execute('shortcuts_execute', { tabId: 7, command: 'debug' }));
  expect(ran[0]).toBe('shortcuts_execute {"tabId":7,"command":"debug"}');
  const asked = extension.requests.length;
  expect(textsOf(await client.execute('shortcuts_execute', { tabId: 7, command: 'summarise' }))[0]).toContain(
    'Tell me what the page says.',
  );
  expect(extension.requests.length).toBe(asked);
  await client.execute('shortcuts_execute', { tabId: 7, command: 'look' });
  // The hub looks at the tabs of such an extension before and after each call.
  const acted = extension.requests.slice(asked).filter(({ tool }) => tool !== 'tabs_context_mcp');
  expect(acted).toMatchObject([
    { tool: 'get_page_text', args: { tabId: 7 } },
    { tool: 'read_page', args: { tabId: 7, filter: 'all' } },
  ]);
});
