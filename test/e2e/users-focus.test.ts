// Under a window manager, agents work in tabs behind others, in covered and in minimised windows, and the user's window keeps the focus.
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { createTempHome } from '../support/temp-home.ts';
import { launchUnattachedChromium, type UnattachedChromium } from '../support/unattached-chromium.ts';
import { startWindowManager } from '../support/window-manager.ts';
import { startDisplay, type VirtualDisplay } from '../support/xvfb.ts';
import { act, tabsOf, useEverything, workPage } from './background-scene.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';
import { UsersPage } from './users-page.ts';
import type { ReportedTab } from '../../contract/schemas/companion.ts';

const user = new UsersPage('/front');
const elsewhere = new UsersPage('/elsewhere');
let display: VirtualDisplay;
let endManager: () => Promise<void>;
let scene: PlainScene;

async function targetIn(browser: UnattachedChromium, end: string): Promise<string | undefined> {
  const { targetInfos } = await browser.ask('Target.getTargets');
  return (targetInfos as { url: string; targetId: string }[]).find(({ url }) => url.endsWith(end))?.targetId;
}

async function windowOf(end: string): Promise<{ windowId: unknown; state: string }> {
  const { windowId, bounds } = await scene.browser.ask('Browser.getWindowForTarget', {
    targetId: await targetIn(scene.browser, end),
  });
  return { windowId, state: (bounds as { windowState: string }).windowState };
}

