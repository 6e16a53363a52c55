// The tools that the hub carries out itself, names, timeouts and the choice of a browser, as agents meet them over stdio, /mcp and spec 000's wire.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { maxClaudezillaLineBytes } from '../../../native-host/dialects/claudezilla/claudezilla.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { openPlace } from '../../support/hub-process.ts';
import { namedAgent, PlayedBrowser } from '../compat/claudezilla-scene.ts';
import type { Agent, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

let place: HubPlace;
let panel: PanelClient;
let work: PlayedBrowser;
let workId: string;
/** Over stdio, and over HTTP; both work in tabs that they open. */
let claude: Agent;
let codex: Agent;

beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve());
  ({ browser: work, id: workId } = await connect('work'));
  claude = await place.stdioAgent(await panel.request('clients:create', { name: 'Claude', start: 'own-tabs' }));
  codex = await place.httpAgent(await panel.request('clients:create', { name: 'Codex', start: 'own-tabs' }));
});

afterAll(async () => {
  work.close();
  await place.end();
});

/** Another profile with our extension in it, approved. */
async function connect(profile: string, family: 'chromium' | 'firefox' = 'chromium') {
  const known = new Set(Object.keys(panel.snapshot.browsers));
  const argv =
    family === 'chromium'
      ? [`chrome-extension://${extensionIds.chromium}/`]
      : ['/manifests/pilothouse.json', extensionIds.firefox];
  const hello = { argv, pid: process.pid + known.size };
  const browser = new PlayedBrowser(await connectToHub({ home: place.home, role: 'relay', hello }), {
    profile,
    family,
  });
  const find = () => Object.keys(panel.snapshot.browsers).find(each => !known.has(each)) ?? '';
  await panel.waitFor(() => find() !== '', 'the browser waits');
  const id = find();
  await panel.request('browsers:approve', { browserId: id });
  await panel.waitFor(({ browsers }) => browsers[id]?.state.kind === 'connected', 'the browser is approved');
  return { browser, id };
}

const json = async (agent: Agent, tool: string, args: Record<string, unknown> = {}) => {
  const { text, isError } = await agent.call(tool, args);
  if (isError) throw new Error(text);
  return JSON.parse(text);
};
const names = async ({ client }: Agent) => (await client.listTools()).tools.map(({ name }) => name);

describe('Names', () => {
  test('createIfEmpty opens the first tab and no second one, by either spelling.', async () => {
    for (const [agent, name] of [
      [claude, 'tabs_context'],
      [codex, 'tabs_context_mcp'],
    ] as const) {
      const first = await json(agent, name, { createIfEmpty: true });
      expect(first.availableTabs).toEqual([{ tabId: expect.any(Number), title: 'Probe', url: 'about:blank' }]);
      expect(await json(agent, name, { createIfEmpty: true })).toEqual(first);
    }
  });

  test('The spellings of real Claude clients open and close tabs too.', async () => {
    const { tabId } = await json(claude, 'tabs_create_mcp');
    expect(await claude.call('tabs_close_mcp', { tabId })).toEqual({ text: `Closed tab ${tabId}.`, isError: false });
  });

  test('Over the wire of spec 000 a tool is a command of its name.', async () => {
    const ask = await namedAgent(panel, place);
    const opened = await ask('tabs_context_mcp', { createIfEmpty: true });
    expect(opened).toMatchObject({ success: true, result: { content: [{ type: 'text' }] } });
    const actions = [
      { name: 'get_page_text', input: {} },
      { name: 'tabs_context_mcp', input: {} },
    ];
    expect(await ask('browser_batch', { actions })).toMatchObject({
      success: true,
      result: { content: [{ text: expect.stringContaining('HelloGo') }, { text: expect.stringContaining('tabId') }] },
    });
    expect(await ask('gif_creator', { action: 'export' })).toMatchObject({ success: true });
    expect(work.calls.at(-1)).toMatchObject({ tool: 'gif_creator', maxReplyBytes: maxClaudezillaLineBytes });
    expect(await ask('read_page', { tabId: 999 })).toMatchObject({ success: false, error: expect.any(String) });
    expect(await ask('shortcuts_list')).toMatchObject({ success: true, result: { content: [{ text: '[]' }] } });
  });
});

