// What tabs are called where a question or a grant speaks of one: title, else host, and the browser's number only as the last resort.
import { expect, test } from 'vitest';
import { questionTab, siteTab } from '../../../../renderer/words/site-words.ts';
import { tabName } from '../../../../renderer/words/tab-words.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { SiteQuestion } from '../../../../contract/schemas/web-agent.ts';

const at = { browserId: 'b1', tabId: 2_066_194_223 };
const tabsOf = (title: string, url: string) =>
  ({ tabs: { [`b1:${at.tabId}`]: { ...at, title, url } } }) as unknown as Snapshot;
const none = { tabs: {} };

test('a tab is called by its title, else by its host, and by its number where it has neither', () => {
  expect(tabName(tabsOf('Orders', 'https://shop.example/'), at)).toBe('“Orders”');
  expect(tabName(tabsOf('', 'https://shop.example/'), at)).toBe('shop.example');
  expect(tabName(tabsOf('', 'about:blank'), at)).toBe('2066194223');
  expect(tabName(none, at)).toBe('2066194223');
});

test('the tab of a question is called as it was when its page asked where the hub knows no more of it; a frame’s after its page', () => {
  const question = { tab: at, title: 'Plans', origin: 'https://pay.example', embeddedIn: null } as SiteQuestion;
  expect(questionTab(tabsOf('Orders', 'https://shop.example/'), question)).toBe('“Orders”');
  expect(questionTab(none, question)).toBe('“Plans”');
  expect(questionTab(none, { ...question, title: '' })).toBe('pay.example');
  expect(questionTab(none, { ...question, title: '', embeddedIn: 'https://shop.example' })).toBe('shop.example');
});

test('the tab of a site’s grant is called as its page told of it', () => {
  const site = { origin: 'https://shop.example', pages: [{ ...at, title: 'Plans' }] };
  expect(siteTab(none, site, at)).toBe('“Plans”');
  expect(siteTab(none, { ...site, pages: [{ ...at, title: '' }] }, at)).toBe('shop.example');
  expect(siteTab(none, site, { ...at, tabId: 8 })).toBe('8');
});
