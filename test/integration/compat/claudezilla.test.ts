// Spec 000's socket with real connections, a real hub and a browser behind it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { answer } from '../hub/scenes.ts';
import { exchange, openScene } from './claudezilla-scene.ts';
import { LineClient } from './clocked-hub.ts';

const hex = '0123456789abcdef0123456789abcdef';
/** Ids as the real MCP servers make them, with the pid of a process that lives: this one. */
const first = `agent_d35b${hex.slice(4)}_${process.pid}`;
const second = `agent_7b9f${hex.slice(4)}_${process.pid}`;

describe('The captured conversation, in its order', () => {
  test('000 Request Format: two agents open tabs, are refused each other’s, see both, and say goodbye.', async () => {
    const { ask } = await openScene();
    expect(await ask('getWindowMode')).toEqual({
      success: true,
      result: { privateWindowsAvailable: false, currentWindowMode: null, windowExists: false },
    });
    const opened = await ask('createWindow', { url: 'http://127.0.0.1:18080/a1', agentId: first });
    expect(opened).toEqual({
      success: true,
      result: {
        windowId: 25,
        tabId: 2,
        ownerId: first,
        tabCount: 1,
        maxTabs: 12,
        isNewWindow: true,
        isPrivate: false,
        privateFallback: false,
        closedOldestTab: null,
        message: 'Tab 1/12',
      },
    });
    await ask('createWindow', { url: 'http://127.0.0.1:18080/b1', agentId: second });
    expect(await ask('navigate', { url: 'http://127.0.0.1:18080/x', tabId: 2, agentId: second })).toEqual({
      success: false,
      error: `OWNERSHIP: Cannot navigate tab 2 (owned by agent_d35b..., you are ${second})`,
    });
    expect(await ask('closeTab', { tabId: 2, agentId: second })).toEqual({
      success: false,
      error: `OWNERSHIP: Tab 2 was created by agent_d35b.... You (${second}) cannot close another agent's tab.`,
    });
    expect(await ask('getContent', { tabId: 2, agentId: second })).toMatchObject({
      error: `OWNERSHIP: Cannot read content from tab 2 (owned by agent_d35b..., you are ${second})`,
    });
    // The real system reads the active tab of whoever it is here; the hub takes the asker's own.
    expect(await ask('getContent', { agentId: first })).toEqual({
      success: true,
      result: {
        tabId: 2,
        url: 'http://127.0.0.1:18080/a1',
        title: 'Probe',
        text: 'HelloGo',
        textLength: 7,
        truncated: false,
      },
    });
    expect(await ask('screenshot', { tabId: 99_999, agentId: first })).toEqual({
      success: false,
      error: 'Tab 99999 not found in Claudezilla window',
    });
    expect(await ask('closeWindow', { agentId: first })).toMatchObject({
      error:
        'OWNERSHIP: Cannot close window - other agents have tabs open: agent_7b9f.... Use firefox_close_tab to close your own tabs.',
    });
    expect(await ask('createWindow', { url: 'javascript:alert(1)', agentId: first })).toEqual({
      success: false,
      error: 'URL scheme not allowed: javascript:. Allowed: http:, https:, about:, file:',
    });
    expect(await ask('grantTabSpace', { agentId: first })).toEqual({
      success: false,
      error: 'You only have 1 tab(s). Keep at least 2 before granting space to others.',
    });
    expect(await ask('requestTabSpace', { agentId: second })).toEqual({
      success: true,
      result: {
        queued: true,
        position: 1,
        tabHeavyAgents: [],
        message: 'Request queued. No tab-heavy agents currently.',
      },
    });
    expect(await ask('getTabs', { agentId: second })).toMatchObject({
      result: {
        windowId: 25,
        tabs: [
          // Where another agent's tab is, is that one's business.
          { tabId: 2, url: '', title: '', ownerId: 'agent_d35b...' },
          { tabId: 3, url: 'http://127.0.0.1:18080/b1', title: 'Probe', ownerId: second },
        ],
        tabCount: 2,
        maxTabs: 12,
      },
    });
    expect(await ask('goodbye', { agentId: second })).toEqual({
      success: true,
      result: {
        tabsClosed: 1,
        closedTabIds: [3],
        agentId: 'agent_7b9f...',
        tabCount: 1,
        maxTabs: 12,
        message: 'Session ended. Closed 1 tab(s).',
      },
    });
    expect(await ask('getTabs')).toMatchObject({ result: { tabCount: 1 } });
  });

  test('A page that is denied has no title in the list as soon as its browser has reported it.', async () => {
    const { ask, browser, panel } = await openScene();
    await panel.request('grants:set', {
      effect: 'deny',
      subject: { kind: 'client', id: 'compat-claudezilla' },
      scope: 'browser:activeTab.read',
      resource: { kind: 'site', origin: 'https://bank.example' },
      tools: null,
      reading: false,
      agentId: null,
      lifetime: 'always',
    });
    expect(await ask('createWindow', { url: 'https://shop.example/', agentId: first })).toMatchObject({
      result: { tabId: 2 },
    });
    const moved = { tabId: 2, windowId: 25, title: 'Ana: 1,000 €', url: 'https://bank.example/', active: true };
    browser.tabs.set(2, moved);
    browser.report();
    const page = { tabId: 2, url: 'https://bank.example/', title: '' };
    await vi.waitFor(async () =>
      expect(await ask('getTabs', { agentId: first })).toMatchObject({ result: { tabs: [page] } }),
    );
    expect(await ask('getActiveTab', { agentId: first })).toEqual({ success: true, result: { ...page, active: true } });
  });

  test('000 Request Format: ping, version and the loop are answered by the hub, the first two while there is a browser.', async () => {
    const { ask, browser, panel, browserId } = await openScene();
    expect(await ask('ping')).toEqual({ success: true, result: { pong: true, timestamp: expect.any(Number) } });
    expect(await ask('version')).toMatchObject({ result: { extension: expect.any(String) } });
    expect(await ask('startLoop', { prompt: 'do it', maxIterations: 3 })).toMatchObject({
      result: { active: true, prompt: 'do it', iteration: 0, maxIterations: 3, completionPromise: null },
    });
    expect(await ask('startLoop', { prompt: 'again' })).toEqual({
      success: false,
      error: 'Loop already active. Stop current loop first.',
    });
    expect(await ask('incrementLoopIteration')).toEqual({ success: true, result: { iteration: 1 } });
    expect(await ask('stopLoop')).toEqual({ success: true, result: { stopped: true } });
    expect(browser.calls).toEqual([]);
    browser.close();
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'away', 'the browser is away');
    // As in the real system, where the extension answers: what says that all is well would not be true.
    for (const command of ['ping', 'version'])
      expect(await ask(command), command).toEqual({
        success: false,
        error: 'No browser is connected. Ask the user to connect one in Pilothouse under Connect.',
      });
  });

  test('000 Request Format: private windows are opened where the browser lets Pilothouse into them, and told truly.', async () => {
    const { ask, browser } = await openScene();
    const mode = (agentId: string) => ask('getWindowMode', { agentId });
    const normal = { privateWindowsAvailable: false, currentWindowMode: 'normal', windowExists: true };
    await ask('createWindow', { agentId: first });
    expect(await mode(first)).toMatchObject({ result: normal });
    // As the real system falls back, and says so.
    expect(await ask('createWindow', { private: true, agentId: first })).toMatchObject({
      result: {
        isPrivate: false,
        privateFallback: true,
        isNewWindow: false,
        modeWarning: expect.stringMatching(/^Private window unavailable/),
      },
    });
    browser.letsIntoPrivate = true;
    expect(await ask('createWindow', { private: true, agentId: first })).toMatchObject({
      result: { isPrivate: true, privateFallback: false, isNewWindow: true, windowId: 26, tabId: 4 },
    });
    expect(browser.calls.at(-1)).toMatchObject({ tool: 'tabs_create', args: { private: true } });
    expect(await mode(first)).toMatchObject({
      result: { privateWindowsAvailable: true, currentWindowMode: 'private' },
    });
    expect(await ask('getWindows', { agentId: first })).toEqual({
      success: true,
      result: [
        { windowId: 25, private: false, focused: true, tabCount: 2 },
        { windowId: 26, private: true, focused: false, tabCount: 1 },
      ],
    });
    // What one agent wants of its windows is nobody else's.
    expect(await ask('setPrivateMode', { enabled: true, agentId: first })).toMatchObject({
      result: { privateMode: true },
    });
    expect(await ask('createWindow', { agentId: first })).toMatchObject({ result: { isPrivate: true } });
    expect(await ask('createWindow', { agentId: second })).toMatchObject({ result: { isPrivate: false } });
    // By the tool's own name too.
    await ask('tabs_create', { agentId: first });
    expect(browser.calls.at(-1)).toMatchObject({ tool: 'tabs_create', args: { private: true } });
    await ask('tabs_create', { agentId: second });
    expect(browser.calls.findLast(({ tool }) => tool === 'tabs_create')?.args).not.toHaveProperty('private');
    expect(await ask('createWindow', { private: false, agentId: first })).toMatchObject({
      result: { isPrivate: false },
    });
    expect(await ask('setPrivateMode', { agentId: first })).toEqual({
      success: false,
      error: 'enabled (boolean) is required',
    });
  });

  test('000 Request Format: a param that is not heeded is named in the answer.', async () => {
    const { ask } = await openScene();
    expect(await ask('createWindow', { agentId: first, focus: true })).toMatchObject({
      result: { ignored: ['focus'] },
    });
    expect(await ask('click', { agentId: first, selector: '#a', windowId: 3 })).toMatchObject({
      result: { ignored: ['windowId'] },
    });
  });
});

