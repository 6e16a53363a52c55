// Pages as agents for each other, over the wires of documents that a played companion speaks for.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { wellBehaved } from '../harbor/harbor-a-scene.ts';
import { grantTo, openPages, setFlags, shop } from './page-scene.ts';
import type { AddressInfo } from 'node:net';
import type { PageScope } from '../../../contract/web-agent.ts';
import type { PagesScene, PlayedPage } from './page-scene.ts';

const bank = 'https://bank.example';
const all: readonly PageScope[] = ['agents:register', 'agents:discover', 'agents:invoke', 'agents:message'];

type Serve = (method: string, params: unknown) => unknown;
interface Ask {
  readonly invocationId: string;
  readonly agentId: string;
  readonly from: string;
  readonly task: string;
  readonly input: unknown;
}

async function open(): Promise<PagesScene> {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  return pages;
}

/** A page with an agent; its id. */
async function agentIn(
  pages: PagesScene,
  { origin = shop, tabId = 7, name = 'Helper', serve = () => ({ success: true, result: 'done' }) }: AgentOptions = {},
): Promise<{ page: PlayedPage; id: string }> {
  const page = pages.browser.page({ origin, tabId, serve });
  const { granted } = (await page.ask('agent.permissions.list')) as { granted?: boolean };
  expect(granted).toBeUndefined();
  await grantOnce(pages, page, all);
  const { id } = (await page.ask('agent.agents.register', { name, capabilities: ['help'], tags: ['t'] })) as {
    id: string;
  };
  return { page, id };
}

interface AgentOptions {
  readonly origin?: string;
  readonly tabId?: number;
  readonly name?: string;
  readonly serve?: Serve;
}

/** Nothing is asked about where the origin has it all. */
async function grantOnce(pages: PagesScene, page: PlayedPage, scopes: readonly PageScope[], tools?: readonly string[]) {
  const { scopes: has } = (await page.ask('agent.permissions.list')) as { scopes: Record<string, string> };
  const missing = scopes.filter(scope => has[scope] === 'not-granted');
  if (missing.length > 0) await grantTo(pages, page, missing, tools);
}

