// The side panel where Firefox really has it, in its sidebar beside the page: what it shows is of that tab, and a question is answered there.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { ownPagesOf } from './own-pages-scene.ts';
import { openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';

let pages: PagesInBrowser;

const inBrowser = (script: string) => pages.firefox!.remote.evaluateInBrowser(script);

/** The body of a function that runs in the page in the sidebar, which is no tab or window to anybody; `content` is its window. */
async function inSidebar(body: string): Promise<string> {
  const script = `sendAsyncMessage('said', String((() => { ${body} })()));`;
  return String(
    await inBrowser(`
      const { messageManager } = document.getElementById('sidebar').contentDocument.getElementById('webext-panels-browser');
      const said = new Promise(resolve => {
        messageManager.addMessageListener('said', function hear({ data }) {
          messageManager.removeMessageListener('said', hear);
          resolve(data);
        });
      });
      messageManager.loadFrameScript('data:,' + encodeURIComponent(${JSON.stringify(script)}), false);
      // One that is loading still may lose it.
      return Promise.race([said, new Promise(resolve => window.setTimeout(resolve, 1_000, ''))]);`),
  );
}

const shows = (text: string) =>
  until(
    async () => (await inSidebar('return content.document.body?.innerText ?? ""').catch(() => '')).includes(text),
    `the sidebar shows ${text}`,
  );

/** Of the pointer, where the element is. */
const click = (selector: string) =>
  inSidebar(`
    const at = content.document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    for (const type of ['mousedown', 'mouseup'])
      content.synthesizeMouseEvent(type, at.x + at.width / 2, at.y + at.height / 2, { button: 0, clickCount: 1 });`);

describeWith(['firefox'], 'the sidebar of Firefox', () => {
  beforeAll(async () => {
    pages = await openPagesInBrowser('firefox');
    await inBrowser(`
      const ours = [...SidebarController.sidebars.keys()].find(id => id.includes('pilothouse'));
      return SidebarController.show(ours);`);
  });
  afterAll(() => pages?.close());

  test('It shows the site of the tab beside it, a question is answered in it without a window, and the grant is listed and taken back there.', async () => {
    await shows(`Site ${pages.origin}`);
    const asked = await pages.begin(`return agent.requestPermissions({ scopes: ['browser:navigate'] })`);
    await shows('Go to other addresses');
    expect(await ownPagesOf(pages).hasWindow()).toBe(false);
    await until(async () => {
      await click('[data-effect="allow"]').catch(() => {});
      return Object.keys(pages.panel.snapshot.siteQuestions).length === 0;
    }, 'it is answered');
    expect(await asked()).toMatchObject({ ok: true, value: { granted: true } });
    await shows('may go to other addresses');
    expect(Object.values(pages.panel.snapshot.grants)).toHaveLength(1);
    await click('.gl .link');
    await pages.panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'it is taken back');
  });

  test('It follows the tab to another site.', async () => {
    const other = pages.origin.replace('127.0.0.1', 'localhost');
    await pages.goTo(`${other}/`);
    await shows(`Site ${other}`);
  });
});
