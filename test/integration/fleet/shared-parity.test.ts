// A server of another hub beside the same one of the agent's own hub: what is declared, listed, read, completed, asked and told is the same.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { everythingPath, fixturePath, openScene } from '../gateway/scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { NatsServer } from '../../support/nats-server.ts';
import type { AgentOptions, Scene } from '../gateway/scene.ts';

const at = (name: string) => path.join(path.dirname(fixturePath), name);
const servers = {
  every: [[everythingPath], { instances: 'per-agent' }],
  conform: [[fixturePath], { instances: 'per-agent' }],
  newer: [[fixturePath, '--stateless'], {}],
  views: [[at('views.mjs')], {}],
  work: [[at('working.mjs')], { timeoutMs: 600_000 }],
} as const;
type Share = keyof typeof servers;

let nats: NatsServer;
let jun: Scene;
let mia: Scene;
let stopAllowing = () => {};

/** Whoever is asked for something allows it, and accepts what is new. */
function allowing({ panel }: Scene): () => void {
  const timer = setInterval(() => {
    for (const { id, breadths } of Object.values(panel.snapshot.prompts)) {
      const [breadth = 'scope'] = breadths;
      const answer = { promptId: id, effect: 'allow', lifetime: 'always', breadth } as const;
      panel.request('prompts:answer', answer).catch(() => {});
    }
    const accept = async () => {
      for (const { toolId, hash, held } of (await panel.request('tools:reviews', {})).reviews)
        if (held === 'new') await panel.request('tools:review', { toolId, hash, accept: true });
    };
    accept().catch(() => {});
  }, 100);
  return () => clearInterval(timer);
}

const accepted = { username: 'ana', email: 'ana@example.com', name: 'Ana', color: 'red', ok: true };

/** What an agent is asked and told, beside its answers. */
function prepare(client: Client, heard: unknown[]): void {
  client.setRequestHandler('elicitation/create', ({ params: { _meta, ...asked } }) => {
    heard.push(asked);
    return { action: 'accept', content: accepted };
  });
  client.setRequestHandler('sampling/createMessage', ({ params: { messages } }) => {
    heard.push(messages);
    return { role: 'assistant', model: 'test', content: { type: 'text', text: 'red' } };
  });
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home/ana' }] }));
  client.setNotificationHandler(
    'notifications/message',
    ({ params: { level, data } }) => void heard.push([level, data]),
  );
}

const capabilities = { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} };
const ways: readonly [string, (options: AgentOptions) => Promise<Client>][] = [
  ['with a handshake', options => mia.agent(options)],
  ['without a handshake', options => mia.httpAgent({ ...options, stateless: true })],
];

/** An error as its agent has it. */
const caught = (asked: Promise<unknown>) =>
  asked.catch(({ code, message, data }: { code?: unknown; message: string; data?: unknown }) => ({
    code,
    message,
    data,
  }));

/** Without what says which hubs it came by, and over which era. */
function plain(value: unknown, serverId: string): unknown {
  const text = JSON.stringify(value, (key, one: unknown) =>
    ['progressToken', 'dev.pilothouse/hops', 'ttlMs', 'cacheScope', 'resultType'].includes(key) ||
    key === 'io.modelcontextprotocol/serverInfo'
      ? undefined
      : one,
  );
  const same = text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(`jun-${serverId}`, serverId);
  return JSON.parse(same, (key, one: unknown) => (key === '_meta' && JSON.stringify(one) === '{}' ? undefined : one));
}

const calls =
  (name: string, args: Record<string, unknown> = {}) =>
  (client: Client) =>
    client.callTool({ name, arguments: args });
