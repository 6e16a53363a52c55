// The window for questions in a real Chromium: each question is seen, whatever becomes of the one before.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type OwnPages, ownPagesOf } from './own-pages-scene.ts';
import { openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';

/** Longer than answers are dead. */
const armedMs = 900;

describeWith(['chromium'], 'the window for questions in Chromium', () => {
  let pages: PagesInBrowser;
  let own: OwnPages;
  const waiting = () => Object.keys(pages.panel.snapshot.siteQuestions).length;

  beforeAll(async () => {
    pages = await openPagesInBrowser('chromium');
    own = ownPagesOf(pages);
  });
  afterAll(() => pages?.close());

  test('A page that asks again as soon as it has its answer is seen to ask.', async () => {
    for (const scope of ['model:prompt', 'browser:activeTab.read', 'chat:open']) {
      await pages.begin(`
        await agent.requestPermissions({ scopes: ['${scope}'] });
        await new Promise(resolve => setTimeout(resolve, 0));
        await agent.requestPermissions({ scopes: ['browser:navigate'] })`);
      const first = await own.window();
      await until(async () => (await first.text()).includes('It asks for'), 'it shows the first');
      await sleep(armedMs);
      await first.click('[data-effect="allow"]');
      await pages.panel.waitFor(
        ({ siteQuestions }) =>
          Object.values(siteQuestions).some(({ scopes }) => scopes.some(one => one.scope === 'browser:navigate')),
        'the page asks again',
      );
      await until(() => own.hasWindow(), 'there is a window');
      const second = await own.window();
      await until(async () => (await second.text()).includes('Go to other addresses'), 'it shows the second');
      expect(waiting()).toBe(1);
      await pages.page?.reload();
      await until(() => waiting() === 0, 'the page has left its question');
      await second.click('[data-key="over"]');
      await until(async () => !(await own.hasWindow()), 'the window is gone');
    }
  });
});
