// Tasks of servers, as their agents have them: what server-everything does directly, whose they are, and what the user's decisions do to them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client as ClientV1 } from 'sdk-v1/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from 'sdk-v1/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
} from 'sdk-v1/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { urlOf } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { everythingPath, openScene } from './scene.ts';
import type { Scene } from './scene.ts';

const tasksPath = path.join(repositoryRoot, 'test/fixtures/servers/tasks.mjs');

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('every', [everythingPath], { instances: 'per-agent' });
  await scene.addServer('shared', [tasksPath, '--counting']);
  for (const serverId of ['every', 'shared']) await scene.allow(serverId);
});
afterAll(() => scene.end());

const asks = { elicitation: { form: {} } };
const answersForms = (client: ClientV1) =>
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: 'accept' as const,
    content: { interpretation: 'technical' },
  }));
/** Of a result: no schema of the SDK's stands between. */
const anything = { parse: (value: unknown) => value, safeParse: (data: unknown) => ({ success: true, data }) } as never;
const ask = (client: ClientV1, method: string, params: Record<string, unknown> = {}) =>
  client.request({ method, params }, anything) as unknown as Promise<Record<string, never>>;
const begin = async (client: ClientV1, args: Record<string, unknown> = { seconds: 30 }, prefix = 'shared__') => {
  const r = await ask(client, 'tools/call', { name: `${prefix}slow_compute`, arguments: args, task: { ttl: 60_000 } });
  return r['task'] as unknown as { taskId: string; status: string; ttl: number; pollInterval: number };
};
const refusedWith = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: Error & { code?: number }) => error,
  );

describe('The research tool of server-everything', () => {
  test.each([
    ['all servers', undefined, 'every__simulate-research-query'],
    ['that server alone', 'every', 'simulate-research-query'],
  ])(
    'In the view of %s it works with a question in the middle, as a call of its SDK streams it.',
    async (_view, serverId, name) => {
      const agent = await scene.agentV1({ ...(serverId && { serverId }), capabilities: asks, prepare: answersForms });
      const { tools } = await agent.listTools();
      expect(tools.find(tool => tool.name === name)?.execution).toEqual({ taskSupport: 'required' });
      expect(agent.getServerCapabilities()?.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
      const stream = agent.experimental.tasks.callToolStream({ name, arguments: { topic: 'python', ambiguous: true } });
      const statuses: string[] = [];
      let text = '';
      for await (const message of stream) {
        if (message.type === 'taskCreated' || message.type === 'taskStatus') statuses.push(message.task.status);
        if (message.type === 'error') throw message.error;
        if (message.type === 'result') text = JSON.stringify(message.result.content);
      }
      expect(text).toContain('Research Report: python (technical)');
      expect(statuses).toEqual(expect.arrayContaining(['working', 'input_required']));
    },
  );

  test('A client that knows no tasks is told what a direct connection tells it.', async () => {
    const agent = await scene.agentV1({ serverId: 'every' });
    const called = await ask(agent, 'tools/call', { name: 'simulate-research-query', arguments: { topic: 'x' } });
    expect(JSON.stringify(called)).toContain("requires task augmentation (taskSupport: 'required')");
  });
});

describe('A task that the agent carries out for a server', () => {
  const capabilities = { sampling: {}, tasks: { requests: { sampling: { createMessage: {} } } } };
  /** It needs one look to be done. */
  const samplesAsTask = (client: ClientV1) => {
    const times = { createdAt: new Date(0).toISOString(), lastUpdatedAt: new Date(0).toISOString(), ttl: 60_000 };
    let looks = 0;
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      expect(params.task).toEqual({ ttl: 300_000 });
      return { task: { taskId: 'mine', status: 'working' as const, ...times } };
    });
    client.setRequestHandler(GetTaskRequestSchema, ({ params: { taskId } }) => {
      looks += 1;
      return { taskId, status: looks > 1 ? ('completed' as const) : ('working' as const), ...times };
    });
    client.setRequestHandler(GetTaskPayloadRequestSchema, ({ params: { taskId } }) => ({
      role: 'assistant',
      model: 'a test',
      content: { type: 'text', text: `What ${taskId} said.` },
    }));
  };

  const acceptNew = async () => {
    const toolId = 'every/trigger-sampling-request-async';
    await scene.panel.waitFor(({ tools }) => toolId in tools, 'the tool is known');
    const { reviews } = await scene.panel.request('tools:reviews', {});
    const review = reviews.find(held => held.toolId === toolId);
    if (review) await scene.panel.request('tools:review', { toolId, hash: review.hash, accept: true });
  };

  test.each([
    ['all servers', undefined, 'every__trigger-sampling-request-async'],
    ['that server alone', 'every', 'trigger-sampling-request-async'],
  ])('In the view of %s the server asks how it stands and has its result.', async (_view, serverId, name) => {
    const agent = await scene.agentV1({ ...(serverId && { serverId }), capabilities, prepare: samplesAsTask });
    // Its own run begins with a call, and lists what it has for such a client; nobody has approved that yet.
    await ask(agent, 'tools/call', { name: name.replace(/trigger.*/, 'echo'), arguments: { message: 'Hello' } });
    await acceptNew();
    await expect.poll(async () => (await agent.listTools()).tools.map(tool => tool.name)).toContain(name);
    const called = await ask(agent, 'tools/call', { name, arguments: { prompt: 'Hello' } });
    expect(JSON.stringify(called)).toContain('What mine said.');
    expect(JSON.stringify(called)).toContain('Poll 2: completed');
  });
});

