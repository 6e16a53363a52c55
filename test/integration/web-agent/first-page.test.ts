// The first pages of a hub, for which those who serve pages have yet to be loaded.
import { expect, test } from 'vitest';
import { openPages, shop } from './page-scene.ts';

test('all that a first page asks at once is answered, in order, and a second one beside it too', async () => {
  const { browser } = await openPages();
  const answered: string[] = [];
  const [first, second] = [browser.page(), browser.page({ origin: 'https://news.example', tabId: 8 })];
  const asked = Array.from({ length: 40 }, async (_, at) => {
    const page = at % 2 === 0 ? first : second;
    const listed = await page.ask('agent.permissions.list');
    answered.push(`${page.id} ${at}`);
    return listed;
  });
  const origins = (await Promise.all(asked)).map(listed => (listed as { origin: string }).origin);
  expect(origins).toEqual(asked.map((_, at) => (at % 2 === 0 ? shop : 'https://news.example')));
  const of = (id: string) => answered.filter(one => one.startsWith(`${id} `)).map(one => Number(one.split(' ')[1]));
  expect(of(first.id)).toEqual(Array.from({ length: 20 }, (_, at) => at * 2));
  expect(of(second.id)).toEqual(Array.from({ length: 20 }, (_, at) => at * 2 + 1));
});

test('a first page that is left at once leaves nothing behind, and the next one is served', async () => {
  const { browser, panel } = await openPages();
  const left = browser.page();
  left.say({ jsonrpc: '2.0', id: 1, method: 'agent.permissions.list', params: {} });
  left.leave();
  expect(await browser.page().ask('agent.permissions.list')).toMatchObject({ origin: shop });
  await panel.waitFor(
    ({ sites }) => Object.values(sites).every(({ pages }) => pages.length === 1),
    'the page that is left is not listed',
  );
});
