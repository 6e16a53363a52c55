// A hub that is killed and started again, a relay and a service worker that end, before a real Chromium with the companion: whoever is still there goes on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import type { Agent } from '../support/hub-process.ts';
import type { PanelClient } from '../support/panel-client.ts';

let scene: DecidedScene;
let panel: PanelClient;
let claude: Agent;
let tabId: number;

const page = `<title>Shop</title><button onclick="document.title += ' pressed'">Press</button>`;

describeWith(['chromium'], 'An agent with a tab in a real browser', () => {
  beforeAll(async () => {
    scene = await openDecidedScene(
      () => ({ '/': page }),
      () => ({}),
    );
    panel = scene.hub;
    for (const scope of ['browser:navigate', 'browser:activeTab.read', 'browser:activeTab.interact'] as const)
      await scene.grant('allow', scope, scene.shop.origin);
    claude = await scene.place.stdioAgent(await panel.request('clients:create', { name: 'Owner', start: 'own-tabs' }), [
      '--no-start',
    ]);
    tabId = await scene.open(claude, `${scene.shop.origin}/`);
  });
  afterAll(() => scene?.close());

  test('goes on in it after the hub was killed and another one started; the counts and the tab’s owner are the same.', async () => {
    await panel.waitFor(() => owner()?.inFlight === 0 && tab() !== undefined, 'the panel has agent and tab');
    const before = owner();
    // Answered once all of that outlives a kill.
    await panel.request('tabs:give', { browserId: browserId(), tabId, agentId: before?.id ?? '' });
    await restart('SIGKILL');
    expect(owner()).toMatchObject({ id: before?.id, calls: before?.calls, failed: 0 });
    expect(tab()?.owner).toMatchObject({ kind: 'agent', agentId: before?.id });
    await presses();
  });

  test('and after the hub was stopped.', async () => {
    await restart('SIGTERM');
    expect(tab()?.owner).toMatchObject({ kind: 'agent', agentId: owner()?.id });
    await presses();
  });

  test('and after the relay was killed.', async () => {
    const { state } = Object.values(panel.snapshot.browsers)[0] ?? {};
    const relay = state?.kind === 'connected' ? (state.relayPid ?? 0) : 0;
    process.kill(relay, 'SIGKILL');
    await isConnected(pid => pid !== null && pid !== relay);
    expect(tab()?.owner).toMatchObject({ kind: 'agent', agentId: owner()?.id });
    await presses();
  });

  test('and after the worker of the extension was ended, also while no hub ran.', async () => {
    await restart('SIGKILL', stopWorker);
    expect(tab()?.owner).toMatchObject({ kind: 'agent', agentId: owner()?.id });
    await presses();
  });

  test('A tab that the user closes while no hub runs is nobody’s; its agent is told so.', async () => {
    await restart(
      'SIGKILL',
      async () => {
        const pages = scene.browser.pages().filter(each => each.url().startsWith(scene.shop.origin));
        for (const each of pages) await each.close();
      },
      () => tab() === undefined,
    );
    expect(await claude.call('get_page_text', { tabId })).toMatchObject({ isError: true });
  });
});

const owner = () => Object.values(panel.snapshot.agents).find(({ name }) => name === 'Owner');
const browserId = () => Object.keys(panel.snapshot.browsers)[0] ?? '';
const tab = () => panel.snapshot.tabs[`${browserId()}:${tabId}`];

async function presses(): Promise<void> {
  const pressed = await claude.call('computer', { tabId, action: 'left_click', selector: 'button' });
  expect(pressed).toMatchObject({ isError: false });
  expect((await claude.call('get_page_text', { tabId })).text).toContain('Shop pressed');
}

async function isConnected(by: (relayPid: number | null) => boolean = () => true): Promise<void> {
  const isThere = () =>
    Object.values(panel.snapshot.browsers).some(({ state }) => state.kind === 'connected' && by(state.relayPid));
  await panel.waitFor(isThere, 'the browser is connected');
}

/** `meanwhile` happens while no hub runs. */
async function restart(
  signal: NodeJS.Signals,
  meanwhile: () => Promise<void> = async () => {},
  until: () => boolean = () => tab() !== undefined,
): Promise<void> {
  await scene.place.newestHub()?.kill(signal);
  await meanwhile();
  panel = await scene.place.panel(await scene.place.serve());
  await isConnected();
  await panel.waitFor(() => owner()?.state.kind === 'connected', 'the agent is back');
  // Its list comes right behind its hello.
  await panel.waitFor(() => Object.keys(panel.snapshot.tabs).length > 0 && until(), 'the browser has told of its tabs');
}

/** As after a crash: nothing in it is told of that. What happens in the browser starts it anew. */
async function stopWorker(): Promise<void> {
  const other = await scene.browser.newPage();
  const session = await scene.browser.newCDPSession(other);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await other.goto(`${scene.shop.origin}/other`);
}
