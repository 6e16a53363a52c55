// Dialogs in tabs that pages open, in a real Chromium: each is named and answered, also one that a page greets with while it loads.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { startDisplay, type VirtualDisplay } from '../support/xvfb.ts';
import { openPlainScene, type Page, type PlainScene } from './extension-scene.ts';

const locked: Page = response => {
  response.statusCode = 401;
  response.setHeader('www-authenticate', 'Basic realm="Harbour office"');
  response.end('<h1>Closed</h1>');
};
const slowly: Page = response => {
  setTimeout(() => response.end('<!doctype html><script>alert("Welcome")</script><p>gone on'), 500);
};
const button = (script: string) =>
  `<!doctype html><title>Opens</title><button onclick="${script}">Go</button><script>
   const far = path => window.open(location.origin.replace('127.0.0.1', 'localhost') + path);</script>`;
const link = (path: string) => `<!doctype html><a href="${path}" target="_blank">Go</a>`;
const small = "'', 'width=300,height=300'";

const pages = {
  '/front': '<title>Front</title>front',
  '/greets': '<!doctype html><title>Greets</title><script>alert("Welcome")</script><p>gone on',
  '/slowly': slowly,
  '/asks': '<!doctype html><script>document.title = confirm("Sure?")</script><p>gone on',
  '/locked': locked,
  '/link': link('/greets'),
  '/window': button("window.open('/greets')"),
  '/small': button(`window.open('/greets', ${small})`),
  '/slow-window': button("window.open('/slowly')"),
  '/far': button("far('/greets')"),
  '/late': button("setTimeout(() => far('/greets'), 1500)"),
  '/users': '<!doctype html><title>Users</title>of the user',
  '/to-users': button("window.open('/users')"),
  '/asking': button("window.open('/asks')"),
  '/to-locked': link('/locked'),
  '/to-locked-window': button("window.open('/locked')"),
  '/to-far-locked': button("far('/locked')"),
};

const scenes: PlainScene[] = [];
let scene: PlainScene;
let display: VirtualDisplay;
let opened: number[] = [];

const open = async (path: string) => {
  const tabId = await scene.open(path);
  opened = [];
  scene.companion.owned = ({ tab }) => opened.push(tab.tabId) > 0;
  return tabId;
};
const call = async (tool: string, args: object, tabId: number) => {
  const { content } = await scene.companion.call(tool, args, tabId);
  return content.map(({ text }) => String(text)).join(' ');
};
const click = (tabId: number) => call('computer', { action: 'left_click', selector: 'a, button' }, tabId);
/** The tab that the last click opened, once a call there is told what holds it up. */
const heldUp = async (words: string) => {
  await expect.poll(() => opened.length).toBe(1);
  const [tabId = 0] = opened;
  await expect
    .poll(() => scene.companion.failure('read_page', {}, tabId))
    .toEqual(['ERR_TOOL_FAILED', expect.stringContaining(words)]);
  return tabId;
};
/**
 * The same for a page that may greet before a busy Chromium has attached its debugger, which then hears nothing of it. Whoever calls there is
 * told that something holds the page up, and closes it.
 */
const greetedIn = async (tabId: number, words: string) => {
  for (let tries = 3; tries > 0; tries -= 1) {
    opened = [];
    await click(tabId);
    await expect.poll(() => opened.length).toBe(1);
    const [greeting = 0] = opened;
    const [, told = ''] = await scene.companion.failure('read_page', {}, greeting);
    if (!told.includes('answers nothing')) return heldUp(words);
    await call('tabs_close', {}, greeting);
  }
  throw new Error(`No dialog of three was named; it should have been ${words}.`);
};