describe('The flat form', () => {
  test('000 Response Format: the flat form is answered flat, with the token in the line or once as the first one.', async () => {
    const { socket, token } = await openScene();
    const flat = { command: 'createWindow', url: 'https://example.com', agentId: first };
    const [opened] = await exchange(socket, [{ ...flat, authToken: token() }]);
    expect(opened).toMatchObject({ success: true, tabId: 2, ownerId: first });
    const [went] = await exchange(
      socket,
      [{ authToken: token() }, { command: 'navigate', tabId: 2, url: 'https://example.com', agentId: first }],
      1,
    );
    expect(went).toEqual({ success: true, tabId: 2, title: 'Probe', url: 'https://example.com', navigated: true });
    const [refused] = await exchange(socket, [
      { command: 'navigate', tabId: 2, url: 'https://example.com', agentId: second, authToken: token() },
    ]);
    expect(refused).toEqual({ success: false, error: 'OWNERSHIP: Cannot navigate tab 2 (owned by agent_d35b...)' });
  });

  test('000 Per-Operation Timeouts: one that is out of range is clamped, and the reply says so.', async () => {
    const { socket, token } = await openScene();
    const [reply] = await exchange(socket, [{ command: 'ping', timeout: 1, authToken: token() }]);
    expect(reply).toMatchObject({ notice: 'The timeout 1 ms is not from 5000 to 300000; 5000 ms is used.' });
  });
});

