// The stateless era (MCP 2026-07-28) through a real hub: input of the agent in the middle of a call, changes, and who is refused.
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { urlOf } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { askHttp, openEvents } from '../../support/raw-http.ts';
import { everythingPath, fixturePath, openScene } from '../gateway/scene.ts';
import type { Credential } from '../../support/hub-process.ts';
import type { Scene } from '../gateway/scene.ts';

let scene: Scene;
let origin: string;

beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('conformance', [fixturePath], { instances: 'per-agent' });
  await scene.addServer('shared', [everythingPath]);
  await scene.addServer('tasks', [path.join(repositoryRoot, 'test/fixtures/servers/tasks.mjs'), '--stateless']);
  for (const serverId of ['conformance', 'tasks']) await scene.allow(serverId);
  ({ origin } = new URL(urlOf(scene.credential)));
});

afterAll(() => scene.end());

const key = (name: string) => `io.modelcontextprotocol/${name}`;
const elicitation = { elicitation: {} };

interface AskedPrompt {
  readonly path?: string;
  readonly capabilities?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly credential?: Credential;
}

function parts(
  method: string,
  params: Record<string, unknown>,
  { capabilities = {}, headers = {}, credential }: AskedPrompt,
) {
  const meta = {
    [key('protocolVersion')]: '2026-07-28',
    [key('clientInfo')]: { name: 'raw', version: '1' },
    [key('clientCapabilities')]: capabilities,
    ...(params._meta as Record<string, unknown> | undefined),
  };
  const name = params.name ?? params.uri ?? params.taskId;
  return {
    body: { jsonrpc: '2.0', id: 'mine', method, params: { ...params, _meta: meta } },
    headers: {
      authorization: `Bearer ${(credential ?? scene.credential).http.token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
  };
}

async function ask(method: string, params: Record<string, unknown> = {}, asked: AskedPrompt = {}) {
  const { path = '/mcp/conformance' } = asked;
  const answer = await askHttp(origin, { path, ...parts(method, params, asked) });
  const text = answer.headers['content-type'] === 'text/event-stream' ? lastData(answer.text) : answer.text;
  return { status: answer.status, ...(JSON.parse(text) as { id: unknown; result?: any; error?: any }) }; // oxlint-disable-line no-explicit-any
}

function lastData(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^data: /, '') ?? ''
  );
}

describe('input in the middle of a call', () => {
  const tool = { name: 'test_elicitation', arguments: { message: 'Who?' } };
  const accept = { action: 'accept', content: { username: 'ana', email: 'ana@example.com' } };

  async function begin(asked: AskedPrompt = {}) {
    const first = await ask('tools/call', tool, { capabilities: elicitation, ...asked });
    const [wanted = ''] = Object.keys(first.result.inputRequests);
    return { first, wanted, state: first.result.requestState as string };
  }

  test('What its server asks is the result, and the next request goes on with the same call.', async () => {
    const { first, wanted, state } = await begin();
    expect(first).toMatchObject({
      id: 'mine',
      result: {
        resultType: 'input_required',
        inputRequests: { [wanted]: { method: 'elicitation/create', params: { message: 'Who?' } } },
        requestState: expect.any(String),
      },
    });
    const params = { ...tool, requestState: state, inputResponses: { [wanted]: accept } };
    const second = await ask('tools/call', params, { capabilities: elicitation });
    expect(second.result).toMatchObject({
      resultType: 'complete',
      content: [{ text: expect.stringContaining('ana@example.com') }],
    });
  });

  test('A state is good for one request, for the same call, and for its own client.', async () => {
    const { wanted, state } = await begin();
    const params = { ...tool, requestState: state, inputResponses: { [wanted]: accept } };
    const other = await scene.panel.request('clients:create', { name: 'Other', start: 'own-tabs' });
    const attempts = [
      await ask('tools/call', { ...params, requestState: `${state}x` }, { capabilities: elicitation }),
      await ask('tools/call', { ...params, arguments: { message: 'Else?' } }, { capabilities: elicitation }),
      await ask('tools/call', params, { capabilities: elicitation, credential: other }),
    ];
    for (const { error } of attempts)
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('requestState') });
    expect((await ask('tools/call', params, { capabilities: elicitation })).result.resultType).toBe('complete');
    expect((await ask('tools/call', params, { capabilities: elicitation })).error.code).toBe(-32602);
  });

  test('Whoever answers nothing is asked again under a new state.', async () => {
    const { wanted, state } = await begin();
    const again = await ask(
      'tools/call',
      { ...tool, requestState: state, inputResponses: { other: {} } },
      { capabilities: elicitation },
    );
    expect(Object.keys(again.result.inputRequests)).toEqual([wanted]);
    expect(again.result.requestState).not.toBe(state);
  });

  test('An agent that did not declare it is not asked.', async () => {
    const { result } = await ask('tools/call', tool);
    expect(result).toMatchObject({ resultType: 'complete', isError: true });
  });

  test('The SDK answers by its handlers and sees one call.', async () => {
    const client = new Client(
      { name: 'a test', version: '1' },
      { capabilities: elicitation, versionNegotiation: { mode: 'auto' } },
    );
    client.setRequestHandler('elicitation/create', () => Promise.resolve(accept as { action: 'accept' }));
    const headers = { authorization: `Bearer ${scene.credential.http.token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }));
    const result = await client.callTool({ name: 'conformance__test_elicitation', arguments: { message: 'Who?' } });
    expect(JSON.stringify(result.content)).toContain('ana@example.com');
    await client.close();
  });

  test('A call whose connection closes is cancelled.', async () => {
    const credential = await scene.panel.request('clients:create', { name: 'Leaving', start: 'ask' });
    const agent = () =>
      Object.values(scene.panel.snapshot.agents).find(
        ({ clientId, inFlight }) => clientId === credential.client.id && inFlight > 0,
      );
    const stream = openEvents(origin, {
      method: 'POST',
      path: '/mcp/shared',
      ...parts(
        'tools/call',
        { name: 'trigger-long-running-operation', arguments: { duration: 30, steps: 30 }, _meta: { progressToken: 1 } },
        { credential },
      ),
    });
    const open = await stream;
    await open.next(({ data }) => data.includes('notifications/progress'));
    await until(() => agent() !== undefined, 'it is shown');
    open.close();
    await until(() => agent() === undefined, 'it is cancelled');
  });
});

