// What the user has decided, set or taken away holds for pages in every way in, at once.
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEverything } from '../../support/everything-server.ts';
import { calls, says } from '../../support/models/script.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { addModel, answerNext, grantTo, openPages, setFlags, shop } from './page-scene.ts';
import type { PagesScene } from './page-scene.ts';

/** An answer that begins and never ends. */
const stalled = {
  pieces: [
    { kind: 'text' as const, text: 'Once' },
    { kind: 'wait' as const, until: new Promise(() => {}) },
  ],
};

async function addTools({ scene, panel }: PagesScene): Promise<void> {
  const server = await startEverything('http');
  onTestFinished(() => server.kill());
  await scene.addRemote('Tools', server.url);
  await panel.waitFor(({ tools }) => tools['tools/echo'] !== undefined, 'its tools are there');
}

const echo = { tool: 'tools/echo', args: { message: 'hi' } };

test('a tool that is denied beside an allowed one is denied alone, and is not asked about again', async () => {
  const pages = await openPages();
  await addTools(pages);
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:tools.call'], ['tools/echo']);
  const wanted = { scopes: ['mcp:tools.call'], tools: ['tools/get-sum'] };
  const asked = page.ask('agent.requestPermissions', wanted);
  await answerNext(pages, { effect: 'deny' });
  const told = { granted: false, scopes: { 'mcp:tools.call': 'denied' } };
  expect(await asked).toMatchObject(told);
  expect(await page.ask('agent.tools.call', echo)).toMatchObject({ content: [{ text: 'Echo: hi' }] });
  expect(await page.refusal('agent.tools.call', { tool: 'tools/get-sum', args: { a: 1, b: 2 } })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
  });
  expect(await page.ask('agent.requestPermissions', wanted)).toMatchObject(told);
  expect(pages.panel.snapshot.siteQuestions).toEqual({});
});

test('an answer about tools of a server that was removed meanwhile grants nothing to the one that takes its name', async () => {
  const pages = await openPages();
  await addTools(pages);
  const page = pages.browser.page();
  const asked = page.answer('agent.requestPermissions', { scopes: ['mcp:tools.call'], tools: ['tools/echo'] });
  const { panel } = pages;
  await panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'it asks');
  const [seen] = Object.values(panel.snapshot.siteQuestions);
  await panel.request('servers:remove', { serverId: 'tools' });
  await panel.waitFor(({ siteQuestions }) => Object.values(siteQuestions)[0]?.tools?.length === 0, 'it asks for none');
  const { id = '', version = 0 } = seen ?? {};
  const stale = { id, version, effect: 'allow', lifetime: 'always' } as const;
  const tools = ['tools/echo'];
  await expect(panel.request('sites:answer', { ...stale, tools, scopes: ['mcp:tools.call'] })).rejects.toThrow();
  await answerNext(pages);
  await asked;
  await addTools(pages);
  expect(await page.refusal('agent.tools.call', echo)).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED' });
});

test('the agent of a frame is not reached while the page around it is blocked', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const heard: string[] = [];
  const widget = 'https://widget.example';
  const serve = (method: string) => {
    heard.push(method);
    return { success: true, result: 1 };
  };
  const frame = pages.browser.page({ origin: widget, embeddedIn: shop, serve });
  await grantTo(pages, frame, ['agents:register']);
  const { id } = (await frame.ask('agent.agents.register', { name: 'Widget' })) as { id: string };
  const caller = pages.browser.page({ origin: widget, tabId: 9 });
  await grantTo(pages, caller, ['agents:invoke', 'agents:discover']);
  await caller.ask('agent.agents.register', { name: 'Caller' });
  await pages.panel.request('sites:set', { origin: shop, blocked: true });
  expect(await caller.ask('agent.agents.invoke', { agentId: id, task: 't' })).toMatchObject({
    success: false,
    error: { code: 'ERR_AGENT_NOT_FOUND' },
  });
  expect(await caller.ask('agent.agents.list')).toMatchObject([{ name: 'Caller' }]);
  expect(heard).toEqual([]);
});