describe('How long a call may take', () => {
  test('A browser is told what is left of the time that its agent named, and of no other.', async () => {
    const { tabId } = await json(claude, 'tabs_create');
    await claude.call('find', { tabId, query: 'anything' });
    expect(work.calls.at(-1)).not.toHaveProperty('withinMs');
    await claude.call('find', { tabId, query: 'anything', timeout: 20_000 });
    const { args, withinMs = 0 } = work.calls.at(-1)!;
    expect({ args, isLess: withinMs > 0 && withinMs <= 20_000 }).toEqual({
      args: { tabId, query: 'anything' },
      isLess: true,
    });
    await claude.call('browser_batch', {
      actions: [{ name: 'find', input: { tabId, query: 'all' } }],
      timeout: 30_000,
    });
    expect(work.calls.at(-1)?.withinMs).toBeLessThanOrEqual(30_000);
  });
});

describe('What a browser keeps of a tab', () => {
  test('It is told for whom with each call: another one once the tab was given away, and for the user.', async () => {
    const { tabId } = await json(claude, 'tabs_create');
    const keptFor = async () => {
      await claude.call('find', { tabId, query: 'anything' });
      const { tool, keptFor, maxReplyBytes } = work.calls.at(-1)!;
      expect([tool, maxReplyBytes]).toEqual(['find', undefined]);
      return keptFor;
    };
    const first = await keptFor();
    expect([first, await keptFor()]).toEqual([expect.stringMatching(/.@\d+$/), first]);
    const at = { browserId: workId, tabId };
    await panel.request('tabs:picture', at).catch(() => {});
    expect(work.calls.at(-1)).toMatchObject({ tool: 'computer', keptFor: expect.stringMatching(/^you@/) });
    expect(await keptFor()).toBe(first);
    await panel.request('tabs:take-over', at);
    await panel.request('tabs:give', at);
    expect(await keptFor()).not.toBe(first);
    await claude.call('tabs_close', { tabId });
  });
});

describe('Several calls in one', () => {
  const batch = (...tools: string[]) => ({ actions: tools.map(name => ({ name, input: {} })) });

  test.each(['stdio', 'http'])('Over %s they are made in order, each through the gates.', async way => {
    const agent = way === 'stdio' ? claude : codex;
    const { content, isError } = await agent.client.callTool({
      name: 'browser_batch',
      arguments: batch('get_page_text', 'tabs_context_mcp', 'read_page'),
    });
    expect(isError ?? false).toBe(false);
    expect(content).toMatchObject([
      { text: expect.stringContaining('HelloGo') },
      { text: expect.stringContaining('availableTabs') },
      { text: 'read_page done' },
    ]);
  });

  test('They stop at the first surprise, which is no error, and at the first that fails.', async () => {
    work.surprises = ({ tool }) => tool === 'find';
    const asked = work.calls.length;
    const met = await claude.client.callTool({
      name: 'browser_batch',
      arguments: batch('read_page', 'find', 'read_page', 'read_page'),
    });
    work.surprises = () => false;
    expect(met).toEqual({
      content: [
        { type: 'text', text: 'read_page done' },
        { type: 'text', text: 'find done' },
        { type: 'text', text: 'Action 2 of 4 (find) met a surprise; the 2 after it were not carried out.' },
      ],
      _meta: { 'dev.pilothouse/surprise': true },
    });
    expect(work.calls.slice(asked).map(({ tool }) => tool)).toEqual(['read_page', 'find']);
    const failed = await claude.client.callTool({
      name: 'browser_batch',
      arguments: batch('no_such_tool', 'read_page'),
    });
    expect(failed).toMatchObject({ isError: true });
  });

  test('Switched off by the user, it is refused.', async () => {
    await panel.request('tools:set', { toolId: 'browser_batch', on: false });
    expect(await claude.call('browser_batch', batch('read_page'))).toMatchObject({
      isError: true,
      text: expect.stringContaining('[ERR_TOOL_NOT_ALLOWED]'),
    });
    await panel.request('tools:set', { toolId: 'browser_batch', on: true });
  });
});