describeWith(['chromium', 'display'], 'Dialogs in tabs that pages open', () => {
  beforeAll(async () => {
    display = await startDisplay();
    scenes.push(await openPlainScene(pages), await openPlainScene(pages, display.name));
    // The first debugger that a Chromium attaches takes it so long that a page may have greeted before.
    for (const { open, companion } of scenes) await companion.call('read_page', {}, await open('/front'));
  }, 90_000);
  afterAll(async () => {
    for (const each of scenes) await each.close();
    await display?.stop();
  });
  beforeEach(() => {
    scene = scenes[0]!;
    scene.companion.covered = origins => origins;
  });

  test.each(
    ['link', 'window', 'small', 'slow-window', 'far'].flatMap(path =>
      ['headless', 'with a window'].map((name, index) => [path, name, index] as const),
    ),
  )('a page that greets, opened by /%s %s, is named and answered, and both pages go on', async (path, _, index) => {
    scene = scenes[index]!;
    const tabId = await open(`/${path}`);
    const greeting = await greetedIn(tabId, 'an alert dialog, "Welcome"');
    expect(await call('handle_dialog', { accept: true }, greeting)).toContain('Accepted the alert dialog.');
    expect(await call('read_page', {}, greeting)).toContain('gone on');
    expect(await call('read_page', {}, tabId)).toContain('"Go"');
    expect(await call('navigate', { url: `${scene.origin}/front` }, greeting)).toContain('Front');
  });

  test('the page that opened it may be held up too: it is told which tab, and a confirmation there is refused', async () => {
    const tabId = await open('/asking');
    await click(tabId);
    const asking = await heldUp('a confirm dialog, "Sure?"');
    const there = `There is a confirm dialog in tab ${asking}, which holds up this page too. Answer it there with handle_dialog`;
    expect(await scene.companion.failure('read_page', {}, tabId)).toEqual([
      'ERR_TOOL_FAILED',
      `${there}, then call read_page again; it was not begun.`,
    ]);
    expect(await call('handle_dialog', { accept: false }, asking)).toBe('Dismissed the confirm dialog.');
    expect(await call('javascript_tool', { text: 'document.title' }, asking)).toBe('"false"');
    expect(await call('read_page', {}, tabId)).toContain('"Go"');
  });

  test('the answer that tells of the tab names its dialog, without the words of a page that the call may not read', async () => {
    for (const [covered, words] of [
      [true, 'an alert dialog, "Welcome"'],
      [false, 'an alert dialog, whose words this call may not read'],
    ] as const) {
      const tabId = await open('/late');
      const clicked = await click(tabId);
      const greeting = await heldUp('an alert dialog, "Welcome"');
      scene.companion.covered = origins => (covered ? origins : []);
      const told = `${clicked} ${await call('get_page_text', {}, tabId)}`;
      expect(told).toContain(`Open in tab ${greeting} now: ${words}. Answer it there with handle_dialog.`);
      scene.companion.covered = origins => origins;
      await call('handle_dialog', { accept: true }, greeting);
    }
  });

  test('a tab that turns out to be the user’s is let go of', async () => {
    const tabId = await open('/to-users');
    scene.companion.owned = ({ tab }) => opened.push(tab.tabId) < 0;
    expect(await click(tabId)).not.toContain('dialog');
    await expect.poll(() => opened.length).toBe(1);
    const isAttached = async () => {
      const { targetInfos } = await scene.browser.ask('Target.getTargets');
      return (targetInfos as { url: string; attached: boolean }[])
        .filter(({ url }) => url.endsWith('/users'))
        .map(({ attached }) => attached);
    };
    await expect.poll(isAttached).toEqual([false]);
  });

  test.each(
    ['to-locked', 'to-locked-window'].flatMap(path =>
      ['headless', 'with a window'].map((name, index) => [path, name, index] as const),
    ),
  )('a page behind a password, opened by /%s %s, is named to each call there', async (path, _, index) => {
    scene = scenes[index]!;
    const tabId = await open(`/${path}`);
    const asks = '127.0.0.1 asks for a user name and a password for "Harbour office". Ask the user to type them in tab';
    const clicked = await click(tabId);
    const closed = await heldUp(asks);
    expect(clicked).toContain(`${asks} ${closed}, then call again.`);
    expect(await call('read_page', {}, tabId)).toContain('"Go"');
    expect(await call('navigate', { url: `${scene.origin}/front` }, closed)).toContain('Front');
    expect(await call('read_page', {}, closed)).toContain('front');
  });

  test('a page of another site behind a password is told of without naming that site', async () => {
    const tabId = await open('/to-far-locked');
    scene.companion.covered = () => [];
    const clicked = await click(tabId);
    expect(clicked).toContain('The page asks for a user name and a password. Ask the user to type them in tab');
    for (const word of ['localhost', 'Harbour']) expect(clicked).not.toContain(word);
    scene.companion.covered = origins => origins;
  });
});
