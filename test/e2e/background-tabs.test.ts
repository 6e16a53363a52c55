// Agents work in tabs that nobody looks at. Nothing but the companion is attached to these pages: a test program that were would keep them awake.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { startWindowManager } from '../support/window-manager.ts';
import { startDisplay, type VirtualDisplay } from '../support/xvfb.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';
import type { ReportedTab } from '../../contract/schemas/companion.ts';

const workPage = `<!doctype html><title>Work</title><body style="margin:0;height:3000px">
<button id="go" style="position:absolute;left:10px;top:10px" onclick="count(event)">Go</button>
<input id="name" style="position:absolute;left:10px;top:50px">
<div id="card" draggable="true" style="position:absolute;left:10px;top:100px;width:60px;height:60px;background:tomato">card</div>
<button id="small" style="position:absolute;left:100px;top:10px" onclick="open('/work?small', '', 'width=300,height=300')">Small</button>
<button id="ask" style="position:absolute;left:200px;top:10px" onclick="document.title = String(confirm('Sure?'))">Ask</button>
<div id="box" style="position:absolute;left:300px;top:100px;width:120px;height:120px;background:skyblue">box</div>
<div id="knob" style="position:absolute;left:10px;top:250px;width:40px;height:40px;background:gold">knob</div>
<div style="position:absolute;left:300px;top:250px;width:200px;height:20px;background:linear-gradient(90deg,red,blue)"></div>
<script>
  const done = { clicks: 0, untrusted: 0, keys: 0, dropped: '', knob: 0, wheel: 0 };
  const count = event => { done.clicks += 1; if (!event.isTrusted) done.untrusted += 1; document.title = 'Clicked ' + done.clicks; };
  document.getElementById('name').addEventListener('keydown', () => { done.keys += 1; });
  const card = document.getElementById('card'), box = document.getElementById('box'), knob = document.getElementById('knob');
  card.addEventListener('dragstart', event => event.dataTransfer.setData('text/plain', 'the card'));
  box.addEventListener('dragover', event => event.preventDefault());
  box.addEventListener('drop', event => { event.preventDefault(); done.dropped = event.dataTransfer.getData('text/plain'); });
  knob.addEventListener('pointerdown', event => knob.setPointerCapture(event.pointerId));
  knob.addEventListener('pointermove', event => { if (event.buttons) done.knob = Math.round(event.clientX); });
  addEventListener('wheel', () => { done.wheel += 1; });
</script>`;

const frontPage = `<!doctype html><title>Front</title><h1>The user reads here</h1>
<script>for (const kind of ['focus', 'blur']) addEventListener(kind, () => fetch('/told-' + kind));</script>`;

interface Told {
  focus: number;
  blur: number;
}

async function openUserScene(told: Told, display?: string): Promise<PlainScene> {
  const note = (kind: keyof Told) => (response: { end(text: string): void }) => {
    told[kind] += 1;
    response.end('noted');
  };
  const pages = { '/work': workPage, '/front': frontPage };
  return openPlainScene({ ...pages, '/told-focus': note('focus'), '/told-blur': note('blur') }, display);
}

async function act({ companion }: PlainScene, tabId: number, args: object): Promise<string> {
  const { text } = await companion.call('computer', args, tabId);
  return text;
}

async function doneIn({ companion }: PlainScene, tabId: number): Promise<Record<string, unknown>> {
  const { text } = await companion.call('javascript_tool', { text: 'done' }, tabId);
  return JSON.parse(text);
}

function tabsOf({ companion }: PlainScene): readonly ReportedTab[] {
  const said = companion.heard.findLast(({ method }) => method === 'tabs');
  return ((said?.params ?? { tabs: [] }) as { tabs: readonly ReportedTab[] }).tabs;
}

/** All that a hand can do, and a picture after each. Nothing of it may depend on a frame that nobody sees. */
async function useEverything(scene: PlainScene, tabId: number): Promise<void> {
  const before = await doneIn(scene, tabId);
  const picture = async () => {
    const { content } = await scene.companion.call('computer', { action: 'screenshot', scale: 1 }, tabId);
    const data = String(content[0]?.data);
    expect(data.length).toBeGreaterThan(1_000);
    return data;
  };
  const blank = await picture();
  await act(scene, tabId, { action: 'left_click', selector: '#go' });
  await picture();
  await act(scene, tabId, { action: 'type', selector: '#name', text: 'by hand', clear: true });
  expect(await picture()).not.toBe(blank);
  await act(scene, tabId, { action: 'left_click_drag', start_coordinate: [40, 130], coordinate: [360, 160] });
  await picture();
  await act(scene, tabId, { action: 'left_click_drag', start_coordinate: [30, 270], coordinate: [200, 270] });
  await act(scene, tabId, { action: 'scroll', coordinate: [200, 200], scroll_direction: 'down', scroll_amount: 2 });
  await until(
    async () => Number((await doneIn(scene, tabId)).wheel) > Number(before.wheel),
    'the page hears the wheel',
  );
  await act(scene, tabId, { action: 'scroll', coordinate: [200, 200], scroll_direction: 'up', scroll_amount: 10 });
  await picture();
  expect(await doneIn(scene, tabId)).toMatchObject({
    clicks: Number(before.clicks) + 1,
    untrusted: 0,
    keys: Number(before.keys) + 7,
    dropped: 'the card',
    knob: 200,
  });
  const { text } = await scene.companion.call(
    'javascript_tool',
    { text: "scrollTo(0, 0); done.dropped = ''; done.knob = 0" },
    tabId,
  );
  expect(text).toBe('0');
}

