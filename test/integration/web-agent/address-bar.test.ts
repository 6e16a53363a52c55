// The address bar: what pages suggest for what is typed there, and what follows when one of it is chosen.
import { expect, onTestFinished, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { says } from '../../support/models/script.ts';
import { until } from '../../support/panel-client.ts';
import { wellBehaved } from '../harbor/harbor-a-scene.ts';
import { addModel, answerNext, grantTo, openPages, PlayedCompanion, shop } from './page-scene.ts';
import type { PagesScene, PlayedPage } from './page-scene.ts';

type Suggestions = { suggestions: { id: string; title: string; type: string; provider: string; origin: string }[] };

async function suggest({ browser }: PagesScene, text: string, tabId?: number) {
  const { suggestions } = (await browser.request('omnibox-suggest', {
    text,
    ...(tabId !== undefined && { tabId }),
  })) as Suggestions;
  return suggestions;
}

/** Typed again until there is something: on a busy machine a page may be later than it is waited for. */
async function suggested(pages: PagesScene, text: string, tabId?: number) {
  let found: Suggestions['suggestions'] = [];
  await until(
    async () => {
      found = await suggest(pages, text, tabId);
      return found.length > 0;
    },
    `a page suggests something for ${JSON.stringify(text)}`,
  );
  return found;
}

/** A page whose provider answers every text with these. */
async function providing(pages: PagesScene, suggestions: unknown, options: { origin?: string; tabId?: number } = {}) {
  const asked: { method: string; params: unknown }[] = [];
  const page: PlayedPage = pages.browser.page({
    ...options,
    serve: (method, params) => {
      asked.push({ method, params });
      return typeof suggestions === 'function' ? (suggestions as () => unknown)() : { suggestions };
    },
  });
  await grantTo(pages, page, ['addressBar:suggest']);
  const triggers = [{ type: 'prefix', value: 'buy ', hint: 'buy shoes' }];
  const provider = { id: 'shop', name: 'The shop', description: 'Finds goods', triggers };
  expect(await page.ask('agent.addressBar.registerProvider', provider)).toEqual({ providerId: 'shop' });
  return { page, asked };
}

test('a page registers a provider, is asked when its trigger is typed, and what the web has comes back', async () => {
  const pages = await openPages();
  const goods = Array.from({ length: 12 }, (_, at) => ({
    ...{ id: `g${at}`, type: 'url', title: `Good ${at}`, url: `${shop}/${at}`, confidence: at / 20, provider: 'shop' },
  }));
  const { page, asked } = await providing(pages, [
    ...goods.slice(0, 7),
    { type: 'url', title: 'Not of the web', url: 'javascript:alert(1)', confidence: 1 },
    ...goods.slice(7),
  ]);
  expect(await page.ask('agent.addressBar.canProvide')).toBe('readily');
  expect(await page.ask('agent.addressBar.listProviders')).toMatchObject([
    { id: 'shop', name: 'The shop', isDefault: false, origin: shop, type: 'ai', triggers: [{ type: 'prefix' }] },
  ]);
  expect(await suggest(pages, 'sell shoes')).toEqual([]);
  const found = await suggested(pages, 'buy shoes');
  expect(found.map(({ title }) => title)).toEqual([
    'Good 6',
    'Good 5',
    'Good 4',
    'Good 3',
    'Good 2',
    'Good 1',
    'Good 0',
  ]);
  expect(found[0]).toMatchObject({ type: 'url', provider: 'The shop', origin: shop });
  expect(asked.at(-1)).toMatchObject({
    method: 'page.addressBarQuery',
    params: { providerId: 'shop', context: { query: 'shoes', trigger: { type: 'prefix', value: 'buy ' } } },
  });
  expect(JSON.stringify(asked)).not.toContain('currentTab');
  expect(await pages.browser.request('omnibox-select', { id: found[0]?.id ?? '' })).toEqual({
    kind: 'open',
    url: `${shop}/6`,
  });
  await expect(pages.browser.request('omnibox-select', { id: 'suggestion-999' })).rejects.toThrow();
});

test('of all pages that answer, the best eight come back', async () => {
  const pages = await openPages();
  const goods = (name: string, least: number) =>
    Array.from({ length: 8 }, (_, at) => ({
      ...{ id: `${name}${at}`, type: 'url', title: `${name} ${at}`, url: `${shop}/${at}`, provider: 'shop' },
      confidence: least + at / 100,
    }));
  await providing(pages, goods('Plain', 0.1));
  await providing(pages, goods('Better', 0.145), { origin: 'https://other.example', tabId: 8 });
  // Both may have to be typed for again on a busy machine.
  let found = await suggested(pages, 'buy shoes');
  while (new Set(found.map(({ origin }) => origin)).size < 2) found = await suggested(pages, 'buy shoes');
  expect(found.map(({ title }) => title)).toEqual([
    ...['Better 7', 'Better 6', 'Better 5', 'Better 4', 'Better 3', 'Plain 7', 'Better 2', 'Plain 6'],
  ]);
});

test('a page that does not answer keeps nobody waiting', async () => {
  const pages = await openPages();
  await providing(pages, () => new Promise(() => {}));
  await providing(pages, [{ type: 'search', title: 'Shoes' }], { origin: 'https://fast.example', tabId: 8 });
  expect(await suggested(pages, 'buy shoes')).toMatchObject([{ title: 'Shoes', origin: 'https://fast.example' }]);
});

test('a provider is its document’s: others can neither take it away nor name it, and it goes with it', async () => {
  const pages = await openPages();
  const { page } = await providing(pages, [{ type: 'search', title: 'Shoes' }]);
  const other = pages.browser.page({ origin: 'https://other.example', tabId: 8 });
  await grantTo(pages, other, ['addressBar:suggest']);
  await other.ask('agent.addressBar.unregisterProvider', { providerId: 'shop' });
  expect(await other.ask('agent.addressBar.listProviders')).toEqual([]);
  expect(await other.refusal('agent.addressBar.setDefaultProvider', { providerId: 'shop' })).toMatchObject({
    code: 'ERR_INVALID_REQUEST',
  });
  expect(await suggested(pages, 'buy shoes')).toHaveLength(1);
  await page.ask('agent.addressBar.setDefaultProvider', { providerId: 'shop' });
  expect(await page.ask('agent.addressBar.getDefaultProvider')).toBe('shop');
  expect(await other.ask('agent.addressBar.getDefaultProvider')).toBeNull();
  expect(await suggested(pages, 'anything')).toHaveLength(1);
  page.leave();
  expect(await suggest(pages, 'buy shoes')).toEqual([]);
});

test('without the permission, or blocked, nothing is registered or suggested', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  expect(await page.refusal('agent.addressBar.registerProvider', { id: 'x', triggers: [] })).toMatchObject({
    code: 'ERR_SCOPE_REQUIRED',
  });
  const { asked } = await providing(pages, [{ type: 'search', title: 'Shoes' }]);
  await pages.panel.request('sites:set', { origin: shop, blocked: true });
  expect(await suggest(pages, 'buy shoes')).toEqual([]);
  expect(asked).toEqual([]);
});

