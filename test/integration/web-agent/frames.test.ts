// Frames that the pages around them let use the Web Agent API: who they are for the hub, and what is for the page of a tab alone.
import { expect, test } from 'vitest';
import { answerNext, grantTo, openPages, setFlags, shop } from './page-scene.ts';

const news = 'https://news.example';

test('a frame asks in its own name, and the question says in which page it stands', async () => {
  const pages = await openPages();
  const frame = pages.browser.page({ embeddedIn: news });
  const asked = frame.ask('agent.requestPermissions', { scopes: ['model:prompt'] });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'a question');
  expect(Object.values(pages.panel.snapshot.siteQuestions)).toMatchObject([{ origin: shop, embeddedIn: news }]);
  await answerNext(pages);
  expect(await asked).toMatchObject({ granted: true });
  const around = pages.browser.page({ origin: news });
  expect(await around.ask('agent.permissions.list')).toMatchObject({ scopes: { 'model:prompt': 'not-granted' } });
});

test('what is about a tab is refused to a frame, whatever it was granted as a page', async () => {
  const pages = await openPages();
  await setFlags(pages, { browserInteraction: true, browserControl: true });
  const page = pages.browser.page();
  await grantTo(pages, page, ['browser:activeTab.read', 'addressBar:suggest', 'browser:tabs.read']);
  const frame = pages.browser.page({ embeddedIn: news });
  const refused = { code: 'ERR_PERMISSION_DENIED', message: expect.stringContaining(`is a frame in ${news}`) };
  for (const type of [
    'agent.browser.activeTab.readability',
    'agent.browser.tabs.list',
    'agent.addressBar.listProviders',
    'agent.chat.canOpen',
  ])
    expect(await frame.refusal(type), type).toMatchObject(refused);
});

test('a frame in a page of a blocked site is refused', async () => {
  const pages = await openPages();
  const frame = pages.browser.page({ embeddedIn: news });
  expect(await frame.ask('agent.permissions.list')).toMatchObject({ origin: shop });
  await pages.panel.request('sites:set', { origin: news, blocked: true });
  expect(await frame.refusal('agent.permissions.list')).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
    message: expect.stringContaining(`blocked ${news}`),
  });
});

test('what a frame was allowed for now ends when the user blocks the page around it, and what it asks is asked no more', async () => {
  const pages = await openPages();
  pages.browser.show(7, `${news}/one`);
  const frame = pages.browser.page({ embeddedIn: news, tabId: 7 });
  const once = frame.ask('agent.requestPermissions', { scopes: ['model:list'] });
  await answerNext(pages, { lifetime: 'once' });
  await once;
  const asked = frame.answer('agent.requestPermissions', { scopes: ['model:prompt'] });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'a question');
  await pages.panel.request('sites:set', { origin: news, blocked: true });
  expect(await asked).toMatchObject({ error: { data: { code: 'ERR_PERMISSION_DENIED' } } });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 0, 'no question');
  const ofFrame = () => Object.values(pages.panel.snapshot.grants).filter(({ subject }) => subject.id === shop);
  await expect.poll(ofFrame).toEqual([]);
  await pages.panel.request('sites:set', { origin: news, blocked: false });
  expect(await frame.ask('agent.permissions.list')).toMatchObject({ scopes: { 'model:list': 'not-granted' } });
});

test('what a frame was allowed once holds while its tab shows the page around it, and ends when that goes', async () => {
  const pages = await openPages();
  pages.browser.show(7, `${news}/one`);
  const frame = pages.browser.page({ embeddedIn: news, tabId: 7 });
  const asked = frame.ask('agent.requestPermissions', { scopes: ['model:list'] });
  await answerNext(pages, { lifetime: 'once' });
  await asked;
  const seen = (title: string) =>
    pages.panel.waitFor(({ tabs }) => Object.values(tabs).some(tab => tab.title === title), title);
  pages.browser.show(7, `${news}/two`, 'Two');
  await seen('Two');
  expect(await frame.ask('agent.permissions.list')).toMatchObject({ scopes: { 'model:list': 'granted-once' } });
  pages.browser.show(7, 'https://bank.example/', 'Bank');
  await seen('Bank');
  expect(await frame.ask('agent.permissions.list')).toMatchObject({ scopes: { 'model:list': 'not-granted' } });
});

test('a frame of which no companion says in what it stands is not served, nor a page that is said to stand in one', async () => {
  const pages = await openPages();
  const nobody = pages.browser.page({ frameId: 5 });
  const page = pages.browser.page({ frameId: 0, embeddedIn: news });
  const strange = pages.browser.page({ embeddedIn: 'null' });
  await expect
    .poll(() => pages.browser.closed.toSorted())
    .toEqual([nobody, page, strange].map(({ id }) => id).toSorted());
});