const asks: readonly [Share, string, (client: Client) => Promise<unknown>][] = [
  ...(['every', 'conform', 'views'] as const).map(
    share =>
      [
        share,
        'what it is and has',
        async (client: Client) => {
          const { tasks: _, ...has } = client.getServerCapabilities() ?? {};
          const is = [has, client.getServerVersion(), client.getInstructions()];
          const lists = [
            client.listTools(),
            client.listResources(),
            client.listResourceTemplates(),
            client.listPrompts(),
          ];
          return [is, await Promise.all(lists.map(caught))];
        },
      ] as [Share, string, (client: Client) => Promise<unknown>],
  ),
  ['views', 'a view and its words', client => client.readResource({ uri: 'ui://board/main' })],
  [
    'views',
    'what a call carries',
    client =>
      client.callTool({
        name: 'show',
        arguments: {},
        _meta: { 'com.example/own': 1, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      }),
  ],
  ['conform', 'binary', client => client.readResource({ uri: 'test://static-binary' })],
  ['conform', 'a template', client => client.readResource({ uri: 'test://template/7/data' })],
  ['conform', 'no resource', client => client.readResource({ uri: 'test://nothing' })],
  ['conform', 'a prompt', client => client.getPrompt({ name: 'test_prompt_with_image' })],
  ['conform', 'no prompt', client => client.getPrompt({ name: 'none' })],
  [
    'every',
    'a completion',
    client =>
      client.complete({
        ref: { type: 'ref/prompt', name: 'completable-prompt' },
        argument: { name: 'department', value: 'E' },
      }),
  ],
  ['conform', 'content of every kind', calls('test_multiple_content_types')],
  ['conform', 'a tool that fails', calls('test_error_handling')],
  ['conform', 'no tool', calls('none')],
  ['conform', 'choices in a form', calls('test_elicitation_sep1330_enums')],
  ['conform', 'a sample', calls('test_sampling', { prompt: 'Which?' })],
  ['newer', 'several rounds', calls('test_input_required_result_multi_round')],
  ['newer', 'several questions at once', calls('test_input_required_result_multiple_inputs')],
  [
    'every',
    'an address to open',
    calls('trigger-url-elicitation', { url: 'https://example.com/', message: 'Open it' }),
  ],
];

describeWith(['nats'], 'A server of another hub is as one of its own hub', () => {
  beforeAll(async () => {
    nats = await startNats();
    [jun, mia] = await Promise.all([openScene(), openScene()]);
    await jun.panel.request('fleet:init', { address: nats.url });
    await jun.panel.request('fleet:join', { address: nats.url, name: 'jun' });
    await mia.panel.request('fleet:join', { address: nats.url, name: 'mia' });
    const stops = [jun, mia].map(allowing);
    stopAllowing = () => {
      for (const stop of stops) stop();
    };
    const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
    for (const [share, [args, options]] of Object.entries(servers)) {
      await mia.addServer(share, args, options);
      await jun.addServer(share, args, options);
      await jun.panel.request('fleet:share', { serverId: share, share, ...whom });
      const { serverId } = await mia.panel.request('fleet:use', { hub: 'jun', share });
      await mia.panel.waitFor(({ servers: rows }) => serverId in rows, 'it is added');
      const hash = mia.panel.snapshot.servers[serverId]?.hash ?? '';
      await mia.panel.request('servers:approve', { serverId, hash });
      await mia.panel.waitFor(({ servers: rows }) => rows[serverId]?.state.kind === 'running', 'it runs');
      for (const id of [share, serverId]) await mia.allow(id);
    }
  }, 240_000);
  afterAll(async () => {
    stopAllowing();
    await mia?.end();
    await jun?.end();
    await nats?.remove();
  }, 60_000);

  describe.each(ways)('to an agent %s:', (way, connect) => {
    const agents = new Map<string, { readonly client: Client; readonly heard: unknown[] }>();
    const agentAt = async (serverId: string) => {
      const known = agents.get(serverId);
      if (known) return known;
      const heard: unknown[] = [];
      const client = await connect({ serverId, capabilities, prepare: one => prepare(one, heard) });
      agents.set(serverId, { client, heard });
      // What a run for this agent alone lists is accepted first.
      await caught(client.callTool({ name: 'echo', arguments: { message: '' } }));
      await sleep(serverId.endsWith('every') ? 2_000 : 0);
      return { client, heard };
    };
    afterAll(async () => {
      for (const { client } of agents.values()) await client.close().catch(() => {});
    });

    // A run that all agents share asks one with a handshake for nothing; over two hubs each has its own.
    const same = asks.filter(([share]) => share !== 'newer' || way !== 'with a handshake');
    test.each(same)('%s: %s', async (share, _what, asked) => {
      const answers: unknown[] = [];
      for (const serverId of [share, `jun-${share}`]) {
        const { client, heard } = await agentAt(serverId);
        heard.length = 0;
        const answer = await caught(asked(client));
        answers.push(plain([answer, heard], share));
      }
      expect(answers[1]).toEqual(answers[0]);
    });
  });

  test('An agent without a handshake hears of a resource that it listens to.', async () => {
    const heard: string[] = [];
    const agent = await mia.httpAgent({
      serverId: 'jun-every',
      stateless: true,
      prepare: client =>
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri)),
    });
    onTestFinished(() => agent.close());
    const uri = (await agent.listResources()).resources[0]?.uri ?? '';
    const listening = await agent.listen({ resourceSubscriptions: [uri] });
    await agent.callTool({ name: 'toggle-subscriber-updates', arguments: {} });
    await until(() => heard.includes(uri), 'it hears of it');
    await listening.close();
  });

  const busy = () => Object.values(jun.panel.snapshot.agents).some(({ inFlight }) => inFlight > 0);

  test.each(ways)('A call of an agent %s that leaves ends at the owner.', async (_way, connect) => {
    const agent = await connect({ serverId: 'jun-work' });
    const call = agent.callTool({ name: 'work', arguments: { name: 'long', waitMs: 300_000 } }).catch(String);
    await until(busy, 'it is carried out');
    await agent.close();
    await until(() => !busy(), 'it has ended');
    await call;
  });

  test('A call of a hub that is stopped ends at the owner.', async () => {
    const agent = await mia.httpAgent({ serverId: 'jun-work' });
    const call = agent.callTool({ name: 'work', arguments: { name: 'long', waitMs: 300_000 } }).catch(String);
    await until(busy, 'it is carried out');
    await mia.place.newestHub()?.kill('SIGTERM');
    await until(() => !busy(), 'it has ended');
    await call;
  });
});
