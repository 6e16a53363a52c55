// What passes between an agent of one hub and a server of another: progress, cancelling, questions of the server, resources, prompts and lists.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { everythingPath, fixturePath, openScene } from '../gateway/scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { NatsServer } from '../../support/nats-server.ts';
import type { AgentOptions, Scene } from '../gateway/scene.ts';

const ids = { conform: '', every: '', places: '' };
type Share = keyof typeof ids;
let nats: NatsServer;
let jun: Scene;
let mia: Scene;
let stopAllowing: () => void;

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

async function use(share: Share): Promise<string> {
  const { serverId } = await mia.panel.request('fleet:use', { hub: 'jun', share });
  await mia.panel.waitFor(({ servers }) => serverId in servers, 'it is added');
  const hash = mia.panel.snapshot.servers[serverId]?.hash ?? '';
  await mia.panel.request('servers:approve', { serverId, hash });
  await mia.panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
  await mia.allow(serverId);
  return serverId;
}

const textOf = (result: object) =>
  ('content' in result ? (result.content as { text?: string }[]) : []).map(({ text }) => text).join('');

const ways: readonly [string, (options: AgentOptions) => Promise<Client>][] = [
  ['with a handshake', options => mia.agent(options)],
  ['without a handshake', options => mia.httpAgent({ ...options, stateless: true })],
];