test('what a page has registered is out of reach while its site is blocked, and there again once it is allowed anew', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const serve = (method: string) => (method === 'page.addressBarQuery' ? { suggestions: [shoes] } : {});
  const shoes = { type: 'url', title: 'Shoes', url: `${shop}/shoes` };
  const page = pages.browser.page({ serve });
  const own = ['agents:register', 'agents:message', 'addressBar:suggest'] as const;
  await grantTo(pages, page, own);
  const { id } = (await page.ask('agent.agents.register', { name: 'Keeper' })) as { id: string };
  await page.ask('agent.agents.subscribe', { eventType: 'news' });
  const triggers = [{ type: 'prefix', value: 'buy ', hint: 'buy shoes' }];
  await page.ask('agent.addressBar.registerProvider', { id: 'shop', name: 'The shop', triggers });
  const caller = pages.browser.page({ origin: 'https://bank.example', tabId: 9 });
  await grantTo(pages, caller, ['agents:register', 'agents:discover', 'agents:message', 'agents:crossOrigin']);
  await caller.ask('agent.agents.register', { name: 'Caller' });
  const found = () => caller.ask('agent.agents.discover', { includeSameOrigin: false, includeCrossOrigin: true });
  const heard = () => caller.ask('agent.agents.broadcast', { eventType: 'news', data: 1 });
  const suggested = () => pages.browser.request('omnibox-suggest', { text: 'buy shoes' });

  await pages.panel.request('sites:set', { origin: shop, blocked: true });
  expect([await found(), await heard()]).toMatchObject([{ total: 0 }, { delivered: 0 }]);
  expect(await suggested()).toEqual({ suggestions: [] });
  await pages.panel.request('sites:set', { origin: shop, blocked: false });
  expect([await found(), await heard()]).toMatchObject([{ total: 0 }, { delivered: 0 }]);
  await grantTo(pages, page, own);
  expect([await found(), await heard()]).toMatchObject([{ agents: [{ id, name: 'Keeper' }] }, { delivered: 1 }]);
  await expect.poll(suggested).toMatchObject({ suggestions: [{ title: 'Shoes' }] });
});

test('a block is answered and takes all that its site was allowed, also with the page in front that was allowed some of it once', async () => {
  const pages = await openPages();
  pages.browser.show(7, `${shop}/`);
  const { panel } = pages;
  await panel.waitFor(({ tabs }) => Object.values(tabs).some(({ url }) => url === `${shop}/`), 'the page is shown');
  const page = pages.browser.page();
  const allowed = async (
    scope: 'model:list' | 'model:prompt' | 'mcp:tools.list' | 'chat:open',
    lifetime: 'once' | 'always',
  ) => {
    const asked = page.ask('agent.requestPermissions', { scopes: [scope] });
    await answerNext(pages, { lifetime });
    await asked;
  };
  await allowed('model:list', 'always');
  await allowed('model:prompt', 'once');
  await allowed('mcp:tools.list', 'once');
  await allowed('chat:open', 'always');
  await panel.request('sites:set', { origin: shop, blocked: true });
  await panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'nothing is allowed');
  await panel.request('sites:set', { origin: shop, blocked: false });
  const { scopes } = (await page.ask('agent.permissions.list')) as { scopes: Record<string, string> };
  expect(Object.values(scopes).filter(standing => standing.startsWith('granted'))).toEqual([]);
});

test('while all is stopped nothing is listed and no session begins', async () => {
  const pages = await openPages();
  await addModel(pages);
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:tools.list', 'model:list', 'model:prompt']);
  await pages.panel.request('hub:set-mode', { mode: 'stopped' });
  const refused = { code: 'ERR_PERMISSION_DENIED' };
  expect(await page.refusal('agent.tools.list')).toMatchObject(refused);
  expect(await page.refusal('ai.providers.list')).toMatchObject(refused);
  expect(await page.refusal('ai.providers.getActive')).toMatchObject(refused);
  expect(await page.refusal('ai.createTextSession')).toMatchObject(refused);
  expect(await page.refusal('ai.languageModel.create')).toMatchObject(refused);
});

test('a run and a chat write nothing without text generation, and call no tool of a server without access to tools', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  await addTools(pages);
  await setFlags(pages, { toolCalling: true });
  const page = pages.browser.page({ serve: () => ({}) });
  await grantTo(pages, page, ['chat:open', 'mcp:tools.call', 'model:tools'], ['tools/echo']);
  await setFlags(pages, { toolAccess: false });
  model.script(calls('tools__echo', { message: 'hi' }), says('Done.'));
  await page.ask('agent.run', { task: 'Say hi', tools: ['tools/echo'] });
  expect(JSON.stringify(page.streamed)).not.toContain('Echo: hi');
  await setFlags(pages, { textGeneration: false });
  const off = { code: 'ERR_FEATURE_DISABLED', details: { flag: 'textGeneration' } };
  expect(await page.refusal('agent.run', { task: 'Say hi' })).toMatchObject(off);
  expect(await page.refusal('agent.chat.open')).toMatchObject(off);
});

const flagsOfARun = ['toolCalling', 'textGeneration'] as const;
for (const flag of flagsOfARun)
  test(`a run that is being written ends where the user switches ${flag} off for its site, and its model is asked no more`, async () => {
    const pages = await openPages();
    const model = await addModel(pages);
    await setFlags(pages, { toolCalling: true });
    const page = pages.browser.page();
    await grantTo(pages, page, ['model:tools']);
    model.script(stalled);
    const refused = page.refusal('agent.run', { task: 'Tell a long story' });
    await expect.poll(() => page.streamed.some(({ event }) => JSON.stringify(event).includes('Once'))).toBe(true);
    await pages.panel.request('sites:set', { origin: shop, flags: { [flag]: false } });
    expect(await refused).toMatchObject({ code: 'ERR_FEATURE_DISABLED', details: { flag } });
    const { length } = page.streamed;
    await page.ask('agent.permissions.list');
    expect([page.streamed.length, model.asked.length]).toEqual([length, 1]);
  });

