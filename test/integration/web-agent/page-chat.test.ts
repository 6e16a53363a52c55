// Chats of pages: asked for, shown in the companion's own panel, answered by the user's model with the tools of the site.
import { expect, test } from 'vitest';
import { calls, says } from '../../support/models/script.ts';
import { wellBehaved } from '../harbor/harbor-a-scene.ts';
import { addModel, answerNext, grantTo, openPages, shop } from './page-scene.ts';
import type { PageOptions, PagesScene, PlayedPage } from './page-scene.ts';

interface Opened {
  readonly chatId: string;
  readonly key: string;
  readonly style: unknown;
}

/** A page whose companion puts panels into it, and keeps what it was told of them. */
function chattingPage(pages: PagesScene, options: PageOptions = {}) {
  const panels: Opened[] = [];
  const closed: unknown[] = [];
  const page = pages.browser.page({
    document: 'the-page',
    ...options,
    serve: (method, params) => {
      if (method === 'do.chat.open') panels.push(params as Opened);
      else if (method === 'do.chat.close') closed.push(params);
      else return 'BANANA, says the page';
      return {};
    },
  });
  return { page, panels, closed };
}

function panelIn(pages: PagesScene, options: Partial<PageOptions> = {}): PlayedPage {
  return pages.browser.page({
    ...{ origin: 'chrome-extension://companion', document: 'the-panel', chatIn: 'the-page' },
    ...options,
  });
}

async function opened(pages: PagesScene, payload: unknown = {}) {
  const made = chattingPage(pages);
  const asked = made.page.ask('agent.chat.open', payload);
  await answerNext(pages);
  const { chatId } = (await asked) as { chatId: string };
  const [{ key, style } = { key: '', style: null }] = made.panels;
  return { ...made, chatId, key, style };
}

