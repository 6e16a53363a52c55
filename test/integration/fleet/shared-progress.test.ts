// What an agent is told while its call waits: for the user of its own hub, for the owner of another, for its turn there; with every kind of agent.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isReady, openAgent, openGateways, shareAs } from '../../support/gateways.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { fixturePath, openScene } from '../gateway/scene.ts';
import { answer, runSpeaker, speakerPath } from '../hub/scenes.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { NatsServer } from '../../support/nats-server.ts';
import type { AgentOptions, Scene } from '../gateway/scene.ts';

const serverPath = (name: string) => path.join(path.dirname(fixturePath), name);
/** Longer than two words of the hub are apart, and shorter than three. */
const patienceMs = 8_000;

const ids = { voice: '', slow: '', work: '' };
let nats: NatsServer;
let jun: Scene;
let mia: Scene;

async function use(share: keyof typeof ids): Promise<string> {
  const { serverId } = await mia.panel.request('fleet:use', { hub: 'jun', share });
  await mia.panel.waitFor(({ servers }) => serverId in servers, 'it is added');
  const { hash = '', options } = mia.panel.snapshot.servers[serverId] ?? {};
  if (!options) throw new Error('It was not added.');
  await mia.panel.request('servers:set-options', { serverId, options: { ...options, timeoutMs: 2_000 } });
  await mia.panel.request('servers:approve', { serverId, hash });
  await mia.panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
  await mia.allow(serverId);
  return serverId;
}

const textOf = (result: object) =>
  ('content' in result ? (result.content as { text?: string }[]) : []).map(({ text }) => text).join('');

/** A call whose program gives up what it hears nothing of, and what it was told. */
function patient(client: Client, name: string, args: Record<string, unknown>) {
  const told: { readonly progress: number; readonly message?: string | undefined }[] = [];
  const options = { timeout: patienceMs, resetTimeoutOnProgress: true };
  const ended = client.callTool(
    { name, arguments: args },
    { ...options, onprogress: ({ progress, message }) => void told.push({ progress, message }) },
  );
  return { told, ended };
}

const rises = (told: readonly { readonly progress: number }[]) =>
  told.every(({ progress }, at) => at === 0 || progress > (told[at - 1]?.progress ?? 0));

