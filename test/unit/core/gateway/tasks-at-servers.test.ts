// What the gateway makes of tasks: how they end, what is asked and told of them by which names, and what keeps their servers awake.
import { describe, expect, test } from 'vitest';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { AggregatedView } from '../../../../electron/core/gateway/aggregated-view.ts';
import { Gateway } from '../../../../electron/core/gateway/gateway.ts';
import { AnsweredError } from '../../../../electron/core/wire/rpc-error.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { buildAgent, buildRequest, buildServer } from '../../../support/hub-fixtures.ts';
import { noTasks } from '../../../support/no-tasks.ts';
import { createWorld } from '../router/router-world.ts';
import type { Router } from '../../../../electron/core/router/router.ts';
import type { McpClient } from '../../../../electron/core/servers/client/mcp-client.ts';
import type { Asker } from '../../../../electron/core/servers/lifecycle/asker.ts';

type Fields = Readonly<Record<string, unknown>>;
type Answers = Record<string, (params: Fields, options: Fields) => unknown>;

const agentId = 'a';
const related = (taskId: string) => ({ 'io.modelcontextprotocol/related-task': { taskId } });
const extensions = { 'io.modelcontextprotocol/tasks': {} };
const unknown = () => {
  throw new AnsweredError('ERR_TOOL_FAILED', { code: rpcErrors.invalidParams, message: 'No such task.' }, {});
};

/** The gateway with one agent, and servers that answer as they are told. */
function open(answers: Answers, { instances = 'shared', declares = {}, isStateless = false } = {}) {
  const ids = ['one', 'two'];
  const tasks = noTasks();
  const asked: [string, string, Fields, Fields][] = [];
  const askers: Asker[] = [];
  const told: unknown[] = [];
  const heard: unknown[] = [];
  const agentAnswers: Answers = {};
  let refusal: object | null = null;
  const clientOf = (id: string) =>
    ({
      isStateless: false,
      handshake: { capabilities: { tasks: { ...(id === 'one' && { list: {} }), requests: { tools: { call: {} } } } } },
      request: async (method: string, params: Fields, options: Fields) => {
        asked.push([id, method, params, options]);
        return answers[method]?.(params, options);
      },
      notify: (...what: unknown[]) => told.push(what),
      onClosed: () => {},
    }) as unknown as McpClient;
  const clients = new Map(ids.map(id => [id, clientOf(id)]));
  const options = { ...buildServer().options, instances: instances as 'shared' };
  const gateway = new Gateway({
    servers: () => ({
      optionsOf: () => options,
      list: () => ids.map(id => buildServer({ id, options })),
      clientFor: async (id, asker) => {
        if (asker) askers.push(asker);
        return clients.get(id) ?? Promise.reject(new Error(`No ${id}.`));
      },
      keptFor: () => null,
      relearn: () => {},
    }),
    learnTools: () => {},
    needsOwnRun: () => {},
    tasks,
    defaultTimeoutMs: () => 30_000,
  });
  const agent = buildAgent({ id: agentId });
  const clientInfo = { name: 'agent', version: '1' };
  const introduction = { protocolVersion: '2025-11-25', declares, clientInfo, ...(isStateless && { isStateless }) };
  const { catalogue, listings } = createWorld();
  const router = {
    taskRefusal: () => refusal,
    follow: async (
      _agentOf: unknown,
      _task: unknown,
      _request: unknown,
      act: (may: () => void) => Promise<unknown>,
    ) => ({
      kind: 'result',
      result: await act(() => {}),
    }),
  } as unknown as Router;
  const view = new AggregatedView({
    session: {
      agentId,
      agent: () => agent,
      introduction: () => introduction,
      notify: (method, params) => heard.push([method, params]),
      request: async (method, params) => agentAnswers[method]?.(params as Fields, {}),
    },
    ...{ gateway, catalogue, listings, router, reader: 'mcp', version: '1', toolsReady: undefined },
  });
  gateway.enter(view);
  for (const [id, client] of clients) gateway.ready(id, client, null);
  const call = (params: Fields, more: object = {}) =>
    gateway.requests.ask(agentId, {
      ...{ serverId: 'one', method: 'tools/call', tool: 'tool', params, request: buildRequest({ seq: 3 }), ...more },
    });
  const ask = async (method: string, params: Fields = {}) => {
    const answer = await view.handle(buildRequest({ method, params }));
    return answer.kind === 'result' ? answer.result : answer;
  };
  const [statuses, isAwake] = [() => tasks.of(agentId).map(({ status }) => status), () => gateway.inUse('one', null)];
  const refuse = () => void (refusal = { kind: 'client-revoked' });
  return { gateway, tasks, view, asked, askers, told, heard, agentAnswers, call, ask, statuses, isAwake, refuse };
}

