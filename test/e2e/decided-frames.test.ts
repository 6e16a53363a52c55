// Frames of other sites in a page count by their own: what is meant for the page reaches none that was not decided for, in a real Chromium.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import {
  auditOf,
  bankColour,
  hitsOf,
  isNear,
  openShopAndBank,
  pageAt,
  picturesIn,
  pixelAtPoint,
  secret,
} from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';
import type { DecidedScene } from './decided-scene.ts';

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'A frame of another site', () => {
  beforeEach(async () => {
    scene = await openShopAndBank();
    claude = await scene.agent();
  });
  afterEach(() => scene?.close());

  test('A click in a frame of a site that may not be used reaches nobody, nor do keys that the frame would take.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await until(
      async () =>
        (await hitsOf(scene, scene.bank.origin)).length === 0 && scene.bank.visits.get('/account') !== undefined,
      'the frame has loaded',
    );
    const click = await claude.call('computer', { action: 'left_click', tabId, coordinate: [50, 150] });
    expect(click.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    expect(click.text).toContain(`in a frame of ${scene.bank.origin}`);
    expect(await auditOf(scene, 'computer')).toMatchObject([
      { place: { tab: tabId, site: scene.shop.origin, inFrame: false }, outcome: 'allow', ended: 'dropped' },
      { place: { tab: tabId, site: scene.bank.origin, inFrame: true, page: scene.shop.origin }, outcome: 'deny' },
      { place: { tab: tabId, site: scene.shop.origin, inFrame: false }, outcome: 'dropped', rule: 'other-frame' },
    ]);
    const page = await pageAt(scene, `${scene.shop.origin}/frame`);
    await page
      .frames()
      .find(frame => frame.url().startsWith(scene.bank.origin))
      ?.focus('#field');
    const typed = await claude.call('computer', { action: 'type', tabId, text: 'hello' });
    expect(typed.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    expect(await hitsOf(scene, scene.bank.origin)).toEqual([]);
    // Beside the frame the page is the shop's.
    expect((await claude.call('computer', { action: 'left_click', tabId, coordinate: [50, 50] })).isError).toBe(false);
  });

  test('A frame that may not be seen is covered in a picture, and one that may is not.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    const take = async () => {
      const result = await claude.client.callTool({
        name: 'computer',
        arguments: { action: 'screenshot', scale: 1, tabId },
      });
      const [image] = picturesIn(result);
      return { pixel: image ? pixelAtPoint(image, 200, 250) : null, text: JSON.stringify(result.content).slice(-300) };
    };
    const covered = await take();
    expect(isNear(covered.pixel ?? [], [0, 0, 0])).toBe(true);
    expect(covered.text).toContain(`Frames of ${scene.bank.origin} are covered`);
    await scene.revoke('deny', 'browser:activeTab.screenshot', scene.bank.origin);
    await scene.grant('allow', 'browser:activeTab.screenshot', scene.bank.origin);
    expect(isNear((await take()).pixel ?? [], bankColour)).toBe(true);
  });

  test('A frame that a page puts under the pointer is not pressed, and one that it gives the focus takes no more keys.', async () => {
    const swap = await scene.open(claude, `${scene.shop.origin}/swap`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    const click = await claude.call('computer', { action: 'left_click', tabId: swap, coordinate: [50, 50] });
    expect(click.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    const steal = await scene.open(claude, `${scene.shop.origin}/steal`);
    await until(() => (scene.bank.visits.get('/account') ?? 0) > 1, 'the other frame has loaded');
    const typed = await claude.call('computer', { action: 'type', tabId: steal, selector: '#field', text: 'password' });
    // A key had been pressed by then, so nothing is pressed again.
    expect(typed.text).toMatch(/\[ERR_TAB_MOVED\]$/);
    expect((await hitsOf(scene, scene.bank.origin)).filter(hit => hit !== 'keydownp' && hit !== 'input')).toEqual([]);
  });

  test('A frame that moves all the time is in no picture.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/shake`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    await scene.browser.pages().at(-1)?.bringToFront();
    for (let taken = 0; taken < 5; taken += 1) {
      const result = await claude.client.callTool({
        name: 'computer',
        arguments: { action: 'screenshot', scale: 1, tabId },
      });
      const [image] = picturesIn(result);
      const places = Array.from({ length: 60 }, (_, at) => at * 10);
      expect(image && places.filter(x => isNear(pixelAtPoint(image, x, 100), bankColour))).toEqual([]);
    }
  });

  test('What frames of other sites wrote to the console, and asked for, is theirs.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    expect((await claude.call('read_network_requests', { tabId })).text).not.toContain(`account?${secret}`);
    expect((await claude.call('read_console_messages', { tabId })).text).not.toContain(secret);
  });
});
