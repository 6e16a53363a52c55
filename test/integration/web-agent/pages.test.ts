// Web pages at the hub: what they are let do, over the wire of a companion that speaks for their documents.
import { expect, test } from 'vitest';
import { calls, says, saysInPieces } from '../../support/models/script.ts';
import { wellBehaved } from '../harbor/harbor-a-scene.ts';
import { addModel, answerNext, grantTo, openPages, setFlags, shop } from './page-scene.ts';

test('a page asks for scopes, its user answers, and the page is told what it has', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  const asked = page.ask('agent.requestPermissions', {
    scopes: ['model:prompt', 'mcp:tools.list', 'no:such'],
    reason: 'To write summaries',
  });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'a question');
  const [question] = Object.values(pages.panel.snapshot.siteQuestions);
  expect(question).toMatchObject({ origin: shop, reason: 'To write summaries', tools: null });
  await answerNext(pages, { lifetime: 'once', scopes: ['model:prompt'] });
  expect(await asked).toEqual({
    granted: false,
    scopes: { 'model:prompt': 'granted-once', 'mcp:tools.list': 'not-granted', 'no:such': 'not-granted' },
  });
  expect(await page.ask('agent.permissions.list')).toMatchObject({
    origin: shop,
    scopes: { 'model:prompt': 'granted-once', 'chat:open': 'not-granted' },
  });
});

test('what was denied is refused without a new question', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  const asked = page.ask('agent.requestPermissions', { scopes: ['model:list'] });
  await answerNext(pages, { effect: 'deny' });
  expect(await asked).toMatchObject({ granted: false, scopes: { 'model:list': 'denied' } });
  expect(await page.ask('agent.requestPermissions', { scopes: ['model:list'] })).toMatchObject({ granted: false });
  expect(await page.refusal('ai.providers.list')).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
    message: expect.stringContaining('Permission'),
  });
  expect(pages.panel.snapshot.siteQuestions).toEqual({});
});

test('a scope that nobody has decided about is required by name', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  expect(await page.refusal('agent.tools.list')).toMatchObject({
    code: 'ERR_SCOPE_REQUIRED',
    message: expect.stringContaining('Permission "mcp:tools.list" is required'),
    details: { requiredScope: 'mcp:tools.list', missingScopes: ['mcp:tools.list'] },
  });
});

test('a session asks by itself, answers, streams and remembers', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  const page = pages.browser.page();
  const created = page.ask('ai.createTextSession', { systemPrompt: 'Be brief.' });
  await answerNext(pages);
  const sessionId = await created;
  model.script(says('Hello!'));
  expect(await page.ask('session.prompt', { sessionId, input: 'Hi' })).toBe('Hello!');
  model.script(saysInPieces(['It is ', 'noon']));
  expect(await page.ask('session.promptStreaming', { sessionId, input: 'What time is it?' })).toBeNull();
  expect(page.streamed.map(({ event }) => event)).toEqual([
    { type: 'token', token: 'It is ' },
    { type: 'token', token: 'noon' },
  ]);
  const last = JSON.stringify(model.asked.at(-1)?.body ?? model.asked.at(-1));
  for (const text of ['Be brief.', 'Hi', 'Hello!', 'What time is it?']) expect(last).toContain(text);
  expect(await page.ask('session.destroy', { sessionId })).toBeNull();
  expect(await page.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_SESSION_NOT_FOUND',
  });
});

test('a session is its document’s alone', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  await addModel(pages);
  await grantTo(pages, page, ['model:prompt']);
  const sessionId = await page.ask('ai.createTextSession');
  const other = pages.browser.page({ tabId: 8 });
  expect(await other.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_SESSION_NOT_FOUND',
  });
});

test('tools are called that the user has ticked, and no others', async () => {
  const pages = await openPages();
  await pages.scene.addServer('well', [wellBehaved]);
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:tools.list', 'mcp:tools.call'], ['well/echo']);
  const tools = await page.ask('agent.tools.list');
  expect(tools).toContainEqual(expect.objectContaining({ serverId: 'well', name: 'well/echo' }));
  expect(await page.ask('agent.tools.call', { tool: 'well/echo', args: { message: 'hi' } })).toMatchObject({
    content: [{ type: 'text' }],
  });
  expect(await page.ask('agent.tools.call', { tool: 'well__echo', args: { message: 'hi' } })).toMatchObject({});
  expect(await page.refusal('agent.tools.call', { tool: 'well/no-such' })).toMatchObject({
    code: 'ERR_TOOL_NOT_FOUND',
  });
});

