// No agent comes to the companion's own pages: what is answered there, the user alone answers. The hub that asks here lets every call have every page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const root = `chrome-extension://${extensionIds.chromium}/`;

describeWith(['chromium'], 'agents and the companion’s own pages', () => {
  let scene: ExtensionScene;
  beforeAll(async () => {
    const list = `<title>List</title><a id="to" href="${root}site-prompt.html">To the question</a><iframe src="${root}side-panel.html"></iframe>`;
    scene = await openExtensionScene({ '/': list });
  });
  afterAll(() => scene?.close());

  /** The number of a tab that shows that page of ours. */
  async function ownTab(name: string): Promise<number> {
    const page = await scene.context.newPage();
    await page.goto(root + name);
    const worker = await companionWorker(scene.context);
    return worker.evaluate(async url => {
      const tabs = await chrome.tabs.query({});
      return tabs.find(tab => tab.url === url)?.id ?? -1;
    }, root + name);
  }

  test.each(['site-prompt.html', 'side-panel.html', 'popup.html'])('Every tool is refused in %s.', async name => {
    const tabId = await ownTab(name);
    expect(tabId).toBeGreaterThan(0);
    for (const [tool, args] of [
      ['computer', { action: 'left_click', coordinate: [160, 612] }],
      ['computer', { action: 'key', text: 'a' }],
      ['computer', { action: 'screenshot' }],
      ['javascript_tool', { action: 'javascript_exec', text: 'document.querySelector("[data-effect]").click()' }],
      ['form_input', { selector: 'textarea', value: 'x' }],
      ['find', { selector: 'button' }],
      ['read_page', {}],
      ['get_page_text', {}],
      ['read_console_messages', {}],
      ['navigate', { url: `${scene.origin}/` }],
      ['resize_window', { width: 300, height: 300 }],
      ['tabs_close', {}],
    ] as const) {
      const [code, message] = await scene.companion.failure(tool, args, tabId);
      expect(code, `${tool} ${JSON.stringify(args)}: ${message}`).toBe('ERR_PERMISSION_DENIED');
      expect(message).toContain('which no agent may use');
    }
  });

  test('None of them is a tab to the hub.', async () => {
    await ownTab('site-prompt.html');
    const tabId = await scene.open('/');
    const { content } = await scene.companion.call('tabs_context', {});
    expect(JSON.stringify(content)).toContain(scene.origin);
    const reports = JSON.stringify(scene.companion.heard.filter(({ method }) => method === 'tabs'));
    expect(`${JSON.stringify(content)} ${reports}`).not.toContain('chrome-extension:');
    expect(tabId).toBeGreaterThan(0);
  });

  test('No page leads there, and none holds one in a frame.', async () => {
    const page = await scene.context.newPage();
    await page.goto(`${scene.origin}/`);
    await page.click('#to').catch(() => {});
    await page.waitForTimeout(300);
    const shown = page.frames().map(frame => frame.url());
    expect(shown.filter(url => url.startsWith(root))).toEqual([]);
  });
});