describeWith(['chromium'], 'Tabs in the background of a headless Chromium', () => {
  let scene: PlainScene;
  beforeAll(async () => {
    scene = await openUserScene({ focus: 0, blur: 0 });
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

describeWith(['chromium', 'display', 'window manager'], 'Under a window manager, with the user elsewhere', () => {
  const told: Told = { focus: 0, blur: 0 };
  let display: VirtualDisplay;
  let endManager: () => Promise<void>;
  let scene: PlainScene;
  beforeAll(async () => {
    display = await startDisplay();
    endManager = await startWindowManager(display.name);
    scene = await openUserScene(told, display.name);
  }, 60_000);
  afterAll(async () => {
    await scene.close();
    await endManager();
    await display.stop();
  });

  async function windowOf(path: string): Promise<{ windowId: unknown; state: string }> {
    const { windowId, bounds } = await scene.browser.ask('Browser.getWindowForTarget', {
      targetId: await targetOf(path),
    });
    return { windowId, state: (bounds as { windowState: string }).windowState };
  }

  async function setState(path: string, windowState: string): Promise<void> {
    const { windowId } = await windowOf(path);
    await scene.browser.ask('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    await until(async () => (await windowOf(path)).state === windowState, `the window of ${path} is ${windowState}`);
  }

  test('a tab behind the one that the user reads is used, and the user keeps the focus.', async () => {
    const tabId = await scene.open('/work');
    const blurs = told.blur;
    await useEverything(scene, tabId);
    expect(told.blur).toBe(blurs);
  });

  test('a small window that a tab behind opens leaves the user the focus.', async () => {
    const tabId = await scene.open('/work');
    await act(scene, tabId, { action: 'left_click', selector: '#small' });
    await until(() => tabsOf(scene).some(({ url }) => url.endsWith('?small')), 'the small window is there');
    // The window manager has handed out the focus long before all of this is done.
    await useEverything(scene, tabId);
    await expect.poll(() => told.focus - told.blur).toBe(0);
    expect(tabsOf(scene).find(({ url }) => url.endsWith('/front'))).toMatchObject({ active: true });
  });

  test('a dialog of a tab behind leaves the user the focus and is answered.', async () => {
    const tabId = await scene.open('/work');
    const blurs = told.blur;
    expect(await act(scene, tabId, { action: 'left_click', selector: '#ask' })).toContain('a confirm dialog, "Sure?"');
    expect((await scene.companion.call('handle_dialog', { accept: true }, tabId)).text).toBe(
      'Accepted the confirm dialog.',
    );
    expect((await scene.companion.call('javascript_tool', { text: 'document.title' }, tabId)).text).toBe('"true"');
    expect(told.blur).toBe(blurs);
  });

  test('a tab in a minimised window is used, and the window stays minimised.', async () => {
    const tabId = await scene.open('/work');
    await setState('/front', 'minimized');
    await useEverything(scene, tabId);
    expect((await windowOf('/front')).state).toBe('minimized');
    await setState('/front', 'normal');
  });

  test('a tab in front of a window that the user has covered with another one is used, and the other one keeps the focus.', async () => {
    const { targetId } = await scene.browser.ask('Target.createTarget', {
      url: `${scene.origin}/work?shown`,
      newWindow: true,
    });
    expect(targetId).not.toBe('');
    await until(async () => tabsOf(scene).some(({ url, active }) => url.endsWith('?shown') && active), 'it is shown');
    const { tabId } = tabsOf(scene).find(({ url }) => url.endsWith('?shown'))!;
    await setState('/front', 'maximized');
    const { windowId } = await windowOf('/front');
    expect(windowId).not.toBe((await windowOf('?shown')).windowId);
    await scene.browser.ask('Target.activateTarget', { targetId: await targetOf('/front') });
    await until(() => told.focus > told.blur - 1, 'the front window has the focus');
    await act(scene, tabId, { action: 'left_click', selector: '#go' });
    await act(scene, tabId, { action: 'type', selector: '#name', text: 'by hand' });
    expect(await doneIn(scene, tabId)).toMatchObject({ clicks: 1, untrusted: 0, keys: 7 });
    await until(() => told.focus >= told.blur, 'the front window has the focus again');
  });

  test('the tab in front of a minimised window is used, and the window is minimised afterwards.', async () => {
    const { tabId } = tabsOf(scene).find(({ url }) => url.endsWith('?shown'))!;
    await setState('?shown', 'minimized');
    await act(scene, tabId, { action: 'left_click', selector: '#go' });
    await until(async () => (await windowOf('?shown')).state === 'minimized', 'it is minimised again');
    await until(() => told.focus >= told.blur, 'the front window has the focus again');
  });

  async function targetOf(path: string): Promise<string> {
    const { targetInfos } = await scene.browser.ask('Target.getTargets');
    return (targetInfos as { url: string; targetId: string }[]).find(({ url }) => url.endsWith(path))!.targetId;
  }
});