/** What comes when the test says so. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>(settle => (resolve = settle));
  return { promise, resolve };
}

test('a page registers an agent, and others of its origin find and call it', async () => {
  const pages = await open();
  const asked: Ask[] = [];
  const { id, page: helper } = await agentIn(pages, {
    tabId: 8,
    serve: (_, params) => (asked.push(params as Ask), { success: true, result: { text: 'It is noon.' } }),
  });
  const { page, id: own } = await agentIn(pages, { name: 'Caller' });
  expect(await page.ask('agent.agents.discover', { name: 'help', tags: ['t', 'u'] })).toEqual({
    agents: [
      {
        ...{ id, name: 'Helper', capabilities: ['help'], tags: ['t'], acceptsInvocations: true, acceptsMessages: true },
        ...{ origin: shop, status: 'active', sameOrigin: true, isRemote: false },
      },
    ],
    total: 1,
  });
  expect(await page.ask('agent.agents.list')).toMatchObject([
    { id, name: 'Helper', status: 'active' },
    { id: own, name: 'Caller', status: 'active' },
  ]);
  const request = { task: 'What time is it?', input: { zone: 'UTC' } };
  expect(await page.ask('agent.agents.invoke', { agentId: id, request })).toEqual({
    success: true,
    result: { text: 'It is noon.' },
    executionTime: expect.any(Number),
  });
  expect(await page.ask('agent.agents.invoke', { agentId: id, ...request })).toMatchObject({ success: true });
  expect(asked).toMatchObject([
    { agentId: id, from: own, ...request },
    { agentId: id, from: own, ...request },
  ]);
  expect(await page.ask('agent.agents.getInfo', { agentId: id })).toMatchObject({
    ...{ id, name: 'Helper', origin: shop, status: 'active' },
    usage: { invocationsReceived: 2, invocationsMade: 0 },
  });
  expect(await helper.ask('agent.agents.unregister', { agentId: own })).toBe(false);
  expect(await helper.ask('agent.agents.unregister', { agentId: id })).toBe(true);
  expect(await page.ask('agent.agents.invoke', { agentId: id, ...request })).toMatchObject({
    success: false,
    error: { code: 'ERR_AGENT_NOT_FOUND' },
  });
});

test('who has no agent calls nobody', async () => {
  const pages = await open();
  const { id } = await agentIn(pages, { tabId: 8 });
  const page = pages.browser.page();
  expect(await page.refusal('agent.agents.invoke', { agentId: id, task: 'x' })).toMatchObject({
    code: 'ERR_NOT_REGISTERED',
  });
  await setFlags(pages, { multiAgent: false });
  expect(await page.refusal('agent.agents.list')).toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
});

test('agents of other sites are found and called only with a permission of its own', async () => {
  const pages = await open();
  const { id } = await agentIn(pages, { origin: bank, tabId: 8 });
  const { page } = await agentIn(pages);
  const query = { includeCrossOrigin: true };
  expect(await page.ask('agent.agents.discover', query)).toMatchObject({ total: 1, agents: [{ origin: shop }] });
  expect(await page.ask('agent.agents.getInfo', { agentId: id })).toBeNull();
  expect(await page.ask('agent.agents.invoke', { agentId: id, task: 'x' })).toMatchObject({
    success: false,
    error: { code: 'ERR_SCOPE_REQUIRED', details: { requiredScope: 'agents:crossOrigin' } },
  });
  await grantTo(pages, page, ['agents:crossOrigin']);
  expect(await page.ask('agent.agents.discover', query)).toMatchObject({ total: 2 });
  expect(await page.ask('agent.agents.getInfo', { agentId: id })).toMatchObject({ origin: bank });
  expect(await page.ask('agent.agents.invoke', { agentId: id, task: 'x' })).toMatchObject({
    success: true,
    result: 'done',
  });
  await pages.panel.request('sites:set', { origin: bank, blocked: true });
  expect(await page.ask('agent.agents.invoke', { agentId: id, task: 'x' })).toMatchObject({
    error: { code: 'ERR_AGENT_NOT_FOUND' },
  });
});

test('an origin cannot use another page’s agent to do what it was itself denied', async () => {
  const pages = await open();
  await pages.scene.addServer('well', [wellBehaved]);
  const call = { tool: 'well/echo', args: { message: 'hi' } };
  const told: unknown[] = [];
  const deputy: { page?: PlayedPage } = {};
  const { page, id } = await agentIn(pages, {
    origin: bank,
    tabId: 8,
    serve: async () => {
      told.push(await deputy.page?.refusal('agent.tools.call', call).catch(String));
      return { success: true, result: 'called' };
    },
  });
  deputy.page = page;
  await grantTo(pages, page, ['mcp:tools.call', 'mcp:tools.list'], ['well/echo']);
  expect(await page.ask('agent.tools.call', call)).toMatchObject({ content: [{ type: 'text' }] });
  const { page: caller } = await agentIn(pages);
  await grantTo(pages, caller, ['agents:crossOrigin']);
  expect(await caller.ask('agent.agents.invoke', { agentId: id, task: 'Call it' })).toMatchObject({ success: true });
  expect(told).toMatchObject([{ code: 'ERR_PERMISSION_DENIED', details: { origin: shop, scope: 'mcp:tools.call' } }]);
});

test('what both may, an agent does for its caller', async () => {
  const pages = await open();
  await pages.scene.addServer('well', [wellBehaved]);
  const call = { tool: 'well/echo', args: { message: 'hi' } };
  const deputy: { page?: PlayedPage } = {};
  const { page, id } = await agentIn(pages, {
    origin: bank,
    tabId: 8,
    serve: async () => ({ success: true, result: await deputy.page?.ask('agent.tools.call', call) }),
  });
  deputy.page = page;
  await grantTo(pages, page, ['mcp:tools.call', 'mcp:tools.list'], ['well/echo']);
  const { page: caller } = await agentIn(pages);
  await grantTo(pages, caller, ['agents:crossOrigin', 'mcp:tools.call'], ['well/echo']);
  expect(await caller.ask('agent.agents.invoke', { agentId: id, task: 'Call it' })).toMatchObject({
    success: true,
    result: { content: [{ type: 'text' }] },
  });
});

test('a caller that does not wait frees nobody from what it may not do itself', async () => {
  const pages = await open();
  await pages.scene.addServer('well', [wellBehaved]);
  const asked = later<void>();
  const answer = later<unknown>();
  const { page, id } = await agentIn(pages, { origin: bank, tabId: 8, serve: () => (asked.resolve(), answer.promise) });
  await grantTo(pages, page, ['mcp:tools.call', 'mcp:tools.list'], ['well/echo']);
  const { page: caller } = await agentIn(pages);
  await grantTo(pages, caller, ['agents:crossOrigin']);
  expect(await caller.ask('agent.agents.invoke', { agentId: id, task: 'Call it', timeout: 1 })).toMatchObject({
    success: false,
    error: { code: 'ERR_TIMEOUT' },
  });
  await asked.promise;
  expect(await page.refusal('agent.tools.call', { tool: 'well/echo' })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
  });
  answer.resolve({ success: true });
});

test('a page that is blocked and let again while it works is still held to its caller', async () => {
  const pages = await open();
  await pages.scene.addServer('well', [wellBehaved]);
  const asked = later<void>();
  const answer = later<unknown>();
  const { page, id } = await agentIn(pages, { origin: bank, tabId: 8, serve: () => (asked.resolve(), answer.promise) });
  const { page: caller } = await agentIn(pages);
  await grantTo(pages, caller, ['agents:crossOrigin']);
  const invoked = caller.ask('agent.agents.invoke', { agentId: id, task: 'Call it' });
  await asked.promise;
  await pages.panel.request('sites:set', { origin: bank, blocked: true });
  await pages.panel.request('sites:set', { origin: bank, blocked: false });
  await grantTo(pages, page, ['mcp:tools.call', 'mcp:tools.list'], ['well/echo']);
  expect(await page.refusal('agent.tools.call', { tool: 'well/echo' })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
    details: { origin: shop },
  });
  answer.resolve({ success: true });
  await invoked;
});

test('agents do not call in circles', async () => {
  const pages = await open();
  const parts: { page?: PlayedPage; first?: string; second?: string } = {};
  const { page, id: second } = await agentIn(pages, {
    tabId: 8,
    serve: () => parts.page?.ask('agent.agents.invoke', { agentId: parts.first, task: 'back' }),
  });
  const { page: caller } = await agentIn(pages, { tabId: 9, name: 'Caller' });
  const { page: between, id: first } = await agentIn(pages, {
    name: 'First',
    serve: () => between.ask('agent.agents.invoke', { agentId: second, task: 'on' }),
  });
  Object.assign(parts, { page, first, second });
  expect(await caller.ask('agent.agents.invoke', { agentId: first, task: 'go' })).toMatchObject({
    success: false,
    error: { code: 'ERR_INVOCATION_FAILED', message: expect.stringContaining('works on this already') },
  });
});

test('agents call each other eight deep and no deeper', async () => {
  const pages = await open();
  const ids: string[] = [];
  const answers: unknown[] = [];
  const chain: PlayedPage[] = [];
  for (let at = 0; at < 10; at += 1) {
    const serve = async () => {
      const said = await chain[at]?.ask('agent.agents.invoke', { agentId: ids[at + 1], task: 'on' });
      answers.push(said);
      return { success: true, result: at };
    };
    const { page, id } = await agentIn(pages, { tabId: 20 + at, name: `Agent ${at}`, serve });
    chain.push(page);
    ids.push(id);
  }
  expect(await chain[0]?.ask('agent.agents.invoke', { agentId: ids[1], task: 'go' })).toMatchObject({ success: true });
  expect(answers).toHaveLength(8);
  expect(answers[0]).toMatchObject({
    error: { code: 'ERR_INVOCATION_FAILED', message: expect.stringContaining('8 deep') },
  });
  expect(answers[1]).toMatchObject({ success: true, result: 8 });
});

test('a page has fifty agents, and unanswered calls of one are counted', async () => {
  const pages = await open();
  const { page, id } = await agentIn(pages, { serve: () => new Promise(() => {}) });
  const registered = Array.from({ length: 49 }, (_, at) => page.ask('agent.agents.register', { name: `Agent ${at}` }));
  await Promise.all(registered);
  expect(await page.refusal('agent.agents.register', { name: 'One more' })).toMatchObject({ code: 'ERR_RATE_LIMITED' });
  const call = { agentId: id, task: 'x', timeout: 1 };
  const calls = await Promise.all(Array.from({ length: 33 }, () => page.ask('agent.agents.invoke', call)));
  const codes = calls.map(answer => (answer as { error: { code: string } }).error.code);
  expect(codes.filter(code => code === 'ERR_TIMEOUT')).toHaveLength(32);
  expect(codes.filter(code => code === 'ERR_RATE_LIMITED')).toHaveLength(1);
});

test('a page that fails, refuses, leaves or answers with nothing is told as what it did', async () => {
  const pages = await open();
  const { page } = await agentIn(pages, { name: 'Caller' });
  const error = async (serve: Serve, rest: object = {}) => {
    const other = pages.browser.page({ tabId: 8, serve });
    const { id } = (await other.ask('agent.agents.register', { name: 'Other', ...rest })) as { id: string };
    const { error: said } = (await page.ask('agent.agents.invoke', { agentId: id, task: 'x' })) as { error: unknown };
    return said;
  };
  expect(await error(() => null)).toMatchObject({ code: 'ERR_HANDLER_FAILED' });
  expect(await error(() => ({ success: false, error: { code: 'ERR_OWN', message: 'No.' } }))).toEqual({
    code: 'ERR_OWN',
    message: 'No.',
  });
  expect(await error(() => ({ success: true, result: 'x'.repeat(1_100_000) }))).toMatchObject({
    code: 'ERR_INVOCATION_FAILED',
  });
  expect(await error(() => null, { acceptsInvocations: false })).toMatchObject({ code: 'ERR_NOT_ACCEPTED' });
  const leaving: PlayedPage = pages.browser.page({
    tabId: 8,
    serve: () => (leaving.leave(), new Promise(() => {})),
  });
  const { id } = (await leaving.ask('agent.agents.register', { name: 'Leaving' })) as { id: string };
  expect(await page.ask('agent.agents.invoke', { agentId: id, task: 'x' })).toMatchObject({
    error: { code: 'ERR_NO_TAB' },
  });
  expect(await page.ask('agent.agents.invoke', { agentId: id, task: 'x' })).toMatchObject({
    error: { code: 'ERR_AGENT_NOT_FOUND' },
  });
  expect(await page.refusal('agent.agents.invoke', { agentId: id })).toMatchObject({ code: 'ERR_INVALID_REQUEST' });
});

test('nobody answers for another page’s agent', async () => {
  const pages = await open();
  const answer = later<unknown>();
  const asked = later<void>();
  const { id } = await agentIn(pages, { tabId: 8, serve: () => (asked.resolve(), answer.promise) });
  const { page } = await agentIn(pages);
  const forger = pages.browser.page({ tabId: 9 });
  const waiting = page.ask('agent.agents.invoke', { agentId: id, task: 'x' });
  await asked.promise;
  for (let forged = 0; forged < 50; forged += 1)
    forger.say({ jsonrpc: '2.0', id: forged, result: { success: true, result: 'forged' } });
  await forger.ask('agent.permissions.list');
  answer.resolve({ success: true, result: 'mine' });
  expect(await waiting).toMatchObject({ result: 'mine' });
});

test('messages and broadcasts reach those for whom they are', async () => {
  const pages = await open();
  const { page: other, id } = await agentIn(pages, { tabId: 8 });
  const { page: foreign, id: far } = await agentIn(pages, { origin: bank, tabId: 9 });
  const { page, id: own } = await agentIn(pages);
  expect(await page.ask('agent.agents.send', { agentId: id, payload: { a: 1 } })).toEqual({ delivered: true });
  expect(await page.ask('agent.agents.send', { to: id, payload: 'again' })).toEqual({ delivered: true });
  const events = (of: PlayedPage) =>
    of.told.filter(({ method }) => method === 'agentEvent').map(({ params }) => params);
  expect(events(other)).toMatchObject([
    { type: 'message', message: { from: own, to: id, type: 'event', payload: { a: 1 } } },
    { type: 'message', message: { payload: 'again' } },
  ]);
  expect(await page.refusal('agent.agents.send', { agentId: far, payload: 1 })).toMatchObject({
    code: 'ERR_SCOPE_REQUIRED',
  });
  for (const one of [other, foreign, page]) await one.ask('agent.agents.subscribe', { eventType: 'news' });
  expect(await page.ask('agent.agents.broadcast', { eventType: 'news', data: 1 })).toEqual({ delivered: 1, failed: 0 });
  await grantTo(pages, page, ['agents:crossOrigin']);
  expect(await page.ask('agent.agents.broadcast', { eventType: 'news', data: 2 })).toEqual({ delivered: 2, failed: 0 });
  expect(events(foreign)).toMatchObject([{ type: 'broadcast', broadcast: { type: 'news', data: 2, source: own } }]);
  await other.ask('agent.agents.unsubscribe', { eventType: 'news' });
  expect(await page.ask('agent.agents.broadcast', { eventType: 'news', data: 3 })).toMatchObject({ delivered: 1 });
  expect(events(page)).toEqual([]);
});

test('a flood of broadcasts is held, and other pages are served', async () => {
  const pages = await open();
  const { page } = await agentIn(pages);
  const flood = await Promise.all(
    Array.from({ length: 600 }, () => page.answer('agent.agents.broadcast', { eventType: 'x', data: 'y' })),
  );
  const refused = flood.filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ error: { data: { code: 'ERR_RATE_LIMITED' } } });
  const { page: other } = await agentIn(pages, { tabId: 8 });
  expect(await other.ask('agent.agents.broadcast', { eventType: 'x' })).toEqual({ delivered: 0, failed: 0 });
});

test('agents are orchestrated in both generations’ forms', async () => {
  const pages = await open();
  const { id } = await agentIn(pages, {
    tabId: 8,
    serve: (_, params) => {
      const { task, input } = params as Ask;
      if (task === 'fail') return { success: false, error: { code: 'ERR_OWN', message: 'No.' } };
      return {
        success: true,
        result: { task, text: `<${typeof input === 'string' ? input : JSON.stringify(input)}>` },
      };
    },
  });
  const { page } = await agentIn(pages);
  const steps = [
    { agentId: id, task: 'Read {{input}}', outputTransform: '.text' },
    { id: 'second', agentId: id, taskTemplate: 'Write', outputTransform: '.text' },
  ];
  const pipeline = await page.ask('agent.agents.orchestrate.pipeline', {
    config: { id: 'p', steps },
    initialInput: 'a',
  });
  expect(pipeline).toMatchObject({
    ...{ pipelineId: 'p', success: true, finalOutput: '<<a>>', result: '<<a>>' },
    stepResults: [
      { stepId: 'step-0', agentId: id, success: true, result: { task: 'Read a', text: '<a>' } },
      { stepId: 'second', success: true },
    ],
  });
  const tasks = [
    { agentId: id, task: 'one', input: 1 },
    { agentId: id, task: 'fail' },
  ];
  expect(
    await page.ask('agent.agents.orchestrate.parallel', { config: { tasks, combineStrategy: 'first' } }),
  ).toMatchObject({
    success: false,
    taskResults: [
      { agentId: id, success: true },
      { success: false, error: 'No.' },
    ],
    combined: { task: 'one', text: '<1>' },
    results: [{ task: 'one', text: '<1>' }, null],
  });
  const routes = [
    { condition: 'regex:^(a+)+$', agentId: 'nobody' },
    { condition: 'hasProperty:city', agentId: id },
  ];
  const route = { config: { routes, defaultAgentId: id }, task: 'go' };
  expect(await page.ask('agent.agents.orchestrate.route', { ...route, input: { city: 'Bern' } })).toMatchObject({
    ...{ selectedAgentId: id, matchedCondition: 'hasProperty:city', success: true },
    invocationResult: { success: true, result: { task: 'go' } },
  });
  expect(await page.ask('agent.agents.orchestrate.route', { ...route, input: `${'a'.repeat(40)}!` })).toMatchObject({
    matchedCondition: null,
    selectedAgentId: id,
  });
  expect(
    await page.ask('agent.agents.orchestrate.route', { config: { routes: [] }, input: 1, task: 'go' }),
  ).toMatchObject({ selectedAgentId: '', invocationResult: { success: false, error: { code: 'ERR_NO_ROUTE' } } });
  const supervisor = {
    workers: [id, 'nobody'],
    assignmentStrategy: 'least-busy',
    retry: { maxAttempts: 1, delayMs: 0 },
  };
  const jobs = [
    { id: 'low', task: 'low', priority: 1 },
    { id: 'high', task: 'fail', priority: 2 },
  ];
  expect(await page.ask('agent.agents.orchestrate.supervisor', { config: supervisor, tasks: jobs })).toMatchObject({
    success: false,
    results: [
      { taskId: 'high', workerId: id, error: 'No.', attempts: 2 },
      { taskId: 'low', workerId: id, attempts: 1 },
    ],
    stats: { totalTasks: 2, succeeded: 1, failed: 1 },
    combined: [{ task: 'low' }, null],
  });
  const aggregated = (aggregation: string) =>
    page.ask('agent.agents.orchestrate.supervisor', { config: { ...supervisor, aggregation }, tasks: jobs });
  expect(await aggregated('merge')).toMatchObject({ combinedOutput: { task: 'low' } });
  expect(await aggregated('vote')).toMatchObject({ combinedOutput: [{ task: 'low' }, null] });
  const bad = { steps: [{ agentId: id, task: 'x', outputTransform: 'value => value' }] };
  expect(await page.refusal('agent.agents.orchestrate.pipeline', { config: bad })).toMatchObject({
    code: 'ERR_INVALID_REQUEST',
  });
});

test('agents on other machines: only the internet is asked', async () => {
  const pages = await open();
  const { page } = await agentIn(pages);
  expect(await page.refusal('agent.agents.remote.connect', { url: 'http://127.0.0.1:9/' })).toMatchObject({
    code: 'ERR_SCOPE_REQUIRED',
  });
  await grantTo(pages, page, ['agents:remote']);
  for (const url of ['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://localhost:9/', 'http://169.254.169.254/'])
    expect(await page.refusal('agent.agents.remote.connect', { url })).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  expect(await page.refusal('agent.agents.remote.connect', { url: 'file:///etc/passwd' })).toMatchObject({
    code: 'ERR_INVALID_REQUEST',
  });
  expect(await page.ask('agent.agents.remote.list')).toEqual([]);
  expect(await page.ask('agent.agents.remote.ping', { agentId: 'remote-1' })).toBe(false);
  expect(await page.ask('agent.agents.remote.disconnect', { agentId: 'remote-1' })).toBe(false);
});

test('an agent on another machine is connected, called and written to, without a sign-in', async () => {
  const pages = await open();
  const seen: { path: string | undefined; body: string; cookie: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => (body += String(chunk)));
    request.on('end', () => {
      seen.push({ path: request.url, body, cookie: request.headers.cookie });
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
    });
  });
  const answers: Record<string, unknown> = {
    '/agent-info': { name: 'Far', description: 'Reads', capabilities: ['read'] },
    '/invoke': { success: true, result: 'read' },
    '/.well-known/agents': { agents: [{ name: 'Far', url: 'https://far.example/' }, 'x'] },
  };
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  // A page of this machine: what it may ask itself, the hub asks for it.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { page } = await agentIn(pages, { origin });
  await grantTo(pages, page, ['agents:remote']);
  const remote = (await page.ask('agent.agents.remote.connect', { url: `${origin}/` })) as { id: string };
  const { id } = remote;
  expect(remote).toEqual({ id, name: 'Far', description: 'Reads', capabilities: ['read'], reachable: true });
  expect(await page.ask('agent.agents.remote.list')).toEqual([
    { ...remote, url: `${origin}/`, lastPing: expect.any(Number) },
  ]);
  expect(await page.ask('agent.agents.invoke', { agentId: id, task: 'Read', input: 1 })).toMatchObject({
    success: true,
    result: 'read',
  });
  expect(await page.ask('agent.agents.send', { agentId: id, payload: 'hi' })).toEqual({ delivered: true });
  expect(await page.ask('agent.agents.remote.ping', { agentId: id })).toBe(true);
  expect(await page.ask('agent.agents.remote.discover', { baseUrl: origin })).toEqual([
    { name: 'Far', url: 'https://far.example/' },
  ]);
  const { page: other } = await agentIn(pages, { origin, tabId: 9 });
  expect(await other.ask('agent.agents.invoke', { agentId: id, task: 'x' })).toMatchObject({
    error: { code: 'ERR_AGENT_NOT_FOUND' },
  });
  expect(seen.map(({ path }) => path)).toEqual([
    '/agent-info',
    '/invoke',
    '/message',
    '/health',
    '/.well-known/agents',
  ]);
  expect(seen[1]).toMatchObject({ body: '{"task":"Read","input":1}', cookie: undefined });
  expect(await page.ask('agent.agents.remote.disconnect', { agentId: id })).toBe(true);
});

test('how long each call of an orchestration may take is what its caller says', async () => {
  const pages = await open();
  const { page, id } = await agentIn(pages, { serve: () => new Promise(() => {}) });
  const steps = [{ id: 's', agentId: id, taskTemplate: 'Wait' }];
  const caller = pages.browser.page({ tabId: 8 });
  await caller.ask('agent.agents.register', { name: 'Caller' });
  const config = { id: 'p', name: 'P', steps, timeout: 50 };
  expect(await caller.ask('agent.agents.orchestrate.pipeline', { config })).toMatchObject({
    success: false,
    stepResults: [{ success: false, error: expect.stringContaining('within 50 ms') }],
  });
  page.leave();
});
