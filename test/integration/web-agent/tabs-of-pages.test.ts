// Tabs that a site has opened: what is done there is decided for that tab as long as it is the site's, and asked again after every wait.
import { expect, test } from 'vitest';
import { grantTo, openPages, setFlags, shop } from './page-scene.ts';
import type { PagesScene, PlayedPage } from './page-scene.ts';

const bank = 'https://bank.example';
const opened = { tabId: 70, windowId: 1, title: 'The bank', url: `${bank}/`, active: false, document: 'd70' };

interface Deed {
  readonly method: string;
  readonly params: unknown;
}

interface Scene extends PagesScene {
  readonly page: PlayedPage;
  readonly deeds: Deed[];
}

/** A page whose site has opened tab 70, which shows the bank. */
async function openedTab(): Promise<Scene> {
  const pages = await openPages();
  await setFlags(pages, { browserControl: true });
  const deeds: Deed[] = [];
  const page = pages.browser.page({
    serve: (method, params) => {
      if (method === 'do.openTab') return opened;
      deeds.push({ method, params });
      return { success: true, html: '', text: '', url: '', title: '' };
    },
  });
  await grantTo(pages, page, ['browser:tabs.create']);
  pages.browser.show(7, `${shop}/`);
  await page.ask('agent.browser.tabs.create', { url: `${bank}/` });
  pages.browser.show(70, `${bank}/`);
  await pages.panel.waitFor(({ tabs }) => ownerIn(tabs) === 'agent', 'the tab is of the site');
  return { ...pages, page, deeds };
}

function ownerIn(tabs: PagesScene['panel']['snapshot']['tabs']): string | undefined {
  return Object.values(tabs).find(({ tabId }) => tabId === 70)?.owner.kind;
}

/** Asked while all is paused; `meanwhile` happens before it goes on. */
async function whilePaused(
  { panel, page }: Scene,
  type: string,
  payload: object,
  meanwhile: () => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  await panel.request('hub:set-mode', { mode: 'paused' });
  const asked = page.answer(type, { tabId: 70, ...payload });
  // What comes after it on the same wire is answered when it waits.
  await page.ask('agent.permissions.list');
  await meanwhile();
  await panel.request('hub:set-mode', { mode: 'running' });
  return asked;
}

const calls = [
  ['agent.browser.tab.click', { ref: '#pay' }],
  ['agent.browser.tab.fill', { ref: '#name', value: 'x' }],
  ['agent.browser.tab.getHtml', {}],
  ['agent.browser.tab.screenshot', {}],
  ['agent.browser.tab.navigate', { url: 'https://elsewhere.example/' }],
  ['agent.browser.tab.waitForLoad', {}],
  ['agent.browser.tabs.close', {}],
] as const;

for (const [type, payload] of calls) {
  test(`${type} is refused where the user has taken the tab over while all was paused`, async () => {
    const scene = await openedTab();
    const { panel, browserId, deeds } = scene;
    const answer = await whilePaused(scene, type, payload, async () => {
      await panel.request('tabs:take-over', { browserId, tabId: 70 });
      await panel.waitFor(({ tabs }) => ownerIn(tabs) === 'you', 'it is theirs');
    });
    expect(answer).toMatchObject({ error: { data: { code: 'ERR_PERMISSION_DENIED' } } });
    expect(deeds).toEqual([]);
  });
}

test('what a rule denies at the site of the tab since then is not done there', async () => {
  const scene = await openedTab();
  const answer = await whilePaused(scene, 'agent.browser.tab.navigate', { url: 'https://elsewhere.example/' }, () =>
    scene.panel.request('grants:set', {
      ...{ subject: { kind: 'origin', id: shop }, scope: 'browser:navigate', effect: 'deny', lifetime: 'always' },
      ...{ resource: { kind: 'site', origin: bank }, tools: null },
    }),
  );
  expect(answer).toMatchObject({ error: { data: { code: 'ERR_PERMISSION_DENIED' } } });
  expect(scene.deeds).toEqual([]);
});