test('patterns that could hold up the hub are not taken', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  await grantTo(pages, page, ['addressBar:suggest']);
  const triggers = [{ type: 'regex', value: '^(a+)+$' }];
  expect(await page.refusal('agent.addressBar.registerProvider', { id: 'x', triggers })).toMatchObject({
    code: 'ERR_INVALID_REQUEST',
  });
  expect(
    await page.refusal('agent.addressBar.registerSiteProvider', { endpoint: 'https://else.example/' }),
  ).toMatchObject({ code: 'ERR_INVALID_REQUEST' });
});

test('a shortcut that is chosen is a call of its page, with its permissions', async () => {
  const pages = await openPages();
  await pages.scene.addServer('well', [wellBehaved]);
  const page = pages.browser.page();
  await grantTo(pages, page, ['addressBar:suggest', 'addressBar:execute', 'mcp:tools.call'], []);
  const shortcut = { trigger: '@say', tool: 'well/echo', description: 'Says it', examples: ['@say hello'] };
  const shortcuts = [shortcut, { ...shortcut, trigger: '@run', argParser: 'args => process.exit(1)' }];
  expect(await page.ask('agent.addressBar.registerToolShortcuts', { shortcuts, resultHandler: 'clipboard' })).toEqual({
    registered: ['@say', '@run'],
    providerIds: ['tool-say', 'tool-run'],
  });
  const choose = async (text: string) => {
    const [first] = await suggested(pages, text);
    return pages.browser.request('omnibox-select', { id: first?.id ?? '' });
  };
  expect(await choose('@say')).toEqual({ kind: 'show', text: '@say hello', how: 'popup', origin: shop });
  await expect(choose('@say hi there')).rejects.toThrow('Permission');
  await grantTo(pages, page, ['mcp:tools.call'], ['well/echo']);
  expect(await choose('@say hi there')).toEqual({
    kind: 'copy',
    text: expect.stringContaining('hi there'),
    origin: shop,
  });
  expect(await choose('@run message: hello')).toEqual({
    kind: 'copy',
    text: expect.stringContaining('hello'),
    origin: shop,
  });
  const model = await addModel(pages);
  await page.ask('agent.addressBar.registerToolShortcuts', {
    shortcuts: [{ ...shortcut, trigger: '@ask', useLLMParser: true }],
  });
  await expect(choose('@ask greet the moon')).rejects.toThrow('Permission');
  await grantTo(pages, page, ['model:prompt']);
  model.script(says('```json\n{"message": "Hello, moon"}\n```'));
  expect(await choose('@ask greet the moon')).toEqual({
    kind: 'show',
    text: expect.stringContaining('Hello, moon'),
    how: 'popup',
    origin: shop,
  });
});