const begun = { task: { taskId: 't', status: 'working', ttl: null } };

describe('The end of a task', () => {
  test('One that its server has forgotten is lost; one whose server is away is not.', async () => {
    let answer = () => {
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'server-removed', server: 'one' });
    };
    const { call, gateway, tasks, statuses } = open({ 'tools/call': () => begun, 'tasks/get': () => answer() });
    await call({ task: {} });
    const look = () => Promise.all(tasks.running().map(task => gateway.lookAt(task)));
    await look();
    expect(statuses()).toEqual(['working']);
    answer = unknown;
    await look();
    expect(statuses()).toEqual(['lost']);
  });

  test.each([
    ['completed', false],
    ['failed', true],
  ])('Its result is its end: %s. Its server is in use until that was handed out.', async (status, isError) => {
    const { call, ask, asked, statuses, isAwake } = open({
      'tools/call': () => begun,
      'tasks/get': () => ({ taskId: 't', status }),
      'tasks/result': () => ({ content: [], isError }),
    });
    await call({ task: {} });
    await ask('tasks/get', { taskId: 'one/t' });
    expect([statuses(), isAwake()]).toEqual([[status], true]);
    await ask('tasks/result', { taskId: 'one/t' });
    expect(isAwake()).toBe(false);
    await call({ task: {} });
    expect([statuses(), isAwake()]).toEqual([['working'], true]);
    await ask('tasks/result', { taskId: 'one/t' });
    expect([statuses(), isAwake()]).toEqual([[status], false]);
    expect(asked.filter(([, method]) => method === 'tasks/get')).toHaveLength(1);
  });

  test('In the newer era a look hands its result out.', async () => {
    const done = { taskId: 't', status: 'completed', ttlMs: null, result: { content: [] } };
    const { call, ask, isAwake } = open(
      { 'tools/call': () => ({ resultType: 'task', taskId: 't', status: 'working' }), 'tasks/get': () => done },
      { declares: { extensions }, isStateless: true },
    );
    await call({});
    expect(isAwake()).toBe(true);
    await ask('tasks/get', { taskId: 'one/t' });
    expect(isAwake()).toBe(false);
  });

  test('What the user stops has no task any more, wherever it runs.', async () => {
    const { call, gateway, statuses } = open({ 'tools/call': () => begun });
    await call({ task: {} });
    gateway.runEvents.onStopped('two');
    expect(statuses()).toEqual(['working']);
    gateway.runEvents.onStopped('one');
    expect(statuses()).toEqual(['lost']);
  });
});

test('A task whose asker has left when its server names it ends at its server.', async () => {
  const asker = new AbortController();
  const begin = () => {
    asker.abort();
    return begun;
  };
  const { call, tasks, statuses } = open({ 'tools/call': begin });
  const unwanted: string[] = [];
  tasks.onUnwanted(({ taskId }) => unwanted.push(taskId));
  await call({ task: {} }, { request: buildRequest({ signal: asker.signal }) });
  expect([statuses(), unwanted]).toEqual([['cancelled'], ['t']]);
});

describe('Whether an answer is a task', () => {
  test.each([
    ['one that was asked for', { task: {} }, begun, 1],
    ['one that nobody asked for', {}, begun, 0],
    ['one with an answer beside it', { task: {} }, { ...begun, content: [] }, 0],
  ])('%s', async (_, params, result, found) => {
    const { call, tasks } = open({ 'tools/call': () => result });
    expect(await call(params)).toEqual(result);
    expect(tasks.of(agentId)).toHaveLength(found);
  });

  test('A step of several in one call declares no tasks.', async () => {
    const declares = { extensions: { ...extensions, other: {} }, sampling: {} };
    const { call, asked } = open({ 'tools/call': () => ({ content: [] }) }, { declares, isStateless: true });
    await call({});
    await call({}, { isStep: true });
    expect(asked.map(([, , , options]) => options.declares)).toEqual([
      declares,
      { ...declares, extensions: { other: {} } },
    ]);
  });
});