describeWith(['nats'], 'An agent of one hub and a server of another', () => {
  beforeAll(async () => {
    nats = await startNats();
    [jun, mia] = await Promise.all([openScene(), openScene()]);
    await jun.panel.request('fleet:init', { address: nats.url });
    await jun.panel.request('fleet:join', { address: nats.url, name: 'jun' });
    await mia.panel.request('fleet:join', { address: nats.url, name: 'mia' });
    await jun.addServer('conform', [fixturePath], { instances: 'per-agent' });
    await jun.addServer('places', [path.join(path.dirname(fixturePath), 'asking-roots.mjs')], {
      instances: 'per-agent',
    });
    await jun.addServer('every', [everythingPath], { instances: 'per-agent' });
    for (const share of Object.keys(ids) as Share[]) {
      const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
      await jun.panel.request('fleet:share', { serverId: share, share, ...whom });
    }
    const stops = [jun, mia].map(allowing);
    stopAllowing = () => {
      for (const stop of stops) stop();
    };
    for (const share of Object.keys(ids) as Share[]) ids[share] = await use(share);
  }, 120_000);
  afterAll(async () => {
    stopAllowing?.();
    await mia?.end();
    await jun?.end();
    await nats?.remove();
  }, 60_000);

  describe.each(ways)('%s', (_, connect) => {
    const agentAt = async (share: Share, options: AgentOptions = {}) => {
      const client = await connect({ ...options, serverId: ids[share] });
      onTestFinished(() => client.close());
      return client;
    };

    test('Progress of a call arrives while it runs.', async () => {
      const agent = await agentAt('every');
      const seen: number[] = [];
      const args = { duration: 1, steps: 4 };
      const answer = await agent.callTool(
        { name: 'trigger-long-running-operation', arguments: args },
        { onprogress: ({ progress }) => seen.push(progress) },
      );
      expect(textOf(answer)).toContain('completed');
      expect(seen).toEqual([1, 2, 3, 4]);
    });

    test('What the server asks of the agent is answered by it: samples.', async () => {
      const agent = await agentAt('conform', {
        capabilities: { sampling: {} },
        prepare: client =>
          client.setRequestHandler('sampling/createMessage', () => ({
            role: 'assistant' as const,
            model: 'test',
            content: { type: 'text' as const, text: 'red' },
          })),
      });
      const answer = await agent.callTool({ name: 'test_sampling', arguments: { prompt: 'Which colour?' } });
      expect(textOf(answer)).toBe('LLM response: red');
    });

    test('What the server asks of the user is answered by the one of the agent: forms.', async () => {
      const content = { username: 'ana', email: 'ana@example.com' };
      const agent = await agentAt('conform', {
        capabilities: { elicitation: { form: {} } },
        prepare: client => client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content })),
      });
      const answer = await agent.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } });
      expect(textOf(answer)).toContain('ana@example.com');
    });

    test('What the server asks of the program is answered by it: roots.', async () => {
      const agent = await agentAt('places', {
        capabilities: { roots: {} },
        prepare: client =>
          client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home/ana/work' }] })),
      });
      expect(textOf(await agent.callTool({ name: 'roots', arguments: {} }))).toBe('file:///home/ana/work');
    });

    test('Resources are listed and read; prompts are listed and filled in.', async () => {
      const agent = await agentAt('every');
      const { resources } = await agent.listResources();
      const uri = resources[0]?.uri ?? '';
      expect((await agent.readResource({ uri })).contents).toMatchObject([{ uri }]);
      expect((await agent.listPrompts()).prompts.map(({ name }) => name)).toContain('simple-prompt');
      expect((await agent.getPrompt({ name: 'simple-prompt' })).messages).toHaveLength(1);
    });

    test('An agent that is ended at the server’s hub has an answer, and another one’s call goes on.', async () => {
      const one = await agentAt('every');
      // It declares something else, so that it is an agent of its own there. The server may ask for it at any moment.
      const other = await agentAt('every', {
        capabilities: { roots: {} },
        prepare: client => client.setRequestHandler('roots/list', () => ({ roots: [] })),
      });
      const busy = () => Object.values(jun.panel.snapshot.agents).filter(({ inFlight }) => inFlight > 0);
      const args = { name: 'trigger-long-running-operation', arguments: { duration: 4, steps: 2 } };
      const ended = one.callTool(args).catch(String);
      await until(() => busy().length === 1, 'the first runs');
      const [{ id: agentId } = { id: '' }] = busy();
      const goesOn = other.callTool(args);
      await until(() => busy().length === 2, 'the second runs');
      await jun.panel.request('agents:disconnect', { agentId });
      expect(JSON.stringify(await ended)).toContain('The user disconnected this agent');
      expect(textOf(await goesOn)).toContain('completed');
    });

    test('A call that is cancelled ends at the server’s hub, and another of the same agent goes on.', async () => {
      const agent = await agentAt('every');
      const long = { name: 'trigger-long-running-operation', arguments: { duration: 20, steps: 2 } };
      const short = { name: 'trigger-long-running-operation', arguments: { duration: 4, steps: 2 } };
      const inFlight = () => Object.values(jun.panel.snapshot.agents).reduce((sum, one) => sum + one.inFlight, 0);
      const stop = new AbortController();
      const cancelled = agent.callTool(long, { signal: stop.signal }).catch(String);
      const other = agent.callTool(short);
      await until(() => inFlight() === 2, 'both run');
      stop.abort();
      await until(() => inFlight() === 1, 'one is cancelled');
      expect(await cancelled).toContain('Abort');
      expect(textOf(await other)).toContain('completed');
    });
  });

  test('Subscribers hear of a resource, and agents of tools that are shared no more, and again.', async () => {
    const heard: string[] = [];
    const agent = await mia.agent({
      serverId: ids.every,
      prepare: client => {
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
        client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'));
      },
    });
    onTestFinished(() => agent.close());
    const uri = (await agent.listResources()).resources[0]?.uri ?? '';
    await agent.subscribeResource({ uri });
    await agent.callTool({ name: 'toggle-subscriber-updates', arguments: {} });
    await until(() => heard.includes(uri), 'it hears of the resource');
    const shared = (tools: string[] | null) =>
      jun.panel.request('fleet:share', {
        ...{ serverId: 'every', share: 'every', hubs: ['mia'], roles: [], tools, readOnly: false, description: '' },
      });
    const names = async () => (await agent.listTools()).tools.map(({ name }) => name);
    await shared(['echo']);
    await until(() => heard.includes('tools'), 'it hears that there are other tools');
    await expect.poll(names).toEqual(['echo']);
    heard.length = 0;
    await shared(null);
    await until(() => heard.includes('tools'), 'it hears that there are more again');
    await expect.poll(names).toContain('get-sum');
  });
});
