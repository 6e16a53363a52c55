// Tasks of servers of other hubs, of both eras, as agents have them: begun, followed, asked within, ended; of a group with the hub that has them.
import path from 'node:path';
import { ElicitRequestSchema } from 'sdk-v1/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { urlOf } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { everythingPath, fixturePath, openScene } from '../gateway/scene.ts';
import type { Client as ClientV1 } from 'sdk-v1/client/index.js';
import type { NatsServer } from '../../support/nats-server.ts';
import type { Scene } from '../gateway/scene.ts';

const tasksPath = path.join(path.dirname(fixturePath), 'tasks.mjs');
const servers = {
  every: [[everythingPath], { instances: 'per-agent' }],
  older: [[tasksPath], {}],
  newer: [[tasksPath, '--stateless'], {}],
} as const;
type Share = keyof typeof servers;

let nats: NatsServer;
let owners: readonly Scene[];
let mia: Scene;
let stopAllowing = () => {};

/** Whoever is asked for something allows it. */
function allowing({ panel }: Scene): () => void {
  const timer = setInterval(() => {
    for (const { id, breadths } of Object.values(panel.snapshot.prompts)) {
      const [breadth = 'scope'] = breadths;
      const answer = { promptId: id, effect: 'allow', lifetime: 'always', breadth } as const;
      panel.request('prompts:answer', answer).catch(() => {});
    }
  }, 50);
  return () => clearInterval(timer);
}

async function use(hub: string | null, share: Share): Promise<string> {
  const { serverId } = await mia.panel.request('fleet:use', { hub, share });
  await mia.panel.waitFor(({ servers: rows }) => serverId in rows, 'it is added');
  const hash = mia.panel.snapshot.servers[serverId]?.hash ?? '';
  await mia.panel.request('servers:approve', { serverId, hash });
  await mia.panel.waitFor(({ servers: rows }) => rows[serverId]?.state.kind === 'running', 'it runs');
  await mia.allow(serverId);
  return serverId;
}

/** Of a result: no schema of the SDK's stands between. */
const anything = { parse: (value: unknown) => value, safeParse: (data: unknown) => ({ success: true, data }) } as never;
interface Told {
  readonly taskId?: string;
  readonly status?: string;
  readonly resultType?: string;
  readonly task?: { readonly taskId: string };
  readonly content?: readonly { readonly text?: string }[];
  readonly result?: unknown;
}
interface Asking {
  request(asked: { method: string; params: Record<string, unknown> }, schema: never): Promise<unknown>;
}
const ask = (client: unknown, method: string, params: Record<string, unknown> = {}) =>
  (client as Asking).request({ method, params }, anything) as Promise<Told>;