test('a call of a run ends where the user switches access to tools off, and the model hears of it', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  await addTools(pages);
  await setFlags(pages, { toolCalling: true });
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:tools.call', 'model:tools'], ['tools/trigger-long-running-operation']);
  model.script(calls('tools__trigger-long-running-operation', { duration: 600, steps: 600 }), says('So be it.'));
  const ran = page.ask('agent.run', { task: 'Work', tools: ['tools/trigger-long-running-operation'] });
  await expect.poll(() => JSON.stringify(page.streamed)).toContain('tool_call');
  await setFlags(pages, { toolAccess: false });
  await ran;
  expect(JSON.stringify(model.asked.at(-1)!.body)).toContain('toolAccess');
  expect(JSON.stringify(page.streamed)).toContain('ERR_FEATURE_DISABLED');
});

test('an answer in the chat of a page ends where the user switches text generation off, and goes on once it is back', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  let key = '';
  const page = pages.browser.page({
    document: 'the-page',
    serve: (method, params) => (method === 'do.chat.open' && ({ key } = params as { key: string }), {}),
  });
  const asked = page.ask('agent.chat.open');
  await answerNext(pages);
  await asked;
  const panel = pages.browser.page({
    origin: 'chrome-extension://companion',
    document: 'the-panel',
    chatIn: 'the-page',
  });
  await panel.ask('chat.show', { key });
  model.script(stalled, says('Here I am.'));
  const refused = panel.refusal('chat.send', { text: 'Tell a long story' });
  await expect.poll(() => model.asked.length).toBe(1);
  await setFlags(pages, { textGeneration: false });
  const off = { code: 'ERR_FEATURE_DISABLED', details: { flag: 'textGeneration' } };
  expect(await refused).toMatchObject(off);
  expect(await panel.refusal('chat.send', { text: 'Go on' })).toMatchObject(off);
  await setFlags(pages, { textGeneration: true });
  await panel.ask('chat.send', { text: 'Go on' });
  expect(model.asked).toHaveLength(2);
});

test('the tools of a page are there again when its site is not blocked any more', async () => {
  const pages = await openPages();
  const page = pages.browser.page({ serve: () => 'found' });
  await page.ask('agent.permissions.list');
  page.say({ jsonrpc: '2.0', method: 'page.tools', params: { tools: [{ name: 'find' }] } });
  const found = { content: [{ text: 'found' }] };
  expect(await page.ask('agent.tools.call', { tool: 'page/find', args: {} })).toMatchObject(found);
  await pages.panel.request('sites:set', { origin: shop, blocked: true });
  expect(await page.refusal('agent.tools.call', { tool: 'page/find', args: {} })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
  });
  await pages.panel.request('sites:set', { origin: shop, blocked: false });
  expect(await page.ask('agent.tools.call', { tool: 'page/find', args: {} })).toMatchObject(found);
});

test('a tool that its server describes otherwise while its page asks for it is not granted by an answer to the words before', async () => {
  const pages = await openPages();
  await pages.scene.addServer('turncoat', [path.join(repositoryRoot, 'test/fixtures/servers/rewording.mjs')]);
  await pages.scene.allow('turncoat');
  const agent = await pages.scene.agent();
  const page = pages.browser.page();
  const tools = ['turncoat/say', 'turncoat/add'];
  const asked = page.ask('agent.requestPermissions', { scopes: ['mcp:tools.call'], tools });
  await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'it asks');
  const [question] = Object.values(pages.panel.snapshot.siteQuestions);
  expect(question?.tools?.map(({ id }) => id)).toEqual(tools);

  await agent.callTool({ name: 'turncoat__reword', arguments: { description: 'Says it, and sends the keys along.' } });
  await expect
    .poll(() => Object.values(pages.panel.snapshot.siteQuestions)[0]?.tools?.map(({ id }) => id))
    .toEqual(['turncoat/add']);
  const { id, version } = question!;
  const seen = { id, version, effect: 'allow', lifetime: 'always', scopes: ['mcp:tools.call'] } as const;
  const late = pages.panel.request('sites:answer', { ...seen, scopes: [...seen.scopes], tools });
  await expect(late).rejects.toThrow('has changed');
  await answerNext(pages, { tools: ['turncoat/add'] });
  await asked;
  const { reviews } = await pages.panel.request('tools:reviews', {});
  for (const { toolId, hash } of reviews) await pages.panel.request('tools:review', { toolId, hash, accept: true });
  await expect
    .poll(() => page.refusal('agent.tools.call', { tool: 'turncoat/say' }))
    .toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED', details: { allowedTools: ['turncoat/add'] } });
});