describe('messages while a call is carried out', () => {
  const call = (meta: Record<string, unknown>) =>
    askHttp(origin, {
      path: '/mcp/conformance',
      ...parts('tools/call', { name: 'test_tool_with_logging', _meta: meta }, {}),
    });

  test('Log messages come on its stream where its level wants them, and not at all without one.', async () => {
    expect((await call({ [key('logLevel')]: 'info' })).text.match(/notifications\/message/g)).toHaveLength(3);
    expect((await call({ [key('logLevel')]: 'error' })).text).not.toContain('notifications/message');
    expect((await call({})).text).not.toContain('notifications/message');
  });
});

describe('changes', () => {
  test('A listener is told what it asked for, under its own id, and nothing else.', async () => {
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['test://watched-resource'] };
    const stream = await openEvents(origin, {
      method: 'POST',
      path: '/mcp',
      ...parts('subscriptions/listen', { notifications }, {}),
    });
    const { data } = await stream.next(() => true);
    expect(JSON.parse(data)).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications, _meta: { [key('subscriptionId')]: 'mine' } },
    });
    await scene.panel.request('tools:set', { toolId: 'conformance/test_simple_text', on: false });
    expect(JSON.parse((await stream.next(() => true)).data)).toMatchObject({
      method: 'notifications/tools/list_changed',
      params: { _meta: { [key('subscriptionId')]: 'mine' } },
    });
    await scene.panel.request('tools:set', { toolId: 'conformance/test_simple_text', on: true });
    stream.close();
  });

  test('A listener that nothing can be told to is ended with a result.', async () => {
    const stream = await openEvents(origin, {
      method: 'POST',
      path: '/mcp',
      ...parts('subscriptions/listen', { notifications: {} }, {}),
    });
    await stream.ended;
    expect(JSON.parse(stream.events.at(-1)?.data ?? '')).toMatchObject({
      id: 'mine',
      result: { resultType: 'complete' },
    });
  });
});