/** The same of the newer era, whose tasks no SDK knows. */
async function askAnew(serverId: string, method: string, params: Record<string, unknown>): Promise<Told> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  };
  const answered = await fetch(`${urlOf(mia.credential)}/${serverId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${mia.credential.http.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': String(params.name ?? params.taskId),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  const said = await answered.text();
  const line = [...said.matchAll(/^data: (\{.*)$/gm)].at(-1)?.[1] ?? said;
  const { result, error } = JSON.parse(line) as { result?: Told; error?: { message: string } };
  if (!result) throw new Error(error?.message);
  return result;
}
const text = ({ content }: Told) => content?.map(one => one.text).join('');

const older = async (serverId?: string) => {
  const agent = await mia.agentV1({
    ...(serverId !== undefined && { serverId }),
    capabilities: { elicitation: { form: {} } },
    prepare: client =>
      client.setRequestHandler(ElicitRequestSchema, () => ({
        action: 'accept' as const,
        content: { interpretation: 'technical', confirm: true },
      })),
  });
  onTestFinished(() => agent.close());
  return agent;
};
const begin = async (client: ClientV1, name: string, args: Record<string, unknown>) =>
  (await ask(client, 'tools/call', { name, arguments: args, task: { ttl: 60_000 } })).task?.taskId ?? '';

describeWith(['nats'], 'Tasks over two hubs', () => {
  beforeAll(async () => {
    nats = await startNats();
    const [jun, kai, asker] = await Promise.all([openScene(), openScene(), openScene()]);
    owners = [jun, kai];
    mia = asker;
    await jun.panel.request('fleet:init', { address: nats.url });
    for (const [scene, name] of [
      [jun, 'jun'],
      [kai, 'kai'],
      [mia, 'mia'],
    ] as const)
      await scene.panel.request('fleet:join', { address: nats.url, name });
    const stops = [jun, kai, mia].map(allowing);
    stopAllowing = () => {
      for (const stop of stops) stop();
    };
    for (const [at, scene] of owners.entries())
      for (const [share, [args, options]] of Object.entries(servers)) {
        if (at > 0 && share !== 'older') continue;
        await scene.addServer(share, args, options);
        const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
        await scene.panel.request('fleet:share', { serverId: share, share, ...whom });
      }
    for (const share of Object.keys(servers) as Share[]) await use('jun', share);
    await use(null, 'older');
  }, 240_000);
  afterAll(async () => {
    stopAllowing();
    for (const scene of [mia, ...(owners ?? [])]) await scene?.end();
    await nats?.remove();
  }, 60_000);

  test('The research tool of server-everything works with a question in the middle, as a call of its SDK streams it.', async () => {
    const agent = await older('jun-every');
    expect(agent.getServerCapabilities()?.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
    await agent.listTools();
    const stream = agent.experimental.tasks.callToolStream({
      name: 'simulate-research-query',
      arguments: { topic: 'python', ambiguous: true },
    });
    const statuses: string[] = [];
    let said = '';
    for await (const message of stream) {
      if (message.type === 'taskCreated' || message.type === 'taskStatus') statuses.push(message.task.status);
      if (message.type === 'error') throw message.error;
      if (message.type === 'result') said = JSON.stringify(message.result.content);
    }
    expect(said).toContain('Research Report: python (technical)');
    expect(statuses).toEqual(expect.arrayContaining(['working', 'input_required']));
  });

  test.each([
    ['that server alone', 'jun-older', ''],
    ['all servers', undefined, 'jun-older__'],
  ])(
    'In the view of %s a task of the older era is listed, looked at, ended and has its result.',
    async (_view, serverId, prefix) => {
      const agent = await older(serverId);
      const taskId = await begin(agent, `${prefix}slow_compute`, { seconds: 1, label: 'x' });
      expect(await ask(agent, 'tasks/get', { taskId })).toMatchObject({ taskId, status: 'working' });
      expect(await ask(agent, 'tasks/list')).toMatchObject({ tasks: [{ taskId }] });
      const result = await ask(agent, 'tasks/result', { taskId });
      expect(text(result)).toBe('Computed x for 1 s.');
      expect(result).toMatchObject({ _meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
      const other = await begin(agent, `${prefix}slow_compute`, { seconds: 60 });
      expect(await ask(agent, 'tasks/cancel', { taskId: other })).toMatchObject({ taskId: other, status: 'cancelled' });
      const stranger = await older(serverId);
      await expect(ask(stranger, 'tasks/get', { taskId: other })).rejects.toThrow(/You have no task/);
    },
  );

  test('A task of the newer era asks for input, and is ended.', async () => {
    const asked = (method: string, params: Record<string, unknown>) => askAnew('jun-newer', method, params);
    const { taskId = '' } = await asked('tools/call', { name: 'confirm_delete', arguments: { filename: 'f' } });
    const status = async (id = taskId) => (await asked('tasks/get', { taskId: id })).status;
    await until(async () => (await status()) === 'input_required', 'it asks');
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    await asked('tasks/update', { taskId, inputResponses });
    await until(async () => (await status()) === 'completed', 'it is done');
    expect(JSON.stringify((await asked('tasks/get', { taskId })).result)).toContain('f: ');
    const long = await asked('tools/call', { name: 'slow_compute', arguments: { seconds: 60 } });
    await asked('tasks/cancel', { taskId: long.taskId });
    expect(await status(long.taskId)).toBe('cancelled');
  });

  test('An agent of the newer era begins no task of the older one, which it could not follow.', async () => {
    const agent = await mia.httpAgent({ serverId: 'jun-older', stateless: true });
    onTestFinished(() => agent.close());
    const asked = { name: 'slow_compute', arguments: { seconds: 0, label: 'y' }, task: { ttl: 60_000 } };
    expect(text(await ask(agent, 'tools/call', asked))).toBe('Computed y for 0 s.');
  });

  describe('Of a group', () => {
    test('each task stays with the hub that has it; once that is killed what is asked of its tasks says so, and the others go on.', async () => {
      const agent = await older('older');
      expect(agent.getServerCapabilities()?.tasks).toEqual({ cancel: {}, requests: { tools: { call: {} } } });
      const made = [];
      for (let at = 0; at < 12; at += 1) made.push(await begin(agent, 'slow_compute', { seconds: 5, label: `${at}` }));
      const hubOf = (taskId: string) => taskId.slice(0, taskId.indexOf(':'));
      expect([...new Set(made.map(hubOf))].toSorted()).toEqual(['jun', 'kai']);
      for (const taskId of made)
        expect(await ask(agent, 'tasks/get', { taskId })).toMatchObject({ taskId, status: 'working' });
      await owners[1]?.place.newestHub()?.kill('SIGKILL');
      for (const [at, taskId] of made.entries()) {
        const result = ask(agent, 'tasks/result', { taskId });
        if (hubOf(taskId) === 'jun') expect(text(await result)).toBe(`Computed ${at} for 5 s.`);
        else await expect(result).rejects.toThrow(/kai does not take the call|begun on kai, which has gone/);
      }
    }, 120_000);
  });
});