describeWith(['nats'], 'Progress of a call that waits', () => {
  beforeAll(async () => {
    nats = await startNats();
    [jun, mia] = await Promise.all([openScene(), openScene()]);
    await jun.panel.request('fleet:init', { address: nats.url });
    await jun.panel.request('fleet:join', { address: nats.url, name: 'jun' });
    await mia.panel.request('fleet:join', { address: nats.url, name: 'mia' });
    await jun.addServer('voice', [speakerPath]);
    await jun.addServer('slow', [serverPath('slow-start.mjs'), '6000']);
    await jun.addServer('work', [serverPath('working.mjs')], { timeoutMs: 60_000 });
    for (const share of Object.keys(ids)) {
      const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
      await jun.panel.request('fleet:share', { serverId: share, share, ...whom });
    }
    for (const share of Object.keys(ids) as (keyof typeof ids)[]) ids[share] = await use(share);
    const { options } = jun.panel.snapshot.servers['slow'] ?? {};
    if (!options) throw new Error('It is gone.');
    const lazy = { ...options, start: 'first-use', idleMinutes: 0 } as const;
    await jun.panel.request('servers:set-options', { serverId: 'slow', options: lazy });
    await jun.panel.waitFor(({ servers }) => servers['slow']?.state.kind === 'asleep', 'it sleeps');
  }, 240_000);
  afterAll(async () => {
    await mia?.end();
    await jun?.end();
    await nats?.remove();
  }, 60_000);

  const ways: readonly [string, (options: AgentOptions) => Promise<Client>][] = [
    ['on stdio', options => mia.agent(options)],
    ['over HTTP', options => mia.httpAgent(options)],
    ['without a handshake', options => mia.httpAgent({ ...options, stateless: true })],
  ];

  describe.each(ways)('An agent %s', (_, connect) => {
    const agentAt = async (options: AgentOptions = {}) => {
      const client = await connect(options);
      onTestFinished(() => client.close());
      return client;
    };

    test('hears steadily that the owner of the other hub is asked, and has its answer after longer than it hears nothing.', async () => {
      const agent = await agentAt({ serverId: ids.voice });
      const { told, ended } = patient(agent, 'say', { message: 'hello' });
      await until(() => told.length > 0, 'it is told at once');
      await sleep(1.5 * patienceMs);
      await answer(jun.panel, 'allow', 'use');
      expect(textOf(await ended)).toBe('Said: hello');
      expect(told.length).toBeGreaterThanOrEqual(3);
      expect(rises(told)).toBe(true);
      const message = 'Waiting for the owner of the hub jun, who is asked whether this may run.';
      expect(told.map(one => one.message)).toEqual(told.map(() => message));
      const count = told.length;
      expect((await agent.listTools()).tools).not.toEqual([]);
      expect(told.length).toBe(count);
    }, 60_000);
  });

  test('One that asked for no progress is told of none.', async () => {
    const heard: unknown[] = [];
    const agent = await mia.agent({
      serverId: ids.voice,
      prepare: client =>
        client.setNotificationHandler('notifications/progress', ({ params }) => void heard.push(params)),
    });
    const call = agent.callTool({ name: 'say', arguments: { message: 'quiet' } });
    await until(() => Object.keys(jun.panel.snapshot.prompts).length > 0, 'the owner is asked');
    await jun.panel.request('hub:set-mode', { mode: 'paused' });
    await answer(jun.panel, 'allow', 'use');
    await jun.panel.request('hub:set-mode', { mode: 'running' });
    expect(textOf(await call)).toBe('Said: quiet');
    expect(heard).toEqual([]);
    await agent.close();
  });

  test('A pause of the owner is told as one.', async () => {
    const agent = await mia.agent({ serverId: ids.work });
    await jun.panel.request('hub:set-mode', { mode: 'paused' });
    const { told, ended } = patient(agent, 'work', { name: 'paused' });
    await until(() => told.length > 0, 'it is told');
    await jun.panel.request('hub:set-mode', { mode: 'running' });
    expect(textOf(await ended)).toBe('Done: paused');
    expect(told[0]?.message).toBe('Waiting for the owner of the hub jun, who has paused it.');
    await agent.close();
  });

  test('A server that starts at its owner takes nothing of the time that a call has, and is told of.', async () => {
    const agent = await mia.agent({ serverId: ids.slow });
    const { told, ended } = patient(agent, 'say', { message: 'late' });
    expect(textOf(await ended)).toBe('Said: late');
    expect(told[0]?.message).toBe('Waiting for its turn at the server on the hub jun.');
    expect(mia.panel.snapshot.fleetServers['jun/slow']?.waits).toBe(undefined);
    await agent.close();
  }, 60_000);

  test('A call that waits behind others of its agent at the owner is told of too.', async () => {
    const agents = await Promise.all([0, 1].map(() => mia.agent({ serverId: ids.work })));
    const calls = agents.flatMap((agent, of) =>
      Array.from({ length: 20 }, (_, at) => patient(agent, 'work', { name: `call-${of}-${at}`, waitMs: 1_500 })),
    );
    const ended = await Promise.all(calls.map(call => call.ended));
    expect(ended.map(textOf).filter(text => !text.startsWith('Done: '))).toEqual([]);
    const waited = calls.filter(({ told }) => told.length > 0);
    expect(waited).toHaveLength(8);
    expect(waited[0]?.told[0]?.message).toBe('Waiting for its turn at the server on the hub jun.');
    await Promise.all(agents.map(agent => agent.close()));
  }, 60_000);

  test('A question of its own hub is told in the same way.', async () => {
    await mia.addServer('speaker', [speakerPath]);
    const agent = await mia.agent();
    const { told, ended } = patient(agent, 'speaker__say', { message: 'here' });
    await until(() => told.length > 1, 'it is told again');
    await answer(mia.panel, 'allow', 'use');
    expect(textOf(await ended)).toBe('Said: here');
    expect(rises(told)).toBe(true);
    expect(told[0]?.message).toBe('Waiting for the user of Pilothouse, who is asked whether this may run.');
    await agent.close();
  }, 60_000);
});

describeWith(['nats'], 'At a gateway', () => {
  test('an agent hears that the owner of the worker is asked.', async () => {
    const scene = await openGateways();
    await runSpeaker(scene.worker);
    await shareAs(scene, 'speaker', 'voice');
    const token = await scene.client('ci', ['voice']);
    const gateway = await scene.gateway();
    await isReady(gateway);
    const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, token);
    const names = async () => (await agent.listTools()).tools.map(({ name }) => name);
    await until(async () => (await names()).includes('voice__say'), 'it is listed');
    const { told, ended } = patient(agent, 'voice__say', { message: 'hello' });
    await until(() => told.length > 1, 'it is told again');
    await answer(scene.worker, 'allow', 'use');
    expect(textOf(await ended)).toBe('Said: hello');
    expect(told[0]?.message).toBe('Waiting for the owner of the hub worker, who is asked whether this may run.');
  }, 120_000);
});