async function setState(end: string, windowState: string): Promise<void> {
  const { windowId } = await windowOf(end);
  await scene.browser.ask('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  await until(async () => (await windowOf(end)).state === windowState, `the window of ${end} is ${windowState}`);
}

const tabAt = (end: string): ReportedTab | undefined => tabsOf(scene).find(({ url }) => url.endsWith(end));

/** A page in front of a window of its own, which the user's covers. */
async function openWindow(end: string): Promise<number> {
  await scene.browser.ask('Target.createTarget', { url: `${scene.origin}/work${end}`, newWindow: true });
  await until(() => tabAt(end)?.active === true, `${end} is shown`);
  await goTo('/front');
  expect((await windowOf(end)).windowId).not.toBe((await windowOf('/front')).windowId);
  return tabAt(end)!.tabId;
}

/** As the user does by a click on their window, which covers all others. */
async function goTo(end: string): Promise<void> {
  const { windowId, state } = await windowOf(end);
  // A window that is restored is as large as it was before.
  if (state === 'minimized')
    await scene.browser.ask('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  else if (state !== 'maximized') await setState(end, 'maximized');
  const targetId = await targetIn(scene.browser, end);
  await user.isGivenFocus(() => scene.browser.ask('Target.activateTarget', { targetId }));
}

/** No tab of ours is left in front of anything, nor behind. */
async function leavesNoBlankTab(): Promise<void> {
  const urls = async () => (await scene.browser.ask('Target.getTargets')).targetInfos as { url: string }[];
  await until(async () => !(await urls()).some(({ url }) => url.endsWith('/blank')), 'no blank tab is left');
}

/**
 * The page opens a tab. Chromium shows that, and its window, before anybody hears of it, so all that can be had is that the user is given back
 * what they had.
 */
async function opensTab(tabId: number): Promise<void> {
  expect(await act(scene, tabId, { action: 'left_click', selector: '#tab' })).toContain('/work?opened), yours now');
  await user.hasFocus();
  const opened = tabAt('?opened')!.tabId;
  await user.keepsFocus(() => useEverything(scene, opened));
  await scene.companion.call('tabs_close', { tabId: opened }, opened);
  await until(() => tabAt('?opened') === undefined, 'the tab is closed');
  expect(tabAt('/front')).toMatchObject({ active: true });
}

describeWith(['chromium', 'display', 'window manager'], 'Under a window manager, with the user elsewhere', () => {
  beforeAll(async () => {
    display = await startDisplay();
    endManager = await startWindowManager(display.name);
    scene = await openPlainScene({ '/work': workPage, ...user.pages, ...elsewhere.pages }, display.name);
    await goTo('/front');
  }, 60_000);
  afterAll(async () => {
    await scene?.close();
    await endManager?.();
    await display?.stop();
  });

  test('a tab behind the one that the user reads is used, and the user keeps the focus.', async () => {
    const tabId = await scene.open('/work');
    await user.keepsFocus(() => useEverything(scene, tabId));
    await opensTab(tabId);
  });

  test('a small window that a tab behind opens is used, and leaves the user the focus.', async () => {
    const tabId = await scene.open('/work');
    await act(scene, tabId, { action: 'left_click', selector: '#small' });
    await until(() => tabAt('?small') !== undefined, 'the small window is there');
    await user.hasFocus();
    await user.keepsFocus(() => useEverything(scene, tabId));
    expect(tabAt('/front')).toMatchObject({ active: true });
    // It takes no second tab, behind which its own could be pressed without the focus; the user is given it back.
    await act(scene, tabAt('?small')!.tabId, { action: 'left_click', selector: '#go' });
    await user.hasFocus();
  });

  test('a dialog of a tab behind leaves the user the focus and is answered.', async () => {
    const tabId = await scene.open('/work');
    await user.keepsFocus(() => answersDialog(tabId));
  });

  test('a tab in a minimised window is used behind another one, and the window stays minimised.', async () => {
    const tabId = await scene.open('/work');
    await setState('/front', 'minimized');
    await useEverything(scene, tabId);
    expect((await windowOf('/front')).state).toBe('minimized');
    await goTo('/front');
  });

  test('the tab in front of a window that the user has covered is used, and the user keeps the focus.', async () => {
    const tabId = await openWindow('?covered');
    await user.keepsFocus(() => useEverything(scene, tabId));
    await user.keepsFocus(() => answersDialog(tabId));
    await opensTab(tabId);
    expect(tabAt('?covered')).toMatchObject({ active: true });
    await leavesNoBlankTab();
  });

  test('a dialog that a press opens there stands before its own page.', async () => {
    const { tabId } = tabAt('?covered')!;
    await act(scene, tabId, { action: 'left_click', selector: '#ask' });
    await leavesNoBlankTab();
    await scene.companion.call('handle_dialog', { accept: true }, tabId);
  });

  test('the tab in front of a minimised window is used, which stays minimised, and the user keeps the focus.', async () => {
    const tabId = await openWindow('?minimised');
    await setState('?minimised', 'minimized');
    await user.keepsFocus(() => useEverything(scene, tabId));
    expect((await windowOf('?minimised')).state).toBe('minimized');
    expect(tabAt('?minimised')).toMatchObject({ active: true });
    await leavesNoBlankTab();
    await opensTab(tabId);
    expect((await windowOf('?minimised')).state).toBe('minimized');
  });

  test('whoever is in another program keeps the focus there.', async () => {
    const extensionDir = path.join(repositoryRoot, 'dist/extension/chromium');
    const home = createTempHome();
    const url = `${scene.origin}/elsewhere`;
    const program = await launchUnattachedChromium({
      extensionDir,
      userDataDir: home.home,
      url,
      display: display.name,
    });
    try {
      await until(async () => (await targetIn(program, '/elsewhere')) !== undefined, 'the other program is there');
      const targetId = await targetIn(program, '/elsewhere');
      await elsewhere.isGivenFocus(() => program.ask('Target.activateTarget', { targetId }));
      const { tabId } = tabAt('?covered')!;
      await elsewhere.keepsFocus(() => useEverything(scene, tabId));
    } finally {
      await program.close();
      home.remove();
    }
  });
});

async function answersDialog(tabId: number): Promise<void> {
  expect(await act(scene, tabId, { action: 'left_click', selector: '#ask' })).toContain('a confirm dialog, "Sure?"');
  const { text } = await scene.companion.call('handle_dialog', { accept: true }, tabId);
  expect(text).toBe('Accepted the confirm dialog.');
  expect((await scene.companion.call('javascript_tool', { text: 'document.title' }, tabId)).text).toBe('"true"');
}