describe('The timeout of a call', () => {
  test('A browser that does not answer in it is cancelled, and the next call works.', async () => {
    work.before = ({ tool }) => (tool === 'read_page' ? new Promise(() => {}) : undefined);
    const { text, isError } = await claude.call('read_page', { timeout: 5_000 });
    work.before = () => {};
    expect({ text, isError }).toEqual({
      text: 'read_page had 5 s, which ended while it waited for the browser, which may have begun it; look at the page before you call again. [ERR_TOOL_TIMEOUT]',
      isError: true,
    });
    expect(await claude.call('find')).toEqual({ text: 'find done', isError: false });
    expect(work.calls.at(-1)?.args).not.toHaveProperty('timeout');
  });

  test('A question that is open when it ends is closed, and the agent is told that it waited for the user.', async () => {
    const shy = await place.stdioAgent(await panel.request('clients:create', { name: 'Shy', start: 'ask' }));
    const called = shy.call('tabs_create', { timeout: 5_000 });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
    expect(await called).toEqual({
      text: "tabs_create had 5 s, which ended while it waited for the user's answer to a question, which is closed now; ask the user, then call again. [ERR_TOOL_TIMEOUT]",
      isError: true,
    });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is closed');
    await shy.close();
  });

  test('A batch has one for all of its calls.', async () => {
    work.before = ({ tool }) => (tool === 'find' ? new Promise(() => {}) : undefined);
    const actions = ['read_page', 'find', 'read_page'].map(name => ({ name, input: {} }));
    const { content } = await claude.client.callTool({ name: 'browser_batch', arguments: { actions, timeout: 5_000 } });
    work.before = () => {};
    expect(content).toMatchObject([
      { text: 'read_page done' },
      { text: expect.stringContaining('[ERR_TOOL_TIMEOUT]') },
      { text: 'Action 2 of 3 (find) failed; the 1 after it was not carried out.' },
    ]);
  });
});

describe('What an agent may do, and how it stands', () => {
  test('permissions_check asks the gates, and neither the user nor the browser.', async () => {
    const shy = await place.stdioAgent(await panel.request('clients:create', { name: 'Careful', start: 'ask' }));
    const asked = work.calls.length;
    expect(await json(shy, 'permissions_check', { tool: 'tabs_create' })).toEqual({
      tool: 'tabs_create',
      scope: 'browser:tabs.create',
      decision: 'asks',
    });
    expect(await json(shy, 'permissions_check', { tool: 'read_page' })).toMatchObject({
      decision: 'refused',
      rule: 'no-own-tab',
      code: 'ERR_NOT_OWNER',
    });
    expect(await json(claude, 'permissions_check', { tool: 'navigate', url: 'https://example.com/' })).toEqual({
      tool: 'navigate',
      scope: 'browser:navigate',
      decision: 'allowed',
      rule: 'own-tabs',
    });
    const { decisions } = await json(claude, 'permissions_check');
    expect(decisions).toContainEqual(expect.objectContaining({ tool: 'javascript_tool', decision: 'asks' }));
    expect(work.calls).toHaveLength(asked);
    expect(panel.snapshot.prompts).toEqual({});
    await shy.close();
  });

  test('A turn is marked, shown, and ended once.', async () => {
    const turnOf = () => Object.values(panel.snapshot.agents).find(({ name }) => name === 'Claude')?.turn;
    expect((await claude.call('turn_answer_start')).text).toBe('The turn has begun.');
    await panel.waitFor(() => turnOf() !== undefined, 'the turn is shown');
    expect((await json(claude, 'dev_utils')).agent).toMatchObject({
      name: 'Claude',
      turn: { since: expect.any(Number) },
    });
    expect((await claude.call('turn_answer_start')).text).toBe('A turn was under way; it goes on.');
    expect((await claude.call('turn_answer_complete')).text).toBe('The turn has ended.');
    expect((await claude.call('turn_answer_complete')).text).toBe('No turn was under way.');
    await panel.waitFor(() => turnOf() === undefined, 'no turn is shown');
  });

  test('dev_utils answers a ping, tells versions, and names what it knows.', async () => {
    expect(await json(claude, 'dev_utils', { action: 'ping' })).toEqual({ pong: true, timestamp: expect.any(Number) });
    expect(await json(claude, 'dev_utils', { action: 'version' })).toMatchObject({
      pilothouse: panel.snapshot.hub.version,
      browser: { deviceId: workId, extension: '0.1.0' },
    });
    expect((await claude.call('dev_utils', { action: 'dance' })).text).toBe(
      'action of dev_utils is "dance"; known are ping, version, state. [ERR_INVALID_ARGUMENTS]',
    );
  });

  test('A plan is asked about whatever the start says, its card speaks of nothing else, and it is kept.', async () => {
    const plan = { domains: ['example.com'], approach: ['Read the orders.'] };
    const called = claude.call('update_plan', plan);
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
    const [prompt] = Object.values(panel.snapshot.prompts);
    expect(prompt).toMatchObject({ tool: 'update_plan', breadths: ['tool'] });
    expect(prompt?.argumentsText).toContain('Read the orders.');
    await panel.request('prompts:answer', {
      promptId: prompt?.id ?? '',
      effect: 'allow',
      lifetime: 'use',
      breadth: 'tool',
    });
    expect(await called).toEqual({
      text: 'The user agreed to the plan. Until the next one you are held to example.com.',
      isError: false,
    });
    const held = () =>
      Object.values(panel.snapshot.agents).find(({ plan: kept }) => kept?.domains[0] === 'example.com');
    await panel.waitFor(() => held() !== undefined, 'the plan is shown');
    const away = () => json(claude, 'permissions_check', { tool: 'tabs_create', url: 'https://other.example/' });
    expect(await away()).toMatchObject({ decision: 'refused', rule: 'off-plan' });
    expect((await claude.call('tabs_create', { url: 'https://other.example/' })).text).toContain(
      'Your plan is for example.com, and https://other.example is not in it.',
    );
    const refused = claude.call('update_plan', plan);
    await panel.waitFor(({ prompts }) => Object.keys(prompts).some(id => id !== prompt?.id), 'it is asked about again');
    const [again = ''] = Object.keys(panel.snapshot.prompts).filter(id => id !== prompt?.id);
    await panel.request('prompts:answer', { promptId: again, effect: 'deny', lifetime: 'use', breadth: 'tool' });
    expect(await refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('The user refused update_plan'),
    });
    await panel.request('agents:free', { agentId: held()?.id ?? '' });
    expect(await away()).not.toMatchObject({ rule: 'off-plan' });
    const { entries } = await panel.request('audit:query', { filter: {}, count: 5 });
    expect(JSON.stringify(entries)).toContain('"kind":"agent-freed"');
  });

  test('What no agent may open is not judged as a page of no site.', async () => {
    expect(await claude.call('permissions_check', { tool: 'read_page', url: 'file:///etc/hosts' })).toEqual({
      text: '"file:///etc/hosts" cannot be opened; send an http or https address, or about:blank. [ERR_INVALID_ARGUMENTS]',
      isError: true,
    });
  });

  test.each(['select_browser', 'update_plan', 'turn_answer_start'])(
    'Called by the user, %s says that it is for agents.',
    async tool => {
      const args = { deviceId: workId, domains: ['example.com'], approach: ['Look.'] };
      const call = { callId: tool, toolId: tool, arguments: args, confirmed: true };
      const { answer } = await panel.request('tools:call', call);
      expect(answer).toMatchObject({ outcome: 'error', why: { kind: 'for-agents', tool } });
    },
  );
});

