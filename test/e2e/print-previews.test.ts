// The preview of `window.print()`, which only a Chromium with windows has: it keeps no call from its answer, is named and closed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { startWindowManager } from '../support/window-manager.ts';
import { startDisplay } from '../support/xvfb.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';

const button = (script: string, more = '') =>
  `<!doctype html><title>Prints</title><p id="said">nothing</p><button onclick="${script}">Go</button>
   <script>const say = value => { said.textContent = String(value); };</script>${more}`;

const pages = {
  '/front': '<!doctype html><title>Front</title>front',
  '/prints': button("print(); say('printed')"),
  '/later': button("setTimeout(() => { print(); say('printed'); }, 300)"),
  '/frame': button("frames[0].print(); say('printed')", '<iframe src="/front"></iframe>'),
  '/loads': button('', '<script>onload = () => { print(); say("printed"); };</script>'),
  '/opens': button("window.open('/loads')"),
};

let scene: PlainScene;
const ends: (() => Promise<unknown>)[] = [];

const call = async (tool: string, args: object, tabId: number) => {
  const { content } = await scene.companion.call(tool, args, tabId);
  return content.map(({ text }) => String(text)).join(' ');
};
const click = (tabId: number) => call('computer', { action: 'left_click', selector: 'button' }, tabId);
const failure = async (tool: string, args: object, tabId: number) =>
  (await scene.companion.failure(tool, args, tabId))[1];
/** Once a call is told of it. */
const isNamed = (tabId: number) =>
  expect
    .poll(() => failure('read_page', {}, tabId))
    .toMatch(new RegExp(`(Tab ${tabId} shows|tab ${tabId} opened) a print preview\\. Answer it with handle_dialog`));
const close = (tabId: number) => call('handle_dialog', { accept: false }, tabId);
const closed = 'Closed the print preview; nothing was printed.';
const said = (tabId: number) => call('get_page_text', { selector: '#said' }, tabId);

describeWith(['chromium', 'display', 'window manager'], 'Print previews', () => {
  beforeAll(async () => {
    const display = await startDisplay();
    ends.unshift(() => display.stop());
    ends.unshift(await startWindowManager(display.name));
    scene = await openPlainScene(pages, display.name);
    ends.unshift(() => scene.close());
  }, 60_000);
  afterAll(async () => {
    for (const end of ends) await end();
  });

  test('are named by the click that opened one and by every call after, never print, and the page goes on', async () => {
    const tabId = await scene.open('/prints');
    expect(await click(tabId)).toBe(
      `computer left_click opened a print preview, in tab ${tabId}. Answer it with handle_dialog.`,
    );
    for (const [tool, args, name] of [
      ['computer', { action: 'screenshot' }, 'computer screenshot'],
      ['navigate', { url: `${scene.origin}/front` }, 'navigate'],
    ] as const)
      expect(await failure(tool, args, tabId)).toBe(
        `Tab ${tabId} shows a print preview. Answer it with handle_dialog, then call ${name} again; it was not begun.`,
      );
    expect(await failure('handle_dialog', { accept: true }, tabId)).toContain('No agent may print; send accept false');
    expect(await close(tabId)).toBe(closed);
    expect(await said(tabId)).toContain('printed');
    expect(await call('javascript_tool', { text: 'location.href' }, tabId)).toBe(`"${scene.origin}/prints"`);
    expect(await call('navigate', { url: `${scene.origin}/front` }, tabId)).toContain('Front');
  });

  test.each(['/later', '/frame'])('are named and closed where %s opens one', async path => {
    const tabId = await scene.open(path);
    await click(tabId);
    await isNamed(tabId);
    expect(await close(tabId)).toBe(closed);
    expect(await said(tabId)).toContain('printed');
  });

  test('of a page that prints once it is there hold up neither what loads it nor what leaves it', async () => {
    const { tab } = await scene.companion.call('tabs_create', { url: `${scene.origin}/loads` });
    const tabId = tab?.tabId ?? 0;
    await isNamed(tabId);
    expect(await close(tabId)).toBe(closed);
    await call('navigate', { url: `${scene.origin}/front` }, tabId);
    await call('navigate', { url: `${scene.origin}/loads` }, tabId);
    await isNamed(tabId);
    expect(await call('tabs_close', {}, tabId)).toBe(`Closed tab ${tabId}.`);
  });

  test('of a tab that the page has opened are found there, whichever of the two is held to have it first', async () => {
    const tabId = await scene.open('/opens');
    let printing = 0;
    scene.companion.owned = ({ tab }) => {
      printing = tab.tabId;
      return true;
    };
    await click(tabId);
    await isNamed(tabId);
    expect(await failure('handle_dialog', { accept: false }, tabId)).toBe(
      `The print preview over tab ${tabId} does not close; it is that of tab ${printing}: call read_page there.`,
    );
    await isNamed(printing);
    expect(await close(printing)).toBe(closed);
    expect(await said(printing)).toContain('printed');
    expect(await said(tabId)).toContain('nothing');
  });
});
