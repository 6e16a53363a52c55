// Every question about an act on a page names its elements and the page and shows them, in a real Chromium and a real Firefox.
import { afterAll, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { askedPage, expectAllNamed } from './asked-elements.ts';
import { type DecidedPlace, openDecidedScene } from './decided-scene.ts';
import { openFirefoxScene } from './firefox-scene.ts';

const pages = () => ({ '/': askedPage });

let scene: DecidedPlace | undefined;
afterAll(() => scene?.close());

describeWith(['chromium'], 'In Chromium', () => {
  test('every act on elements is asked about by role, name, title and picture.', async () => {
    scene = await openDecidedScene(pages, pages);
    await scene.grant('allow', 'browser:navigate', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.read', scene.shop.origin);
    await expectAllNamed(scene, await scene.agent(), `${scene.shop.origin}/`);
    await scene.close();
    scene = undefined;
  });
});

describeWith(['firefox'], 'In Firefox', () => {
  test('every act on elements is asked about by role, name, title and picture.', async () => {
    const made = await openFirefoxScene(pages, pages);
    scene = made;
    await scene.revoke('allow', 'browser:activeTab.interact', scene.shop.origin);
    await expectAllNamed(scene, made.claude, `${scene.shop.origin}/`);
  });
});