describe('A task is its agent’s alone', () => {
  test('Another agent neither gets, nor lists, nor ends it; its times are the server’s.', async () => {
    const [one, other] = await Promise.all([scene.agentV1(), scene.agentV1()]);
    const task = await begin(one);
    expect(task).toMatchObject({ status: 'working', ttl: 60_000, pollInterval: 100 });
    expect(task.taskId).toMatch(/^shared\//);
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
      expect(await refusedWith(ask(other, method, { taskId: task.taskId }))).toMatchObject({ code: -32_602 });
    expect(await ask(other, 'tasks/list')).toEqual({ tasks: [] });
    expect(await ask(one, 'tasks/list')).toMatchObject({ tasks: [{ taskId: task.taskId, status: 'working' }] });
    expect(await ask(one, 'tasks/cancel', { taskId: task.taskId })).toMatchObject({
      taskId: task.taskId,
      status: 'cancelled',
    });
  });

  test('What it has done is handed out with the name that its agent knows, and told to no other.', async () => {
    const [one, other] = await Promise.all([scene.agentV1(), scene.agentV1()]);
    const heard: unknown[][] = [[], []];
    for (const [at, agent] of [one, other].entries())
      agent.fallbackNotificationHandler = async ({ method, params }) => {
        if (method === 'notifications/tasks/status') heard[at]?.push(params?.['taskId']);
      };
    const { taskId } = await begin(one, { seconds: 0, label: 'soon' });
    expect(await ask(one, 'tasks/result', { taskId })).toMatchObject({
      content: [{ text: 'Computed soon for 0 s.' }],
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    });
    await expect.poll(() => heard[0]).toContain(taskId);
    expect(heard[1]).toEqual([]);
  });
});

const inFlight = () => Object.values(scene.panel.snapshot.agents).reduce((sum, agent) => sum + agent.inFlight, 0);

describe('One row, one call in flight', () => {
  const rowsOf = async () => {
    const { entries } = await scene.panel.request('trace:window', { filter: {}, from: -1, count: 200 });
    return entries.filter(({ dir, method }) => dir === 'in' && method === 'tools/call');
  };

  test('The row of the call is open until the task ends, and says how it went.', async () => {
    const agent = await scene.agentV1();
    const before = inFlight();
    const { taskId } = await begin(agent);
    await expect.poll(inFlight).toBe(before + 1);
    await ask(agent, 'tasks/cancel', { taskId });
    await expect.poll(inFlight).toBe(before);
    await expect.poll(async () => JSON.stringify(await rowsOf())).toMatch(/created → working \d\.\d s → cancelled/);
  });
});

describe('The user’s decisions bind', () => {
  const withGrantsOff = async (work: () => Promise<void>) => {
    const grants = Object.values(scene.panel.snapshot.grants).filter(
      ({ resource }) => resource.kind === 'server' && resource.serverId === 'shared',
    );
    for (const { id } of grants) await scene.panel.request('grants:revoke', { grantId: id });
    try {
      await work();
    } finally {
      await scene.allow('shared');
    }
  };

  test('Without its grant nothing is handed out, and its server is told to end it.', async () => {
    const agent = await scene.agentV1();
    const { taskId } = await begin(agent, { seconds: 0 });
    const running = await begin(agent);
    const waiting = refusedWith(ask(agent, 'tasks/result', { taskId: running.taskId }));
    await withGrantsOff(async () => {
      for (const method of ['tasks/get', 'tasks/result'])
        expect((await refusedWith(ask(agent, method, { taskId })))?.message).toContain('has ended');
      expect(await ask(agent, 'tasks/list')).toEqual({ tasks: [] });
      expect((await waiting)?.message).toContain('has ended');
    });
    expect(await ask(agent, 'tasks/get', { taskId: running.taskId })).toMatchObject({ status: 'cancelled' });
  });

  test('While all is paused a result waits, and comes once it is not.', async () => {
    const agent = await scene.agentV1();
    const { taskId } = await begin(agent, { seconds: 0, label: 'kept' });
    await scene.panel.request('hub:set-mode', { mode: 'paused' });
    const result = ask(agent, 'tasks/result', { taskId });
    await scene.panel.request('hub:set-mode', { mode: 'running' });
    expect(await result).toMatchObject({ content: [{ text: 'Computed kept for 0 s.' }] });
  });

  test('A server that crashes has lost its tasks.', async () => {
    const agent = await scene.agentV1();
    const { taskId } = await begin(agent);
    await refusedWith(ask(agent, 'tools/call', { name: 'shared__exit', arguments: {} }));
    await expect
      .poll(async () => (await refusedWith(ask(agent, 'tasks/get', { taskId })))?.message)
      .toContain('You have no task');
  });
});

/** A server that runs elsewhere, under this name; it is ended after the work. */
async function withRemote(name: string, work: (url: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [tasksPath, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    const url = printed.toString().trim();
    await scene.addRemote(name, url);
    await scene.allow(name);
    await work(url);
  } finally {
    server.kill();
  }
}

test('What runs elsewhere has no task any more once the user has stopped or changed it, and one that it has forgotten is lost.', () =>
  withRemote('far', async url => {
    const agent = await scene.agentV1();
    const before = inFlight();
    const forgotten = await begin(agent, {}, 'far__');
    await expect.poll(inFlight).toBe(before + 1);
    await ask(agent, 'tools/call', { name: 'far__forget', arguments: {} });
    expect(await refusedWith(ask(agent, 'tasks/result', { taskId: forgotten.taskId }))).toMatchObject({
      code: -32_602,
    });
    await expect.poll(inFlight).toBe(before);
    await begin(agent, {}, 'far__');
    await expect.poll(inFlight).toBe(before + 1);
    await scene.panel.request('servers:stop', { serverId: 'far' });
    await expect.poll(inFlight).toBe(before);
    await scene.panel.request('servers:start', { serverId: 'far' });
    await begin(agent, {}, 'far__');
    await expect.poll(inFlight).toBe(before + 1);
    const config = { kind: 'http', url: `${url}?other`, variables: {} } as const;
    await scene.panel.request('servers:configure', { serverId: 'far', config });
    await expect.poll(inFlight).toBe(before);
  }));

describe('A restart of the hub', () => {
  const httpAgent = async () => {
    const headers = { authorization: `Bearer ${scene.credential.http.token}` };
    const client = new ClientV1({ name: 'a test', version: '1.0.0' }, {});
    await client.connect(new HttpV1(new URL(urlOf(scene.credential)), { requestInit: { headers } }));
    return client;
  };

  test('A task of a server that goes on is its agent’s still, and nobody else’s.', () =>
    withRemote('away', async () => {
      const [agent, other] = await Promise.all([scene.agentV1(), scene.agentV1()]);
      const [running, done] = [
        await begin(agent, {}, 'away__'),
        await begin(agent, { seconds: 30 }, 'away__'),
      ].toReversed();
      // Over HTTP nobody can come back to a hub that has gone: the same credential finds it.
      const overHttp = await begin(await httpAgent(), { seconds: 30 }, 'away__');
      await scene.place.newestHub()?.kill('SIGTERM');
      const panel = await scene.place.panel(await scene.place.serve());
      const got = (client: ClientV1, taskId = '') =>
        ask(client, 'tasks/get', { taskId }).catch((error: Error) => error);
      await expect.poll(() => got(agent, running?.taskId)).toMatchObject({ status: 'working' });
      await expect.poll(() => got(other, running?.taskId)).toMatchObject({ code: -32_602 });
      expect(await got(agent, overHttp.taskId)).toMatchObject({ status: 'working' });
      expect(await ask(agent, 'tasks/result', { taskId: done?.taskId })).toMatchObject({ content: [{ type: 'text' }] });

      const rows = async () => {
        const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
        return entries.filter(({ tool, dir }) => tool === 'away/slow_compute' && dir === 'in');
      };
      await ask(agent, 'tasks/cancel', { taskId: running?.taskId });
      // Each has one row, which tells its whole life.
      await expect
        .poll(async () => (await rows()).map(({ outcome }) => outcome).toSorted())
        .toEqual(['cancelled', 'ok', 'pending']);
      for (const { outcome, reason } of await rows())
        if (outcome !== 'pending') expect(reason).toMatch(/created → working \d+\.\d s → (cancelled|completed)/);
    }));
});
