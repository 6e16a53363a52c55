// Sessions of pages with capabilities and limits of their own.
import { expect, test } from 'vitest';
import { says } from '../../support/models/script.ts';
import { wellBehaved } from '../harbor/harbor-a-scene.ts';
import { addModel, answerNext, grantTo, openPages, setFlags, shop } from './page-scene.ts';

interface Created {
  readonly sessionId: string;
  readonly capabilities: unknown;
}

test('a session asks for what it lacks, and has what its user allowed', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  await pages.scene.addServer('well', [wellBehaved]);
  const page = pages.browser.page();
  const capabilities = { llm: {}, tools: ['well/echo', 'well/add', 'no/such'], browser: ['read'] };
  const wanted = {
    name: 'Research',
    reason: 'To look things up',
    capabilities,
    options: { systemPrompt: 'Be brief.' },
  };
  const asked = page.ask('agent.sessions.create', { ...wanted, limits: { maxToolCalls: 2, ttlMinutes: 30 } });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'it asks');
  const [question] = Object.values(pages.panel.snapshot.siteQuestions);
  expect(question).toMatchObject({
    reason: 'To look things up',
    scopes: [{ scope: 'model:prompt' }, { scope: 'mcp:tools.call' }],
  });
  await answerNext(pages, { tools: ['well/echo'] });
  const { sessionId, capabilities: has } = (await asked) as Created;
  expect(has).toEqual({
    llm: { allowed: true },
    tools: { allowed: true, allowedTools: ['well/echo'] },
    browser: { readActiveTab: true, interact: false, screenshot: false },
    limits: { maxToolCalls: 2, expiresAt: expect.any(Number) },
  });
  model.script(says('Hello!'));
  expect(await page.ask('session.prompt', { sessionId, input: 'Hi' })).toBe('Hello!');
  expect(JSON.stringify(model.asked.at(-1))).toContain('Be brief.');
  const call = { tool: 'well/echo', args: { message: 'hi' }, sessionId };
  await page.ask('agent.tools.call', call);
  await page.ask('agent.tools.call', { ...call, tool: 'well__echo' });
  expect(await page.refusal('agent.tools.call', call)).toMatchObject({
    code: 'ERR_BUDGET_EXCEEDED',
    details: { max: 2, used: 2 },
  });
  expect(await page.refusal('agent.browser.activeTab.screenshot', { sessionId })).toMatchObject({
    code: expect.stringMatching(/^ERR_(FEATURE|SCOPE|PERMISSION)/),
  });
  expect(await page.ask('agent.sessions.get', { sessionId })).toEqual({
    ...{ sessionId, type: 'explicit', origin: shop, status: 'active', name: 'Research' },
    ...{ createdAt: expect.any(Number), lastActiveAt: expect.any(Number) },
    capabilities: { hasLLM: true, toolCount: 1, hasBrowserAccess: true },
    usage: { promptCount: 1, toolCallCount: 2 },
  });
  expect(await page.ask('agent.sessions.terminate', { sessionId })).toBe(true);
  expect(await page.ask('agent.sessions.terminate', { sessionId })).toBe(false);
  expect(await page.ask('agent.sessions.get', { sessionId })).toBeNull();
  expect(await page.refusal('agent.tools.call', call)).toMatchObject({ code: 'ERR_SESSION_NOT_FOUND' });
});

test('a session narrows: tools and abilities beside it are none of it', async () => {
  const pages = await openPages();
  await pages.scene.addServer('well', [wellBehaved]);
  await setFlags(pages, { browserInteraction: true });
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:tools.call', 'browser:activeTab.interact'], ['well/echo']);
  const { sessionId } = (await page.ask('agent.sessions.create', { capabilities: { browser: ['read'] } })) as Created;
  expect(await page.refusal('agent.tools.call', { tool: 'well/echo', sessionId })).toMatchObject({
    code: 'ERR_TOOL_NOT_ALLOWED',
  });
  expect(await page.refusal('agent.browser.activeTab.click', { ref: '#a', sessionId })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
    message: expect.stringContaining('without "interact"'),
  });
  expect(await page.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_SCOPE_REQUIRED',
  });
  await grantTo(pages, page, ['model:prompt']);
  expect(await page.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
    message: expect.stringContaining('without a model'),
  });
});

test('a session that asks for nothing, or for what there is not, is none', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  const refusal = (payload: object) => page.refusal('agent.sessions.create', payload);
  for (const payload of [
    {},
    { capabilities: {} },
    { capabilities: { browser: ['fly'] } },
    { capabilities: { browser: ['read'] }, limits: { maxToolCalls: -1 } },
    { capabilities: { browser: ['read'] }, limits: { ttlMinutes: 0 } },
  ])
    expect(await refusal(payload)).toMatchObject({ code: 'ERR_INVALID_REQUEST' });
  await setFlags(pages, { toolAccess: false });
  expect(await refusal({ capabilities: { tools: ['a/b'] } })).toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
  const asked = page.refusal('agent.sessions.create', { capabilities: { llm: {} } });
  await answerNext(pages, { effect: 'deny' });
  expect(await asked).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
});

test('sessions are listed for their origin, and used by their document alone', async () => {
  const pages = await openPages();
  await addModel(pages);
  const page = pages.browser.page();
  await grantTo(pages, page, ['model:prompt']);
  const implicit = await page.ask('ai.createTextSession');
  const { sessionId } = (await page.ask('agent.sessions.create', { capabilities: { llm: {} } })) as Created;
  expect(await page.ask('agent.sessions.list')).toMatchObject([
    { sessionId, type: 'explicit' },
    { sessionId: implicit, type: 'implicit', usage: { promptCount: 0, toolCallCount: 0 } },
  ]);
  const beside = pages.browser.page({ tabId: 8 });
  expect(await beside.ask('agent.sessions.list')).toHaveLength(2);
  expect(await beside.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_SESSION_NOT_FOUND',
  });
  const foreign = pages.browser.page({ origin: 'https://other.example', tabId: 9 });
  await grantTo(pages, foreign, ['model:prompt']);
  expect(await foreign.ask('agent.sessions.list')).toEqual([]);
  expect(await foreign.ask('agent.sessions.get', { sessionId })).toBeNull();
  expect(await foreign.ask('agent.sessions.terminate', { sessionId })).toBe(false);
  expect(await foreign.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_SESSION_NOT_FOUND',
  });
  page.leave();
  expect(await beside.ask('agent.sessions.list')).toEqual([]);
});

test('tools that a page carries out itself are part of a session that names them, and nobody is asked about them', async () => {
  const pages = await openPages();
  const page = pages.browser.page({ serve: () => 'found' });
  await page.ask('agent.permissions.list');
  page.say({ jsonrpc: '2.0', method: 'page.tools', params: { tools: [{ name: 'find' }, { name: 'buy' }] } });
  const made = await page.ask('agent.sessions.create', { capabilities: { tools: ['page/find'] } });
  expect(made).toMatchObject({ capabilities: { tools: { allowed: true, allowedTools: ['page/find'] } } });
  const { sessionId } = made as { sessionId: string };
  expect(await page.ask('agent.tools.call', { tool: 'page/find', sessionId })).toMatchObject({
    content: [{ text: 'found' }],
  });
  expect(await page.refusal('agent.tools.call', { tool: 'page/buy', sessionId })).toMatchObject({
    code: 'ERR_TOOL_NOT_ALLOWED',
  });
});