test('Progress goes on for the life of a task, under the names of its agent, and ends with it.', async () => {
  const { call, gateway, asked, heard, tasks } = open({ 'tools/call': () => begun });
  await call({ task: {}, _meta: { progressToken: 'mine' } });
  const [[, , sent] = []] = asked;
  const progressToken = (sent?._meta as Fields | undefined)?.progressToken;
  const tell = () =>
    gateway.onNotification('one', 'notifications/progress', { progressToken, progress: 1, _meta: related('t') }, 9);
  tell();
  const progress = { progressToken: 'mine', progress: 1, _meta: related('one/t') };
  expect(heard).toEqual([['notifications/progress', progress]]);
  tasks.end({ agentId, serverId: 'one', taskId: 't' }, 'lost');
  tell();
  expect(heard).toHaveLength(1);
});

describe('Lists and cancellations', () => {
  test('A server that lists no tasks is not asked, and what may not be heard when the lists are there is left out.', async () => {
    let whileAsked = () => {};
    const { call, ask, asked, refuse } = open({
      'tools/call': () => begun,
      'tasks/list': () => {
        whileAsked();
        return { tasks: [{ taskId: 't', status: 'working' }] };
      },
    });
    for (const serverId of ['one', 'two']) await call({ task: {} }, { serverId });
    expect(await ask('tasks/list')).toEqual({ tasks: [{ taskId: 'one/t', status: 'working' }] });
    expect(asked.filter(([, method]) => method === 'tasks/list').map(([id]) => id)).toEqual(['one']);
    whileAsked = refuse;
    expect(await ask('tasks/list')).toEqual({ tasks: [] });
  });

  test('A server that fails has nothing to list.', async () => {
    const { call, ask } = open({ 'tools/call': () => begun, 'tasks/list': unknown });
    await call({ task: {} });
    expect(await ask('tasks/list')).toEqual({ tasks: [] });
  });

  test('Whose call is refused by now ends its task, and reads nothing of what its server says.', async () => {
    const cancelled = { taskId: 't', status: 'cancelled', statusMessage: 'It had found the key.', ttl: 1 };
    const { call, ask, refuse } = open({ 'tools/call': () => begun, 'tasks/cancel': () => cancelled });
    await call({ task: {} });
    expect(await ask('tasks/cancel', { taskId: 'one/t' })).toEqual({ ...cancelled, taskId: 'one/t' });
    await call({ task: {} });
    refuse();
    expect(await ask('tasks/cancel', { taskId: 'one/t' })).toEqual({ taskId: 'one/t', status: 'cancelled' });
  });
});

describe('What a server asks its agent within a task', () => {
  const askerOf = async ({ gateway, askers }: ReturnType<typeof open>): Promise<Asker> => {
    await gateway.clientFor('one', agentId);
    const [asker] = askers;
    if (!asker) throw new Error('Nobody asked for a run.');
    return asker;
  };

  test('It comes under the agent’s name for the task, and its answer goes back under the server’s.', async () => {
    const scene = open({}, { instances: 'per-agent', declares: { elicitation: {} } });
    const asker = await askerOf(scene);
    const seen: Fields[] = [];
    scene.agentAnswers['elicitation/create'] = params => {
      seen.push(params);
      return { action: 'accept', _meta: params['_meta'] };
    };
    const request = buildRequest({ method: 'elicitation/create', params: { message: '?', _meta: related('7') } });
    expect(await asker.onRequest(request)).toEqual({ action: 'accept', _meta: related('7') });
    expect(seen).toEqual([{ message: '?', _meta: related('one/7') }]);
  });

  test('The agent’s own tasks go by the agent’s own names.', async () => {
    const scene = open({}, { instances: 'per-agent', declares: { sampling: {} } });
    const asker = await askerOf(scene);
    scene.agentAnswers['sampling/createMessage'] = () => ({ task: { taskId: 'own', status: 'working' } });
    scene.agentAnswers['tasks/get'] = ({ taskId }) => ({ taskId, status: 'completed' });
    await asker.onRequest(buildRequest({ method: 'sampling/createMessage', params: {} }));
    const get = buildRequest({ method: 'tasks/get', params: { taskId: 'own' } });
    expect(await asker.onRequest(get)).toEqual({ taskId: 'own', status: 'completed' });
  });

  test('What the agent tells of the server’s task has the server’s name for it.', async () => {
    const scene = open({}, { instances: 'per-agent' });
    scene.gateway.ready('one', await scene.gateway.clientFor('one', agentId), await askerOf(scene));
    await scene.gateway.pass(agentId, ['one'], 'notifications/other', { _meta: related('one/7') }, 4);
    expect(scene.told).toEqual([['notifications/other', { _meta: related('7') }, 4]]);
  });
});