describe('Several browsers', () => {
  test('Shortcuts and the choice of a browser are not listed to every agent while one is connected; the panel shows shortcuts.', async () => {
    const listed = await names(claude);
    expect(listed).toContain('browser_batch');
    for (const name of ['shortcuts_list', 'shortcuts_execute', 'select_browser']) expect(listed).not.toContain(name);
    expect(Object.keys(panel.snapshot.tools)).toContain('shortcuts_list');
  });

  test('A second one is told of and can be chosen; one that is away is said once, with the others.', async () => {
    let changes = 0;
    claude.client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
    });
    const { browser: home, id: homeId } = await connect('home', 'firefox');
    await expect.poll(() => changes).toBeGreaterThan(0);
    expect(await names(claude)).toEqual(
      expect.arrayContaining(['list_connected_browsers', 'select_browser', 'switch_browser']),
    );
    const listed = await json(claude, 'list_connected_browsers');
    expect(listed).toMatchObject([
      { deviceId: workId, selected: true },
      { deviceId: homeId, selected: false, browser: 'firefox 150.0' },
    ]);
    expect((await claude.call('select_browser', { deviceId: homeId })).text).toContain(
      `(${homeId}) now, where you own no tabs.`,
    );
    await claude.call('tabs_create');
    expect(home.calls.map(({ tool }) => tool)).toEqual(['tabs_create']);
    expect((await claude.call('handle_dialog', { accept: true })).text).toContain(
      'handle_dialog has no counterpart in',
    );
    await expect.poll(() => names(claude)).not.toContain('handle_dialog');
    expect(await names(codex)).toContain('handle_dialog');
    expect(await claude.call('select_browser', { deviceId: 'nowhere' })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`(${workId})`),
    });
    home.close();
    await panel.waitFor(({ browsers }) => browsers[homeId]?.state.kind === 'away', 'it is away');
    await expect.poll(() => names(claude)).toContain('select_browser');
    expect(await names(codex)).not.toContain('select_browser');
    expect(await claude.call('read_page')).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        new RegExp(`is not connected now\\. Call again and you go on in .* \\(${workId}\\)\\. Numbers`),
      ),
    });
    expect((await claude.call('switch_browser')).text).toContain(`(${workId}) now`);
    expect(await claude.call('read_page')).toEqual({ text: 'read_page done', isError: false });
  });
});
