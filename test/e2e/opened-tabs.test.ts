// The tabs that pages open, in a real Chromium: the agent's where its call made the page open them, the user's where the user did.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';
import type { CompanionOpened } from '../../contract/schemas/companion.ts';
import type { CompanionHub } from '../integration/native-host/companion-hub.ts';

let scene: ExtensionScene;
let companion: CompanionHub;
let tabId = 0;
let asked: CompanionOpened[] = [];

const button = (script: string) =>
  `<!doctype html><title>Opens</title><button style="position:fixed;left:0;top:0;width:200px;height:100px">Go</button>
   <script>document.querySelector('button').onclick = () => { ${script} };</script>`;
const click = { action: 'left_click', coordinate: [50, 50] };

describeWith(['chromium'], 'tabs that pages open', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': '<!doctype html><title>Opened</title>opened',
      '/window': button("open('/?window')"),
      '/link': '<!doctype html><a href="/?link" target="_blank" style="position:fixed;inset:0">Go</a>',
      '/popup': button("open('/?popup', '', 'width=300,height=300')"),
      '/late': button("setTimeout(() => open('/?late'), 1500)"),
      '/many': button("for (let at = 0; at < 30; at += 1) open('/?' + at)"),
      '/other': button("open(location.href.replace('127.0.0.1', 'localhost').replace('other', '?secret'))"),
    });
    ({ companion } = scene);
  });
  afterAll(() => scene?.close());
  beforeEach(() => {
    asked = [];
    companion.owned = opened => {
      asked.push(opened);
      return true;
    };
    companion.covered = origins => origins;
    return async () => {
      const worker = await companionWorker(scene.context);
      const rest = asked.map(({ tab }) => tab.tabId);
      await worker.evaluate(ids => chrome.tabs.remove(ids).catch(() => {}), [tabId, ...rest]);
    };
  });

  const inWorker = async <T>(run: (id: number) => Promise<T>, id: number) =>
    (await companionWorker(scene.context)).evaluate(run, id);
  const open = async (path: string) => {
    tabId = await scene.open(path);
  };
  const clickThere = async () => {
    const { text, surprise } = await companion.call('computer', click, tabId);
    return { told: text.replace(/^Clicked at \(50, 50\): (button|link) "Go"\. /, ''), surprise };
  };

  test.each(['window', 'link'])(
    'the answer of a click names the tab that a %s opened, in the group of its own',
    async path => {
      await open(`/${path}`);
      const { told, surprise } = await clickThere();
      expect(asked).toMatchObject([{ from: tabId }]);
      const newId = asked[0]?.tab.tabId ?? 0;
      expect([told, surprise]).toEqual([`The page opened tab ${newId} (${scene.origin}/?${path}), yours now.`, true]);
      const groupOf = (id: number) => inWorker(async wanted => (await chrome.tabs.get(wanted)).groupId, id);
      expect(await groupOf(newId)).toBe(await groupOf(tabId));
      expect((await companion.call('get_page_text', {}, newId)).text).toContain('opened');
    },
  );

  test('the window shows what it showed before', async () => {
    await open('/window');
    const front = () => inWorker(async () => (await chrome.tabs.query({ active: true })).map(({ id }) => id), 0);
    const before = await front();
    await clickThere();
    await expect.poll(front).toEqual(before);
  });

  test('a popup in a window of its own is told too', async () => {
    await open('/popup');
    expect((await clickThere()).told).toBe(
      `The page opened tab ${asked[0]?.tab.tabId} (${scene.origin}/?popup), yours now.`,
    );
  });

  test('one that comes after the answer is the agent’s still, and the next answer tells of it once, whatever it is', async () => {
    await open('/late');
    expect((await clickThere()).told).not.toContain('opened tab');
    await expect.poll(() => asked.length).toBe(1);
    const next = async () => {
      const { content } = await companion.call('get_page_text', {}, tabId);
      return content.map(({ text }) => String(text)).join(' ');
    };
    const words = `The page opened tab ${asked[0]?.tab.tabId} (${scene.origin}/?late), yours now.`;
    expect(await next()).toContain(words);
    expect(await next()).not.toContain('opened tab');
  });

  test('a page that opens thirty at once tells of what the browser let through', async () => {
    await open('/many');
    const { told } = await clickThere();
    const newIds = asked.map(({ tab }) => tab.tabId);
    expect(newIds.length).toBeGreaterThan(0);
    for (const id of newIds.slice(0, 5)) expect(told).toContain(String(id));
    if (newIds.length > 5) expect(told).toContain(`and ${newIds.length - 5} more`);
  });

  test('of a site that the call may not read only the number is told', async () => {
    companion.covered = () => [];
    await open('/other');
    expect((await clickThere()).told).toBe(
      `The page opened tab ${asked[0]?.tab.tabId} (of a site that this call may not read), yours now.`,
    );
  });

  test('what the hub does not give away is told as the user’s, and stays out of the group', async () => {
    companion.owned = opened => {
      asked.push(opened);
      return false;
    };
    await open('/window');
    const { told } = await clickThere();
    const newId = asked[0]?.tab.tabId ?? 0;
    expect(told).toBe(`The page opened tab ${newId} (${scene.origin}/?window), the user's now.`);
    expect(await inWorker(async id => (await chrome.tabs.get(id)).groupId, newId)).toBe(-1);
  });

  test('a click of the user’s own opens a tab of the user’s', async () => {
    await open('/link');
    await inWorker(async id => void (await chrome.tabs.update(id, { active: true })), tabId);
    const page = scene.context.pages().find(each => each.url().endsWith('/link'))!;
    const [opened] = await Promise.all([scene.context.waitForEvent('page'), page.click('a')]);
    await opened.waitForLoadState();
    await companion.call('tabs_context', {});
    expect(asked).toEqual([]);
    await opened.close();
  });
});
