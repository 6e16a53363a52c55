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
      // The one before may just be going.
      const shown = async () => (await own.hasWindow()) && (await (await own.window()).text().catch(() => ''));
      await until(async () => String(await shown()).includes('Go to other addresses'), 'a window shows the second');
      const second = await own.window();
      expect(waiting()).toBe(1);
      await pages.page?.reload();
      await until(() => waiting() === 0, 'the page has left its question');
      await second.click('[data-key="over"]');
      await until(async () => !(await own.hasWindow()), 'the window is gone');
    }
  });

  test('What became of one site’s question stands above the next one’s, which can be answered, and is announced with it.', async () => {
    await pages.begin(`return await agent.requestPermissions({ scopes: ['agents:discover'] })`);
    const window = await own.window();
    await until(async () => (await window.text()).includes('See agents'), 'it shows the first');
    const other = await pages.context!.newPage();
    await other.goto(`${pages.origin.replace('127.0.0.1', 'localhost')}/`);
    await other.evaluate(`void (window.end = agent.requestPermissions({ scopes: ['agents:message'] }))`);
    await until(async () => (await window.text()).includes('1 of 2'), 'the other waits too');
    await pages.goTo('about:blank');
    await until(async () => (await window.text()).includes('Exchange messages'), 'it shows the other');
    const text = await window.text();
    expect(text).toContain('nothing was granted');
    expect(text).toContain('localhost');
    const told = String(await window.read(`document.querySelector('[role="status"]').textContent`));
    expect(told).toMatch(/nothing was granted.*This page wants to use your assistant: http:\/\/localhost/);
    await sleep(armedMs);
    await window.click('[data-effect="allow"]');
    expect(await other.evaluate('window.end')).toMatchObject({ granted: true });
    await until(async () => !(await own.hasWindow()), 'the window is gone');
    await other.close();
    await pages.goTo(`${pages.origin}/`);
  });

  test('A notice with nothing below it has a way to close it, and the question before is not announced any more.', async () => {
    await pages.begin(`return await agent.requestPermissions({ scopes: ['agents:invoke'] })`);
    const window = await own.window();
    await until(async () => (await window.text()).includes('It asks for'), 'it shows the question');
    await pages.goTo('about:blank');
    await until(async () => (await window.text()).includes('nothing was granted'), 'it says that the page is gone');
    expect(await window.read(`document.querySelector('[role="status"]').textContent`)).toBe('');
    await window.click('[data-key="over"]');
    await until(async () => !(await own.hasWindow()), 'the window is gone');
    await pages.goTo(`${pages.origin}/`);
  });
});
