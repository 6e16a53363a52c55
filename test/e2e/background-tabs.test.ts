// Agents work in tabs that nobody looks at. Nothing but the companion is attached to these pages: a test program that were would keep them awake.
import { afterAll, beforeAll, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { useEverything, workPage } from './background-scene.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';

describeWith(['chromium'], 'Tabs in the background of a headless Chromium', () => {
  let scene: PlainScene;
  beforeAll(async () => {
    scene = await openPlainScene({ '/work': workPage, '/front': '<!doctype html><title>Front</title>' });
  }, 60_000);
  afterAll(() => scene.close());

  test('take clicks, keys, drags and wheels, and are pictured.', async () => {
    await useEverything(scene, await scene.open('/work'));
  });

  test('do so again after a pause in which nobody used them.', async () => {
    const tabId = await scene.open('/work');
    await useEverything(scene, tabId);
    await scene.companion.call('computer', { action: 'wait', duration: 2 }, tabId);
    await useEverything(scene, tabId);
  });

  test('are used as before once they show a page of another site.', async () => {
    const tabId = await scene.open('/work');
    await useEverything(scene, tabId);
    const elsewhere = `${scene.origin.replace('127.0.0.1', 'localhost')}/work`;
    await scene.companion.call('navigate', { url: elsewhere }, tabId);
    await useEverything(scene, tabId);
  });

  test('are used four at a time.', async () => {
    const tabs = await Promise.all([1, 2, 3, 4].map(() => scene.open('/work')));
    await Promise.all(tabs.map(tabId => useEverything(scene, tabId)));
  });
});