test('a page opens a chat, its user asks in the panel, and the answer uses the page’s own tools', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  const { page, chatId, key, style } = await opened(pages, {
    systemPrompt: 'You sell shoes.',
    initialMessage: 'Hello! <img src=x onerror=alert(1)>',
    style: { theme: 'dark', accentColor: 'url(javascript:1)', position: 'left' },
  });
  expect(style).toEqual({ theme: 'dark', accentColor: null, position: 'left' });
  page.say({
    jsonrpc: '2.0',
    method: 'page.tools',
    params: { tools: [{ name: 'find', description: 'Finds shoes.' }] },
  });
  const panel = panelIn(pages);
  expect(await panel.ask('chat.show', { key })).toMatchObject({
    ...{ chatId, origin: shop, greeting: 'Hello! <img src=x onerror=alert(1)>', tools: ['find'], turns: [] },
  });
  model.script(calls('page__find', { text: 'boots' }), says('There are **boots**.'));
  expect(await panel.ask('chat.send', { text: 'Any boots?' })).toEqual({});
  const view = (await panel.ask('chat.history')) as { turns: unknown[] };
  expect(view.turns).toMatchObject([
    { kind: 'question', text: 'Any boots?' },
    {
      kind: 'answer',
      running: false,
      parts: expect.arrayContaining([
        { kind: 'call', tool: 'find', state: 'done' },
        { kind: 'text', text: 'There are **boots**.' },
      ]),
    },
  ]);
  expect(panel.told.map(({ method }) => method)).toContain('chat.turn');
  const last = JSON.stringify(model.asked.at(-1)?.body ?? model.asked.at(-1));
  for (const text of ['own assistant', 'You sell shoes.', 'Any boots?']) expect(last).toContain(text);
  expect(last).toMatch(/\[data \w+ from page__find\][^[]*BANANA[^[]*\[end of data/);
  // It is a conversation of the user's, who sees in the panel whose it is.
  const { rows } = await pages.panel.request('chat:list', { text: '', count: 10 });
  expect(rows).toMatchObject([{ id: chatId, from: { kind: 'origin', id: shop } }]);
});

test('it uses no tool of others but those that the page has named and its user has ticked', async () => {
  const pages = await openPages();
  await addModel(pages);
  await pages.scene.addServer('well', [wellBehaved]);
  const { page } = chattingPage(pages, { document: 'first', tabId: 6 });
  await grantTo(pages, page, ['mcp:tools.call'], ['well/echo']);
  const { key } = await opened(pages, { tools: ['well/echo', 'well/add'] });
  const view = (await panelIn(pages).ask('chat.show', { key })) as { tools: string[] };
  expect(view.tools).toEqual(['echo']);
});

test('denied, without a model, and where one is open, the page is told so', async () => {
  const pages = await openPages();
  const { page } = chattingPage(pages);
  const denied = page.ask('agent.chat.open');
  await answerNext(pages, { effect: 'deny' });
  expect(await denied).toMatchObject({ success: false, error: { code: 'USER_DENIED' } });
  const other = chattingPage(pages, { origin: 'https://other.example', tabId: 8, document: 'other' }).page;
  const asked = other.ask('agent.chat.open');
  await answerNext(pages);
  expect(await asked).toMatchObject({ success: false, error: { code: 'NOT_AVAILABLE' } });
  await addModel(pages);
  expect(await other.ask('agent.chat.canOpen')).toBe('readily');
  expect(await other.ask('agent.chat.open')).toMatchObject({ success: true });
  expect(await other.ask('agent.chat.open')).toMatchObject({ success: false, error: { code: 'ALREADY_OPEN' } });
  expect(await other.ask('agent.chat.close')).toEqual({ success: true });
  expect(await other.ask('agent.chat.close')).toEqual({ success: false });
});

test('nobody gets a chat by a key that is another’s, was used, or in another tab or document', async () => {
  const pages = await openPages();
  await addModel(pages);
  const { key } = await opened(pages);
  const refused = { code: 'ERR_PERMISSION_DENIED' };
  expect(await panelIn(pages, { document: 'a' }).refusal('chat.show', { key: 'x'.repeat(32) })).toMatchObject(refused);
  expect(await panelIn(pages, { document: 'b', tabId: 8 }).refusal('chat.show', { key })).toMatchObject(refused);
  expect(await panelIn(pages, { document: 'c', chatIn: 'elsewhere' }).refusal('chat.show', { key })).toMatchObject(
    refused,
  );
  expect(await panelIn(pages, { document: 'd' }).refusal('chat.send', { text: 'Hi' })).toMatchObject(refused);
  const panel = panelIn(pages);
  await panel.ask('chat.show', { key });
  expect(await panelIn(pages, { document: 'e' }).refusal('chat.show', { key })).toMatchObject(refused);
  // The panel itself comes back with the connection of its browser.
  expect(await panelIn(pages).ask('chat.show', { key })).toMatchObject({ origin: shop });
});

test('what only the panel may say, a page cannot, nor reach the chat of another site', async () => {
  const pages = await openPages();
  await addModel(pages);
  const { page, chatId } = await opened(pages);
  for (const type of ['chat.show', 'chat.send', 'chat.history'])
    expect(await page.refusal(type, { text: 'Hi', chatId })).toMatchObject({ code: 'ERR_NOT_IMPLEMENTED' });
  const evil = chattingPage(pages, { origin: 'https://evil.example', tabId: 8, document: 'evil' }).page;
  const asked = evil.ask('agent.chat.open', { sessionId: chatId });
  await answerNext(pages);
  expect(await asked).toMatchObject({ success: false, error: { code: 'NOT_AVAILABLE' } });
  expect(await evil.ask('agent.chat.close', { chatId })).toEqual({ success: false });
});

test('a page that navigates while the chat writes ends the answer; the conversation stays the user’s', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  const { page, chatId, key } = await opened(pages);
  const panel = panelIn(pages);
  await panel.ask('chat.show', { key });
  model.script({
    pieces: [
      { kind: 'text', text: 'Once' },
      { kind: 'wait', until: new Promise(() => {}) },
    ],
  });
  const sent = panel.answer('chat.send', { text: 'Tell me a long story' });
  await expect.poll(() => model.asked.length).toBe(1);
  page.leave();
  await expect.poll(() => pages.browser.closed).toContain(panel.id);
  void sent;
  const { rows } = await pages.panel.request('chat:list', { text: '', count: 10 });
  expect(rows.map(({ id }) => id)).toContain(chatId);
});
