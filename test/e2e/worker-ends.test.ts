// A service worker of the companion that is stopped leaves its debugger attached in a real Chromium: the next one uses those tabs all the same.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';

let scene: DecidedScene;

describeWith(['chromium'], "When the companion's service worker is stopped", () => {
  beforeAll(async () => {
    const page = `<title>Shop</title><button onclick="document.title += ' pressed'">Press</button>`;
    scene = await openDecidedScene(
      () => ({ '/': page }),
      () => ({}),
    );
    for (const scope of ['browser:navigate', 'browser:activeTab.read', 'browser:activeTab.interact'] as const)
      await scene.grant('allow', scope, scene.shop.origin);
  });
  afterAll(() => scene?.close());

  test('its tabs are clicked in as before.', async () => {
    const claude = await scene.agent();
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const press = () => claude.call('computer', { tabId, action: 'left_click', selector: 'button' });
    expect(await press()).toMatchObject({ isError: false });
    await stopWorker();
    expect((await press()).text).toMatch(/^Clicked at /);
    expect((await claude.call('get_page_text', { tabId })).text).toContain('Shop pressed pressed');
  });

  /** As after a crash: nothing in it is told of that. */
  async function stopWorker(): Promise<void> {
    const page = await scene.browser.newPage();
    const session = await scene.browser.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    const isThere = () => Object.values(scene.hub.snapshot.browsers).some(({ state }) => state.kind === 'connected');
    await scene.hub.waitFor(() => !isThere(), 'the browser is away');
    // What happens in the browser starts it anew.
    await page.goto(`${scene.shop.origin}/`);
    await scene.hub.waitFor(isThere, 'the browser is back');
  }
});
