// Tabs whose pages Chromium has discarded: the next call has them loaded again, and they can be used where nobody sees them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const page = `<!doctype html><title>Work</title><p id="said">nothing</p><button onclick="said.textContent = 'pressed'">Go</button>`;
const wasLoadedAgain = 'The browser had discarded the tab, so its page was loaded again: call read_page for new refs.';

let scene: ExtensionScene;

const inWorker = async <T>(run: (tabId: number) => Promise<T>, tabId: number) =>
  (await companionWorker(scene.context)).evaluate(run, tabId);
const call = async (tool: string, args: object, tabId: number) => {
  const { content } = await scene.companion.call(tool, args, tabId);
  return content.map(({ type, text }) => (type === 'text' ? String(text) : type)).join(' ');
};
const click = { action: 'left_click', selector: 'button' };
const screenshot = { action: 'screenshot' };
/** After the given call, what reads and acts. */
const useAll = async (tool: string, args: object, tabId: number) => {
  const first = await call(tool, args, tabId);
  expect(await call('computer', click, tabId)).toContain('Clicked');
  expect(await call('get_page_text', {}, tabId)).toContain('pressed');
  expect(await call('navigate', { url: `${scene.origin}/work?next` }, tabId)).toContain('/work?next');
  expect(await call('computer', click, tabId)).toContain('Clicked');
  return first;
};
const calls = [
  ['read_page', {}, '"Go"'],
  ['computer', click, 'Clicked'],
] as const;

describeWith(['chromium'], 'Tabs that Chromium has discarded', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({ '/work': page });
  }, 60_000);
  afterAll(() => scene?.close());

  test.each(calls)('are loaded again for %s %o, and then used', async (tool, args, answer) => {
    const before = await scene.open('/work');
    const tabId = await inWorker(async id => (await chrome.tabs.discard(id))?.id ?? 0, before);
    const told = await useAll(tool, args, tabId);
    expect(told).toContain(answer);
    expect(told).toContain(wasLoadedAgain);
  });

  test('are not drawn before their user has looked at them, which is said, and has the size of the window then', async () => {
    const before = await scene.open('/work');
    const tabId = await inWorker(async id => (await chrome.tabs.discard(id))?.id ?? 0, before);
    expect(await scene.companion.failure('computer', screenshot, tabId)).toEqual([
      'ERR_TOOL_FAILED',
      expect.stringContaining('draws nothing of it before its user has looked at it'),
    ]);
    await inWorker(async id => void (await chrome.tabs.update(id, { active: true })), tabId);
    await expect.poll(() => inWorker(async id => (await chrome.tabs.get(id)).width, tabId)).toBeGreaterThan(0);
    expect(await call('computer', screenshot, tabId)).toContain('image');
    const { width } = await inWorker(async id => chrome.tabs.get(id), tabId);
    await expect.poll(() => call('javascript_tool', { text: 'innerWidth' }, tabId)).toBe(String(width));
  });

  test('under another number are not there any more under the old one', async () => {
    const before = await scene.open('/work');
    const tabId = await inWorker(async id => (await chrome.tabs.discard(id))?.id ?? 0, before);
    if (tabId === before) return;
    expect(await scene.companion.failure('read_page', {}, before)).toEqual([
      'ERR_INVALID_ARGUMENTS',
      `Tab ${before} is not open any more; call tabs_context.`,
    ]);
  });
});