test('what is under way in a tab ends when the user takes it over', async () => {
  const pages = await openPages();
  await setFlags(pages, { browserControl: true });
  let began = () => {};
  const begun = new Promise<void>(resolve => (began = resolve));
  const page = pages.browser.page({
    serve: method => {
      if (method === 'do.openTab') return opened;
      began();
      return new Promise(() => {});
    },
  });
  await grantTo(pages, page, ['browser:tabs.create']);
  await page.ask('agent.browser.tabs.create', { url: `${bank}/` });
  const asked = page.answer('agent.browser.tab.waitForLoad', { tabId: 70 });
  await begun;
  await pages.panel.request('tabs:take-over', { browserId: pages.browserId, tabId: 70 });
  expect(await asked).toMatchObject({ error: { data: { code: 'ERR_PERMISSION_DENIED' } } });
});

test('the companion is told for which origin a tab is closed, or taken elsewhere', async () => {
  const { page, deeds } = await openedTab();
  await page.ask('agent.browser.tab.navigate', { tabId: 70, url: 'https://elsewhere.example/' });
  await page.ask('agent.browser.tabs.close', { tabId: 70 });
  expect(deeds).toEqual([
    { method: 'do.navigate', params: { tabId: 70, origin: bank, url: 'https://elsewhere.example/' } },
    { method: 'do.closeTab', params: { tabId: 70, origin: bank } },
  ]);
});

test('a site that opens many tabs at once opens as many as it may have', async () => {
  const pages = await openPages();
  await setFlags(pages, { browserControl: true });
  let last = 100;
  let asked = 0;
  const page = pages.browser.page({
    serve: () => {
      asked += 1;
      last += 1;
      return { ...opened, tabId: last, document: `d${last}` };
    },
  });
  await grantTo(pages, page, ['browser:tabs.create']);
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => page.answer('agent.browser.tabs.create', { url: `${bank}/` })),
  );
  const refused = answers.filter(answer => JSON.stringify(answer).includes('ERR_RATE_LIMITED'));
  expect([asked, refused.length]).toEqual([50, 30]);
});

test('pages of files are listed for a page only where files are offered the API', async () => {
  const pages = await openPages();
  await setFlags(pages, { browserControl: true });
  const page = pages.browser.page({});
  await grantTo(pages, page, ['browser:tabs.read']);
  const path = 'file:///home/ana/taxes-2026.pdf';
  pages.browser.show(7, `${shop}/`);
  pages.browser.show(8, path);
  await pages.panel.waitFor(({ tabs }) => Object.values(tabs).some(({ url }) => url === path), 'the file is shown');
  const listed = async () => JSON.stringify(await page.ask('agent.browser.tabs.list'));
  expect(await listed()).not.toContain('taxes');
  await pages.panel.request('sites:rules', { change: { files: true } });
  expect(await listed()).toContain('taxes');
});

test('a page reads in which window a tab is, and its icon as its companion has drawn it', async () => {
  const pages = await openPages();
  await setFlags(pages, { browserControl: true });
  const page = pages.browser.page({ serve: () => ({ ...opened, windowId: 4 }) });
  await grantTo(pages, page, ['browser:tabs.read', 'browser:tabs.create']);
  pages.browser.show(7, `${shop}/`);
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  pages.browser.tell('icon', { tabId: 7, url: `${shop}/`, data });
  await pages.panel.waitFor(({ tabs }) => Object.values(tabs).some(({ icon }) => icon !== undefined), 'it has an icon');
  const row = { id: 7, windowId: 1, favIconUrl: `data:image/png;base64,${data}`, index: 0 };
  expect(await page.ask('agent.browser.tabs.list')).toMatchObject([row]);
  expect(await page.ask('agent.browser.tabs.get', { tabId: 7 })).toMatchObject(row);
  const made = await page.ask('agent.browser.tabs.create', { url: `${bank}/` });
  expect(made).toMatchObject({ id: 70, windowId: 4, canControl: true });
  expect(await page.ask('agent.browser.tabs.get', { tabId: 70 })).toMatchObject({ windowId: 4 });
  expect(made).not.toHaveProperty('favIconUrl');
});
