// An extension that speaks spec 000, behind a real relay connection: agents of any wire drive it, its pop-up is answered.
import fs from 'node:fs';
import { Script } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { claudezillaFiles, exchange, switchOn } from './claudezilla-scene.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

type Said = Record<string, unknown> & { readonly params?: Record<string, unknown> };

/** As captured from the real extension. */
const pageState = {
  viewport: { width: 1366, height: 682, scrollX: 0, scrollY: 0, scrollHeight: 107 },
  headings: [{ level: 'h1', text: 'Hello' }],
  buttons: [{ text: 'Go', disabled: false, type: 'button' }],
};

/** The extension, as far as a captured conversation shows it: one pool of tabs, owners by agentId, commands with ids. */
class PlayedExtension {
  readonly heard: Said[] = [];
  /** A data address; without one another agent takes a screenshot just now. */
  picture: string | null = null;
  /** What a script answers with, in place of what it finds out. */
  script: (() => object) | null = null;
  /** So often its page is not there yet when a script looks. */
  late = 0;
  /** What the page's password field holds. */
  password = '';
  readonly #channel: FrameChannel;
  readonly #tabs = new Map<number, Readonly<Record<string, unknown>>>();
  #nextTab = 2;

  constructor(channel: FrameChannel) {
    this.#channel = channel;
    channel.onFrame(frame => this.#take(JSON.parse(frame.toString()) as Said));
  }

  send(message: object): void {
    this.#channel.send(JSON.stringify(message));
  }

  answerTo(id: string): Said | undefined {
    return this.heard.find(said => said.id === id);
  }

  close(): void {
    this.#channel.close('The test ends.');
  }

  #take(said: Said): void {
    this.heard.push(said);
    const { id, command, params = {} } = said;
    if (said.type !== 'command') return;
    const done = (result: object) => this.send({ id, success: true, result });
    if (command === 'createWindow') {
      const tabId = this.#nextTab++;
      this.#tabs.set(tabId, { tabId, url: params.url, title: 'Probe /a1', active: true, ownerId: params.agentId });
      return done({ windowId: 25, tabId, ownerId: params.agentId, tabCount: 1, maxTabs: 12, closedOldestTab: null });
    }
    if (command === 'evaluate' && this.script) return done({ result: this.script(), type: 'object' });
    if (command === 'evaluate') return this.#evaluate(said, String(params.expression));
    if (command === 'type') return done({ selector: params.selector, typed: params.text, currentValue: this.password });
    if (command === 'getPageState') return done(pageState);
    if (command === 'handleConsent') return done({ found: true, clicked: true, buttonText: 'OK' });
    if (command === 'getContent')
      return done({ tabId: params.tabId, url: 'http://127.0.0.1/a1', title: 'Probe /a1', text: 'HelloGo' });
    if (command === 'screenshot' && this.picture !== null) {
      const menu = { selector: 'div.menu', text: 'Menu', role: 'div' };
      const labels = { 1: { selector: '#go', text: 'Go', role: 'button' }, 2: this.#labelOfPassword(), 3: menu };
      const drawn = params.annotate === true ? { labels } : {};
      return done({ tabId: params.tabId, format: 'jpeg', dataUrl: this.picture, ...drawn });
    }
    if (command === 'screenshot') {
      const details = { code: 'MUTEX_BUSY', holder: 'agent_aaaa...', heldForMs: 2600, retryAfterMs: 2000 };
      return this.send({ id, success: false, error: 'Screenshot mutex held by another agent', details });
    }
    if (command === 'getTabs') return done({ windowId: 25, tabs: [...this.#tabs.values()] });
    if (command === 'closeTab') this.#tabs.delete(Number(params.tabId));
    done({ tabId: params.tabId, closed: command === 'closeTab', url: params.url ?? '', title: 'Probe' });
  }

  #labelOfPassword(): object {
    // A page may give a field any role.
    return { selector: 'input.pw', text: this.password, role: 'button' };
  }

  /** With what of the page the hub's scripts look at. */
  #evaluate({ id, params = {} }: Said, expression: string): void {
    if (this.late > 0) {
      this.late -= 1;
      return this.send({ id, success: false, error: 'CONTENT_SCRIPT_UNAVAILABLE: Cannot communicate with tab 2.' });
    }
    const { url } = this.#tabs.get(Number(params.tabId)) ?? {};
    const field = { value: this.password };
    const value: unknown = new Script(expression).runInNewContext({
      performance: { timeOrigin: 1, now: () => 0 },
      location: { href: url },
      document: { readyState: 'complete', title: 'Probe /a1', querySelectorAll: () => [field] },
    });
    this.send({ id, success: true, result: { expression, result: value, type: typeof value } });
  }
}

async function openScene() {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const argv = ['/home/ana/.mozilla/native-messaging-hosts/claudezilla.json', 'claudezilla@boot.industries'];
  const channel = await connectToHub({ home: place.home, role: 'relay', hello: { argv, pid: process.pid } });
  const extension = new PlayedExtension(channel);
  onTestFinished(() => extension.close());
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the extension waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
  return { place, panel, extension, browserId };
}

describe('An agent of MCP', () => {
  test('navigate is answered within its own time, also while the page still loads, and says that it was not waited for.', async () => {
    const { place, panel, extension } = await openScene();
    const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
    await agent.call('tabs_create', { url: 'http://127.0.0.1/a1' });
    const late = "The call's time was over before the page had loaded; wait until it is there, then look at it.";
    let since = 0;
    extension.script = () => ({
      since: (since += 1),
      ageMs: 0,
      isLoaded: false,
      url: 'http://127.0.0.1/a1',
      title: 'Slow',
    });
    const { text, isError } = await agent.call('navigate', { url: 'http://127.0.0.1/a1', timeout: 5_000 });
    expect({ ...JSON.parse(text), isError }).toEqual({
      tabId: 2,
      url: 'http://127.0.0.1/a1',
      title: 'Slow',
      note: `The page still loads. ${late}`,
      isError: false,
    });
  });

  test('It opens, reads and closes a tab; what has no counterpart is an error that names both.', async () => {
    const { place, panel, extension, browserId } = await openScene();
    const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
    expect(await agent.call('tabs_create', { url: 'http://127.0.0.1/a1' })).toEqual({
      text: '{"tabId":2,"windowId":25,"url":"http://127.0.0.1/a1","title":"Probe /a1"}',
      isError: false,
    });
    await panel.waitFor(
      ({ tabs: { [`${browserId}:2`]: tab } }) => tab?.owner.kind === 'agent' && tab.url === 'http://127.0.0.1/a1',
      'the tab is shown with its owner and its address',
    );
    expect(await agent.call('get_page_text')).toEqual({
      text: 'Title: Probe /a1\nURL: http://127.0.0.1/a1\n\nHelloGo',
      isError: false,
    });
    expect(await agent.call('computer', { action: 'hover', coordinate: [1, 2] })).toMatchObject({
      isError: true,
      text: expect.stringContaining("computer hover has no counterpart in Claudezilla's extension"),
    });
    expect(await agent.call('tabs_close', { tabId: 2 })).toEqual({ isError: false, text: '{"tabId":2,"closed":true}' });
    await panel.waitFor(({ tabs }) => !(`${browserId}:2` in tabs), 'the tab is gone');
    const named = (name: string) => extension.heard.find(({ command }) => command === name);
    const [created, closed] = [named('createWindow'), named('closeTab')];
    expect(created).toMatchObject({ type: 'command', command: 'createWindow', params: { url: 'http://127.0.0.1/a1' } });
    // The extension lets only the creator close a tab.
    expect(closed).toMatchObject({ command: 'closeTab', params: { tabId: 2, agentId: created?.params?.agentId } });
  });

  test('A tab is told of once its page is there, and its labels are told beside the picture, without passwords.', async () => {
    const { place, panel, extension } = await openScene();
    const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
    extension.late = 2;
    expect((await agent.call('tabs_create', { url: 'http://127.0.0.1/a1' })).text).toContain('"title":"Probe /a1"');
    expect(extension.late).toBe(0);
    extension.picture = 'data:image/jpeg;base64,AAAA';
    extension.password = 'hunter2';
    const screenshot = { name: 'computer', arguments: { action: 'screenshot', annotate: true, tabId: 2 } };
    const text = '1 button "Go" #go\n2 button input.pw\n3 div "Menu" div.menu';
    expect(await agent.client.callTool(screenshot)).toMatchObject({ content: [{ type: 'image' }, { text }] });
    // A page that cannot say which of its fields are for passwords vouches for no name.
    extension.late = 1;
    const unnamed = '1 button #go\n2 button input.pw\n3 div div.menu';
    expect(await agent.client.callTool(screenshot)).toMatchObject({ content: [{ type: 'image' }, { text: unnamed }] });
    const type = { action: 'type', tabId: 2, selector: 'input.pw', text: 'x' };
    expect((await agent.call('computer', type)).text).toBe('{"selector":"input.pw","typed":"x"}');
  });
});

describe('An agent of its own wire', () => {
  const agentId = `agent_0123_${process.pid}`;

  /** The socket with a tab of the agent's, which has the number 2. */
  async function openOwn() {
    const scene = await openScene();
    await switchOn(scene.panel);
    await scene.panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
    const { socket, tokenFile } = claudezillaFiles(scene.place);
    const ask = async (command: string, params: object = {}) => {
      const authToken = fs.readFileSync(tokenFile, 'utf8');
      const [reply] = await exchange(socket, [{ command, params: { ...params, agentId }, authToken }]);
      return reply;
    };
    expect(await ask('createWindow', { url: 'http://127.0.0.1/a1' })).toMatchObject({ result: { tabId: 2 } });
    return { ...scene, ask };
  }

  test('It gets the details that the real host loses.', async () => {
    const { ask } = await openOwn();
    expect(await ask('screenshot', { tabId: 2 })).toEqual({
      success: false,
      error: 'Screenshot mutex held by another agent',
      details: { code: 'MUTEX_BUSY', holder: 'agent_aaaa...', heldForMs: 2600, retryAfterMs: 2000 },
    });
  });

  test('000 Message Size Limits: a picture of 2 MB reaches it as it was given, because the bound of 1 MB is that of the other direction.', async () => {
    const { ask, extension } = await openOwn();
    extension.picture = `data:image/jpeg;base64,${'A'.repeat(2_000_000)}`;
    const { result } = (await ask('screenshot', { tabId: 2 })) as { readonly result: Said };
    expect(result.dataUrl === extension.picture).toBe(true);
  });

  test('000 Request Format: its commands arrive as they were asked, and their answers as they were given, also what no tool of the hub does.', async () => {
    const { ask, extension } = await openOwn();
    expect(await ask('getPageState', { tabId: 2 })).toEqual({ success: true, result: { tabId: 2, ...pageState } });
    expect(await ask('handleConsent')).toMatchObject({ success: true, result: { clicked: true, buttonText: 'OK' } });
    await ask('scroll', { tabId: 2, x: 0, y: 500, behavior: 'smooth' });
    const [created, scrolled] = ['createWindow', 'scroll'].map(name => extension.heard.find(e => e.command === name));
    const { agentId: creator } = created?.params ?? {};
    expect(scrolled?.params).toEqual({ tabId: 2, x: 0, y: 500, behavior: 'smooth', agentId: creator });
  });

  test('A number that comes as a text goes to the extension as a number, also a bound of which it passes over texts.', async () => {
    const { ask, extension } = await openOwn();
    await ask('getPageState', { tabId: 2, maxLinks: '1' });
    await ask('scroll', { tabId: 2, y: '500' });
    const sent = (name: string) => extension.heard.find(({ command }) => command === name)?.params;
    expect(sent('getPageState')).toMatchObject({ maxLinks: 1 });
    expect(sent('scroll')).toMatchObject({ y: 500 });
  });

  test('A usual window is asked for by name only where the agent names it: who wishes for no private ones takes what is there.', async () => {
    const { ask, extension } = await openOwn();
    const asked = () => extension.heard.findLast(({ command }) => command === 'createWindow')?.params;
    await ask('setPrivateMode', { enabled: false });
    await ask('createWindow', { url: 'http://127.0.0.1/a2' });
    expect(asked()).not.toHaveProperty('private');
    await ask('createWindow', { url: 'http://127.0.0.1/a3', private: false });
    expect(asked()).toMatchObject({ private: false });
    await ask('setPrivateMode', { enabled: true });
    await ask('createWindow', { url: 'http://127.0.0.1/a4' });
    expect(asked()).toMatchObject({ private: true });
  });

  test('A password that a field holds is not told, in whichever answer the extension tells it; what other fields hold is.', async () => {
    const { ask, extension } = await openOwn();
    extension.picture = 'data:image/jpeg;base64,AAAA';
    extension.password = 'hunter2';
    const typed = { tabId: 2, selector: 'input.pw', text: '2' };
    expect(await ask('type', typed)).toEqual({ success: true, result: { tabId: 2, selector: 'input.pw', typed: '2' } });
    expect(await ask('screenshot', { tabId: 2, annotate: true })).toMatchObject({
      result: { labels: { 1: { text: 'Go' }, 2: { text: '', selector: 'input.pw' } } },
    });
    // A page that cannot say which of its fields are for passwords tells of none.
    extension.late = 1;
    expect(await ask('type', typed)).toEqual({ success: true, result: { tabId: 2, selector: 'input.pw', typed: '2' } });
    extension.password = '2';
    expect(await ask('type', typed)).toMatchObject({ result: { currentValue: '2' } });
  });

  test('000 Request Format: bounds that the extension passes over are kept to by the hub, and a window that is not its agent’s is refused.', async () => {
    const { ask, extension } = await openOwn();
    expect(await ask('getPageState', { tabId: 2, maxButtons: 0, maxHeadings: 5 })).toMatchObject({
      result: { headings: pageState.headings, buttons: [], counts: { buttons: { shown: 0 } } },
    });
    expect(await ask('resizeWindow', { windowId: 7, width: 800, height: 600 })).toEqual({
      success: false,
      error: 'You have no tab in window 7; send the windowId that firefox_create_window answered with, or none.',
    });
    expect(extension.heard.some(({ command }) => command === 'resizeWindow')).toBe(false);
    expect(await ask('resizeWindow', { windowId: 25, width: 800, height: 600 })).toMatchObject({ success: true });
  });

  test('A tab of another agent is refused as everywhere.', async () => {
    const { ask, extension, panel, place } = await openOwn();
    const other = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
    await other.call('tabs_create', { url: 'http://127.0.0.1/b1' });
    expect(await ask('handleConsent', { tabId: 3 })).toMatchObject({
      error: expect.stringMatching(/^OWNERSHIP: Cannot handle consent in tab 3 \(owned by /),
    });
    expect(extension.heard.some(({ command }) => command === 'handleConsent')).toBe(false);
  });
});

test('Its pop-up is answered: ping, version and the loop, which the real host leaves waiting.', async () => {
  const { extension } = await openScene();
  extension.send({ id: 'pop-1', command: 'ping', params: {} });
  extension.send({ id: 'pop-2', command: 'version', params: {} });
  extension.send({ id: 'pop-3', command: 'getLoopState', params: {} });
  extension.send({ id: 'pop-4', command: 'formatDisk', params: {} });
  const answers = () => [1, 2, 3, 4].map(number => extension.answerTo(`pop-${number}`));
  // What is refused may be answered before what is looked up.
  await until(() => !answers().includes(undefined), 'the pop-up is answered');
  expect(answers()).toEqual([
    { id: 'pop-1', success: true, result: { pong: true, timestamp: expect.any(Number) } },
    {
      id: 'pop-2',
      success: true,
      result: { host: expect.any(String), node: process.version, platform: process.platform, features: ['focus-loop'] },
    },
    { id: 'pop-3', success: true, result: expect.objectContaining({ active: false, timedOut: false }) },
    { id: 'pop-4', success: false, error: 'Command not allowed: formatDisk' },
  ]);
});