test('only an approved browser is told anything', async () => {
  const pages = await openPages();
  await providing(pages, [{ type: 'search', title: 'Shoes' }]);
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const channel = await connectToHub({ home: pages.scene.place.home, role: 'relay', hello });
  onTestFinished(() => channel.close('The test ends.'));
  const stranger = new PlayedCompanion(channel);
  await expect(stranger.request('omnibox-suggest', { text: 'buy shoes' })).rejects.toThrow();
  await expect(stranger.request('omnibox-select', { id: 'suggestion-1' })).rejects.toThrow();
});

test('nobody is asked for the history, which no companion reads, and the page is told so', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  const scopes = ['addressBar:suggest', 'addressBar:history'];
  const asked = page.ask('agent.requestPermissions', { scopes });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length > 0, 'a question');
  const [question] = Object.values(pages.panel.snapshot.siteQuestions);
  expect(question?.scopes.map(({ scope }) => scope)).toEqual(['addressBar:suggest']);
  await answerNext(pages);
  expect(await asked).toMatchObject({
    granted: false,
    scopes: { 'addressBar:suggest': 'granted-always', 'addressBar:history': 'not-granted' },
    unavailable: { 'addressBar:history': expect.stringContaining('does not read the history') },
  });
});

test('what was suggested is not carried out, nor its page told, once the user has blocked it; nor when its page is gone', async () => {
  const pages = await openPages();
  const { page, asked } = await providing(pages, [{ type: 'url', title: 'Shoes', url: `${shop}/shoes` }]);
  const [first] = await suggested(pages, 'buy shoes');
  await pages.panel.request('sites:set', { origin: shop, blocked: true });
  await expect(pages.browser.request('omnibox-select', { id: first?.id ?? '' })).rejects.toThrow();
  await pages.panel.request('sites:set', { origin: shop, blocked: false });
  await expect(pages.browser.request('omnibox-select', { id: first?.id ?? '' })).rejects.toThrow('type it again');
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['page.addressBarQuery']));
  page.leave();
});
