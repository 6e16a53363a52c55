// Private windows in a real Chromium: opened for an agent where the user lets the companion into them, and the user's own stay unknown to everybody.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import type { Agent } from '../support/hub-process.ts';

let scene: DecidedScene;
let agent: Agent;

/** Of the browser's own page for extensions. */
interface ExtensionsPage {
  readonly chrome: {
    readonly developerPrivate: {
      updateProfileConfiguration(to: object): Promise<void>;
      updateExtensionConfiguration(to: object): Promise<void>;
    };
  };
}

/** As the user does it with the switch on the extension's page; it starts anew then, which an unpacked one may only in the developer mode. */
async function letIntoPrivateWindows(): Promise<void> {
  const page = await scene.browser.newPage();
  await page.goto(`chrome://extensions/?id=${extensionIds.chromium}`);
  await page.evaluate(async extensionId => {
    const { developerPrivate } = (globalThis as unknown as ExtensionsPage).chrome;
    await developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
    await developerPrivate.updateExtensionConfiguration({ extensionId, incognitoAccess: true });
  }, extensionIds.chromium);
  await page.close();
}

describeWith(['chromium'], 'Private windows', () => {
  beforeAll(async () => {
    scene = await openDecidedScene(
      () => ({
        '/': '<title>Shop</title><h1>Goods</h1>',
        '/opens':
          '<title>Opener</title><button style="position:fixed;inset:0" onclick="window.open(\'/child\')">Go</button>',
        '/child': '<title>Child</title><h1>The child</h1>',
        '/users': '<title>The secret of the user</title>',
      }),
      () => ({}),
    );
    for (const scope of [
      'browser:tabs.create',
      'browser:navigate',
      'browser:activeTab.read',
      'browser:activeTab.interact',
    ] as const)
      await scene.grant('allow', scope, scene.shop.origin);
    agent = await scene.agent();
  });
  afterAll(() => scene?.close());

  const created = async (args: object) => {
    const { text, isError } = await agent.call('tabs_create', { ...args });
    return { text, isError, tabId: Number(/"tabId":(\d+)/.exec(text)?.[1]) };
  };

  test('As long as the user lets nobody in, none is opened, and the answer says what the user can do.', async () => {
    const { text, isError } = await created({ private: true, url: `${scene.shop.origin}/` });
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/Nothing was opened.*does not let Pilothouse into private windows/),
    ]);
  });

  test('The user’s own private tabs are told to nobody; an agent’s is private, is used as any other, and so is what its page opens.', async () => {
    await letIntoPrivateWindows();
    const browserIs = (kind: string) =>
      scene.hub.waitFor(({ browsers }) => Object.values(browsers).some(({ state }) => state.kind === kind), kind);
    await browserIs('connected');
    const worker = await companionWorker(scene.browser);
    // What the extension did not open for an agent is the user's.
    const users = await worker.evaluate(async url => {
      const window = await chrome.windows.create({ incognito: true, url, focused: true });
      return { windowId: window?.id, tabId: window?.tabs?.[0]?.id };
    }, `${scene.shop.origin}/users`);
    await expect
      .poll(async () => (await created({ private: true, url: `${scene.shop.origin}/opens` })).isError)
      .toBe(false);
    const { text, tabId } = await created({ private: true, url: `${scene.shop.origin}/opens` });
    expect(text).toContain('"private":true');
    const { windowId } = JSON.parse(text) as { windowId: number };
    expect(windowId).not.toBe(users.windowId);
    const tabOf = (id: number) => Object.values(scene.hub.snapshot.tabs).find(tab => tab.tabId === id);
    await scene.hub.waitFor(() => tabOf(tabId)?.owner.kind === 'agent', 'the tab is the agent’s');
    expect(tabOf(tabId)?.private).toBe(true);
    const usual = await created({ url: `${scene.shop.origin}/` });
    expect(usual.text).not.toContain('private');
    const { text: clicked } = await agent.call('computer', { action: 'left_click', tabId, coordinate: [50, 50] });
    const child = Number(/opened tab (\d+)/.exec(clicked)?.[1]);
    expect((await agent.call('get_page_text', { tabId: child })).text).toContain('The child');
    await scene.hub.waitFor(() => tabOf(child)?.private === true, 'what it opened is private');
    expect(JSON.stringify(scene.hub.snapshot)).not.toContain('The secret of the user');
    expect(tabOf(users.tabId ?? -1)).toBeUndefined();
  });
});