describe('news of tasks', () => {
  const capabilities = { extensions: { [key('tasks')]: {} } };
  const listen = (taskIds: string[], asked: AskedPrompt = {}) => {
    const params = { notifications: { toolsListChanged: true, taskIds } };
    const said = parts('subscriptions/listen', params, { capabilities, ...asked });
    return openEvents(origin, { method: 'POST', path: '/mcp', ...said });
  };
  const begin = async () => {
    const params = { name: 'tasks__confirm_delete', arguments: { filename: 'a.txt' } };
    const { result } = await ask('tools/call', params, { path: '/mcp', capabilities });
    return String(result.taskId);
  };
  const confirm = (taskId: string) => {
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    return ask('tasks/update', { taskId, inputResponses }, { path: '/mcp', capabilities });
  };
  const messages = ({ events }: { readonly events: readonly { readonly data: string }[] }) =>
    events.flatMap(({ data }) => (data === '' ? [] : [JSON.parse(data) as { method: string; params: any }])); // oxlint-disable-line no-explicit-any
  const news = (stream: Parameters<typeof messages>[0]) =>
    messages(stream).filter(({ method }) => method === 'notifications/tasks');
  const isAcknowledged = ({ data }: { readonly data: string }) => data.includes('acknowledged');

  test('An agent hears of its own task by its own name, on each stream that asked for it; another hears nothing.', async () => {
    const credential = await scene.panel.request('clients:create', { name: 'Curious', start: 'ask' });
    const [mine, second] = [await begin(), await begin()];
    expect(mine).toMatch(/^tasks\//);
    const [own, others, both] = [
      await listen([mine, 'tasks/none']),
      await listen([mine, second], { credential }),
      await listen([second, mine]),
    ];
    for (const stream of [own, others, both]) await stream.next(isAcknowledged);
    const granted = [own, others, both].map(stream => messages(stream)[0]?.params.notifications.taskIds);
    expect(granted).toEqual([[mine], undefined, [second, mine]]);
    await confirm(mine);
    const done = await own.next(({ data }) => data.includes('"completed"'));
    expect(JSON.parse(done.data).params).toMatchObject({
      taskId: mine,
      result: { content: [{ text: expect.stringContaining('a.txt') }] },
      _meta: { [key('subscriptionId')]: 'mine' },
    });
    expect(news(own).map(({ params }) => params.status)).toEqual(['working', 'completed']);
    own.close();
    await confirm(second);
    await both.next(({ data }) => data.includes(second) && data.includes('"completed"'));
    // The hub listens anew as the first stream closes, and until the older listening has ended a server tells both.
    const told = new Set(news(both).map(({ params }) => `${params.taskId} ${params.status}`));
    expect([...told]).toEqual([mine, second].flatMap(id => [`${id} working`, `${id} completed`]));
    expect(news(others)).toEqual([]);
    both.close();
    others.close();
  });

  test('While all is paused nothing is heard.', async () => {
    const taskId = await begin();
    const stream = await listen([taskId]);
    await stream.next(isAcknowledged);
    await scene.panel.request('hub:set-mode', { mode: 'paused' });
    const confirmed = confirm(taskId);
    const endsAlone = ask('tasks/cancel', { taskId }, { path: '/mcp', capabilities });
    await endsAlone;
    await scene.panel.request('hub:set-mode', { mode: 'running' });
    await confirmed;
    await scene.panel.request('tools:set', { toolId: 'conformance/test_simple_text', on: false });
    await stream.next(({ data }) => data.includes('tools/list_changed'));
    await scene.panel.request('tools:set', { toolId: 'conformance/test_simple_text', on: true });
    expect(news(stream)).toEqual([]);
    stream.close();
  });

  test('Who does not declare the extension is told that it is missing.', async () => {
    const params = { notifications: { taskIds: ['tasks/any'] } };
    const { status, error } = await ask('subscriptions/listen', params, { path: '/mcp' });
    expect([status, error.code, error.data]).toEqual([400, -32021, { requiredCapabilities: capabilities }]);
  });
});

describe('discovery and refusals', () => {
  test('Discovery names the era and what there is; every result says who answers.', async () => {
    const { result } = await ask('server/discover', {}, { path: '/mcp' });
    expect(result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
      resultType: 'complete',
      _meta: { [key('serverInfo')]: { name: 'pilothouse' } },
    });
  });

  test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'no/such'])(
    '%s is no method of this era: 404 and -32601.',
    async method => {
      const { status, error, id } = await ask(method, {}, { path: '/mcp' });
      expect([status, error.code, id]).toEqual([404, -32601, 'mine']);
    },
  );

  test.each([
    ['another method in its header', { 'mcp-method': 'tools/list' }, -32020],
    ['another name in its header', { 'mcp-name': 'other' }, -32020],
    ['another version in its header', { 'mcp-protocol-version': '2025-11-25' }, -32020],
  ])('A request with %s is refused with 400 before anybody is asked.', async (_, headers, code) => {
    const { status, error, id } = await ask('tools/call', { name: 'test_simple_text' }, { headers });
    expect([status, error.code, id]).toEqual([400, code, 'mine']);
  });

  test('A later revision is refused with the one that is spoken.', async () => {
    const meta = { [key('protocolVersion')]: '2099-01-01' };
    const { status, error } = await ask(
      'tools/list',
      { _meta: meta },
      { headers: { 'mcp-protocol-version': '2099-01-01' } },
    );
    expect([status, error.code, error.data]).toEqual([
      400,
      -32022,
      { supported: ['2026-07-28'], requested: '2099-01-01' },
    ]);
  });

  test('A credential is one agent, however many requests it makes.', async () => {
    const fresh = await scene.panel.request('clients:create', { name: 'Fresh', start: 'ask' });
    for (const capabilities of [{}, elicitation, {}])
      await ask('tools/list', {}, { path: '/mcp', capabilities, credential: fresh });
    const { agents } = await scene.panel.request('state:get', {});
    const own = Object.values(agents).filter(({ clientId }) => clientId === fresh.client.id);
    expect(own.map(({ protocolVersion, state }) => [protocolVersion, state.kind])).toEqual([
      ['2026-07-28', 'connected'],
    ]);
  });
});