describe('One connection', () => {
  test('000 Unix Socket: several lines are served at once, and each reply comes when it is ready.', async () => {
    const { ask, browser, socket, token } = await openScene();
    await ask('createWindow', { agentId: first });
    let letGo = () => {};
    browser.before = ({ tool }) => (tool === 'navigate' ? new Promise(resolve => (letGo = resolve)) : undefined);
    const client = new LineClient(socket);
    const say = (command: string, params: object) =>
      client.socket.write(`${JSON.stringify({ command, params, authToken: token() })}\n`);
    say('navigate', { url: 'https://slow.example', agentId: first });
    say('ping', {});
    await until(() => browser.calls.some(({ tool }) => tool === 'navigate'), 'the slow one is on its way');
    expect(await client.reply(0)).toMatchObject({ result: { pong: true } });
    letGo();
    expect(await client.reply(1)).toMatchObject({ result: { navigated: true } });
  });

  test('One connection for each command, two hundred times, loses none.', async () => {
    const { ask } = await openScene();
    await ask('createWindow', { agentId: first });
    const asks = Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0 ? ask('getContent', { agentId: first }) : ask('ping'),
    );
    const replies = await Promise.all(asks);
    expect(replies.filter(({ success }) => success !== true)).toEqual([]);
  });

  test('An asker that is killed in the middle of a line or of a call harms nobody.', async () => {
    const { ask, browser, panel, socket, token } = await openScene();
    await ask('createWindow', { agentId: second });
    browser.before = ({ args }) => (args.url === undefined ? undefined : new Promise<void>(() => {}));
    const whole = JSON.stringify({
      command: 'createWindow',
      params: { url: 'https://slow.example', agentId: first },
      authToken: token(),
    });
    const script = `require('net').connect(${JSON.stringify(socket)}).write(process.argv[1], () => console.log('written'))`;
    const agent = () => Object.values(panel.snapshot.agents).find(({ claimedName }) => claimedName === 'agent_d35b...');
    for (const text of [whole.slice(0, 60), `${whole}\n{"command":`]) {
      const child = spawn(process.execPath, ['-e', script, text], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      if (text.includes('\n')) {
        await until(() => browser.calls.at(-1)?.args.url !== undefined, 'the call is on its way');
        await panel.waitFor(() => agent()?.inFlight === 1, 'the call is shown');
      }
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await panel.waitFor(() => agent()?.inFlight === 0, 'the call is cancelled');
    expect(await ask('getTabs', { agentId: second })).toMatchObject({ result: { tabCount: 1 } });
  });

  test('Three lines in a row that cannot be read end it, and a readable one between them does not.', async () => {
    const { socket, token } = await openScene();
    const ping = { command: 'ping', authToken: token() };
    const replies = await exchange(socket, ['x', 'y', ping, 'x', 'y', 'z', ping], 99);
    const said = replies.map(({ error }) => error ?? 'pong');
    expect(said.filter(each => each !== 'pong')).toEqual([
      ...['Invalid JSON', 'Invalid JSON', 'Invalid JSON', 'Invalid JSON', 'Invalid JSON'],
      '3 lines in a row cannot be read',
    ]);
    // The first ping is answered when it is ready; the second came too late.
    expect(said.filter(each => each === 'pong')).toHaveLength(1);
  });

  test('A line that is no UTF-8 is no JSON, and the sign that stands for such bytes is a letter like any other.', async () => {
    const { ask, socket, token } = await openScene();
    const line = JSON.stringify({ command: 'startLoop', params: { prompt: '\ufffd' }, authToken: token() });
    expect(await exchange(socket, [line])).toMatchObject([{ result: { prompt: '\ufffd' } }]);
    const broken = Buffer.from(JSON.stringify({ command: 'ping', params: { x: '@' }, authToken: token() }));
    broken[broken.indexOf('@')] = 0xff;
    expect(await exchange(socket, [broken])).toEqual([{ success: false, error: 'Invalid JSON' }]);
    expect(await ask('ping')).toMatchObject({ success: true });
  });

  test('000 Message Size Limits: a line of more than 10 MB is refused with a reason and its connection ends.', async () => {
    const { ask, socket } = await openScene();
    const replies = await exchange(socket, ['x'.repeat(10 * 1024 * 1024 + 1)], 99);
    expect(replies).toEqual([{ success: false, error: 'Message too large' }]);
    expect(await ask('ping')).toMatchObject({ success: true });
  });
});

describe('The pool', () => {
  test('Tabs that are opened by the name of the tool take places as all others do, and goodbye closes them.', async () => {
    const { ask, browser } = await openScene();
    for (let count = 0; count < 12; count += 1)
      expect(await ask('tabs_create', { url: `http://127.0.0.1:18080/n${count}`, agentId: first })).toMatchObject({
        success: true,
      });
    expect(await ask('getTabs', { agentId: second })).toMatchObject({ result: { tabCount: 12 } });
    expect(await ask('createWindow', { agentId: second })).toMatchObject({ success: false });
    const more = await ask('tabs_create_mcp', { url: 'http://127.0.0.1:18080/more', agentId: first });
    expect(JSON.stringify(more)).toContain('Your oldest tab, 2, was closed for it: the pool has 12 places.');
    expect([...browser.tabs.keys()]).toHaveLength(12);
    expect(await ask('goodbye', { agentId: first })).toMatchObject({ result: { tabsClosed: 12 } });
    expect([...browser.tabs.keys()]).toEqual([]);
  });

  test('The thirteenth tab of an agent takes the place of its oldest; one that has none is told that it is full.', async () => {
    const { ask, browser } = await openScene();
    for (let count = 1; count <= 12; count += 1) await ask('createWindow', { agentId: first });
    expect(await ask('createWindow', { agentId: second })).toMatchObject({
      success: false,
      error: 'Tab pool full (12/12). You have no tabs to evict.',
      details: { code: 'POOL_FULL', tabPool: '12/12', ownerBreakdown: 'agent_d35b...: 12' },
    });
    expect(await ask('createWindow', { agentId: first })).toMatchObject({
      result: { closedOldestTab: 2, tabCount: 12, message: 'Tab 12/12 (closed oldest)' },
    });
    expect([...browser.tabs.keys()]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    await ask('requestTabSpace', { agentId: second });
    expect(await ask('grantTabSpace', { agentId: first })).toMatchObject({
      result: { granted: true, closedTabId: 3, grantedTo: 'agent_7b9f...', reservationCreated: true },
    });
    expect(await ask('getSlotRequests', { agentId: second })).toMatchObject({
      result: { youHaveReservation: true, hint: 'You have a reserved slot! Call createWindow now to claim it.' },
    });
    expect(await ask('createWindow', { agentId: second })).toMatchObject({ result: { tabCount: 12 } });
    expect(browser.tabs.size).toBe(12);
  });

  test('Tabs of an agent are cleaned up once its process has ended, and not before.', async () => {
    const { ask, browser } = await openScene();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const victim = `agent_aaaa${hex.slice(4)}_${child.pid}`;
    await ask('createWindow', { agentId: victim });
    await ask('createWindow', { agentId: first });
    expect(await ask('cleanupOrphanedTabs', { agentId: victim })).toEqual({
      success: true,
      result: { tabsClosed: 0, message: `Agent agent_aaaa... is alive (process ${child.pid}); nothing was closed.` },
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await ask('cleanupOrphanedTabs', { agentId: victim })).toMatchObject({
      result: { tabsClosed: 1, closedTabIds: [2], tabCount: 1 },
    });
    expect([...browser.tabs.keys()]).toEqual([3]);
  });

  test('A tab of the user is never closed, and his own name stands for its owner.', async () => {
    const { ask, browser, browserId, panel } = await openScene();
    browser.openForUser(500);
    await panel.waitFor(({ tabs }) => `${browserId}:500` in tabs, 'the tab is known');
    expect(await ask('closeTab', { tabId: 500, agentId: first })).toEqual({
      success: false,
      error: `OWNERSHIP: Tab 500 was created by the user. You (${first}) cannot close another agent's tab.`,
    });
    expect(browser.tabs.has(500)).toBe(true);
  });

  test('While all is stopped nothing is opened, closed or listed, and each reply says so.', async () => {
    const { ask, browser, panel } = await openScene();
    await ask('createWindow', { agentId: first });
    await panel.request('hub:set-mode', { mode: 'stopped' });
    const error = 'All agents are stopped by the user. Do not call again before the user asks you to.';
    for (const command of ['createWindow', 'closeTab', 'getTabs', 'requestTabSpace', 'getContent']) {
      expect(await ask(command, { agentId: first, tabId: 2 })).toEqual({ success: false, error });
    }
    expect([...browser.tabs.keys()]).toEqual([2]);
  });
});

describe('The user', () => {
  test('Asked about a command he sees who asks, and his answer decides the reply.', async () => {
    const { ask, panel } = await openScene();
    await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'ask' });
    const opened = ask('createWindow', { agentId: first });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
    expect(Object.values(panel.snapshot.prompts)[0]).toMatchObject({
      clientId: 'compat-claudezilla',
      agentName: 'agent_d35b...',
      scope: 'browser:tabs.create',
      program: { pid: process.pid },
    });
    await answer(panel, 'allow', 'use');
    expect(await opened).toMatchObject({ success: true, result: { tabId: 2 } });
    const refused = ask('getContent', { agentId: first });
    await answer(panel, 'deny', 'use');
    expect(await refused).toEqual({
      success: false,
      error: 'The user refused firefox_get_content this time (browser:activeTab.read).',
    });
  });

  test('While he allows reading only nothing is opened or cleaned up.', async () => {
    const { ask, browser, panel } = await openScene();
    await panel.request('hub:set-mode', { mode: 'read-only' });
    for (const command of ['createWindow', 'cleanupOrphanedTabs']) {
      expect(await ask(command, { agentId: first })).toEqual({
        success: false,
        error: `${command} acts, and the user allows reading only now. Use a reading command, or call again later.`,
      });
    }
    expect(browser.calls).toEqual([]);
  });

  test('What he forbids one agent alone is refused to that one, also where no browser is needed for it.', async () => {
    const { ask, panel } = await openScene();
    await ask('createWindow', { agentId: first });
    await ask('createWindow', { agentId: second });
    const agent = () => Object.values(panel.snapshot.agents).find(({ claimedName }) => claimedName === 'agent_d35b...');
    await panel.waitFor(() => agent() !== undefined, 'the agent is shown');
    await panel.request('agents:set-mode', { agentId: agent()?.id ?? '', mode: 'stopped' });
    const error = 'This agent is stopped by the user. Do not call again before the user asks you to.';
    for (const command of ['requestTabSpace', 'getSlotRequests'])
      expect(await ask(command, { agentId: first })).toEqual({ success: false, error });
    expect(await ask('getSlotRequests', { agentId: second })).toMatchObject({ success: true });
  });
});

test('000 Per-Operation Timeouts: a browser that does not answer costs the asker its own timeout and no more, and the reply says so.', async () => {
  const { ask, browser } = await openScene();
  await ask('createWindow', { agentId: first });
  browser.before = () => new Promise<void>(() => {});
  expect(await ask('navigate', { url: 'https://example.com', agentId: first, _timeout: 5_000 })).toEqual({
    success: false,
    error: 'Request timed out after 5000ms (command: navigate)',
    command: 'navigate',
    timeoutMs: 5_000,
  });
});