test('none ticked is none', async () => {
  const pages = await openPages();
  await pages.scene.addServer('well', [wellBehaved]);
  const page = pages.browser.page();
  const asked = page.ask('agent.requestPermissions', { scopes: ['mcp:tools.call'] });
  await answerNext(pages, { tools: [] });
  expect(await asked).toMatchObject({ granted: true, allowedTools: [] });
  expect(await page.refusal('agent.tools.call', { tool: 'well/echo' })).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED' });
});

test('flags are held in the hub, live', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:tools.list']);
  expect(await page.ask('agent.tools.list')).toEqual([]);
  await setFlags(pages, { toolAccess: false });
  expect(await page.refusal('agent.tools.list')).toMatchObject({
    code: 'ERR_FEATURE_DISABLED',
    message: expect.stringContaining('Feature "toolAccess" is not enabled'),
  });
  expect(page.told.at(-1)).toMatchObject({ method: 'flags', params: { toolAccess: false } });
  await pages.panel.request('sites:set', { origin: shop, flags: { toolAccess: true } });
  expect(await page.ask('agent.tools.list')).toEqual([]);
});

test('a run asks the model, calls what its page may call, and ends with an answer', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  await pages.scene.addServer('well', [wellBehaved]);
  await setFlags(pages, { toolCalling: true });
  const page = pages.browser.page();
  await grantTo(pages, page, ['model:tools', 'model:prompt', 'mcp:tools.list', 'mcp:tools.call'], ['well/echo']);
  model.script(calls('well__echo', { message: 'ping' }), says('It said ping.'));
  await page.ask('agent.run', { task: 'Echo the word ping with the echo tool' });
  const events = page.streamed.map(({ event }) => event as { type: string });
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['status', 'tool_call', 'tool_result', 'token', 'final']),
  );
  expect(events.at(-1)).toMatchObject({ type: 'final', output: 'It said ping.' });
});

/** For now, in tab 7 of the shop. */
async function allowedOnce() {
  const pages = await openPages();
  pages.browser.show(7, `${shop}/`);
  const page = pages.browser.page({ tabId: 7 });
  const asked = page.ask('agent.requestPermissions', { scopes: ['mcp:tools.list'] });
  await answerNext(pages, { lifetime: 'once' });
  expect(await asked).toMatchObject({ granted: true });
  return { pages, page };
}

test('what was allowed once is for its tab and its origin', async () => {
  const { pages, page } = await allowedOnce();
  await pages.panel.waitFor(({ grants }) => Object.keys(grants).length === 1, 'the grant is there');
  const other = pages.browser.page({ tabId: 8 });
  expect(await other.refusal('agent.tools.list')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
  pages.browser.show(7, 'https://other.example/');
  await pages.panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'the grant has ended');
  expect(await page.refusal('agent.tools.list')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
});

test('what was allowed once ends with its tab, also for a tab that has the same number later', async () => {
  const { pages, page } = await allowedOnce();
  page.leave();
  pages.browser.closeTab(7);
  await pages.panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'the grant has ended');
  pages.browser.show(7, `${shop}/`);
  const later = pages.browser.page({ tabId: 7 });
  expect(await later.refusal('agent.tools.list')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
});

test('a blocked site is refused at once, and nothing of it is left', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:tools.list']);
  await pages.panel.request('sites:set', { origin: shop, blocked: true });
  expect(await page.refusal('agent.tools.list')).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  await pages.panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'nothing of it is left');
});

test('a page that leaves while its question is open gets nothing', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  void page.ask('agent.requestPermissions', { scopes: ['model:prompt'] });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'a question');
  const [question] = Object.values(pages.panel.snapshot.siteQuestions);
  page.leave();
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 0, 'it is gone');
  const answer = { id: question?.id ?? '', version: 1, effect: 'allow', lifetime: 'always' } as const;
  await expect(
    pages.panel.request('sites:answer', { ...answer, tools: [], scopes: ['model:prompt'] }),
  ).rejects.toThrow();
  expect(pages.panel.snapshot.grants).toEqual({});
});
