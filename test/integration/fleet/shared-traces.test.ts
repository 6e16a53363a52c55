// One call over two hubs as one trace: its spans at one receiver of OTLP, in both directions of what is asked, and its summaries in the fleet.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNats } from '../../support/nats-server.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../../support/provided.ts';
import { fixturePath, openScene } from '../gateway/scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { NatsServer } from '../../support/nats-server.ts';
import type { OtlpReceiver, ReceivedSpan } from '../../support/otlp-receiver.ts';
import type { Scene } from '../gateway/scene.ts';

const ids = { tracing: '', conform: '' };
type Share = keyof typeof ids;
let nats: NatsServer;
let receiver: OtlpReceiver;
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

async function share(name: Share, file: string): Promise<void> {
  await jun.addServer(name, [file], { instances: 'per-agent' });
  const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
  await jun.panel.request('fleet:share', { serverId: name, share: name, ...whom });
  const { serverId } = await mia.panel.request('fleet:use', { hub: 'jun', share: name });
  await mia.panel.waitFor(({ servers }) => serverId in servers, 'it is added');
  await mia.panel.request('servers:approve', { serverId, hash: mia.panel.snapshot.servers[serverId]?.hash ?? '' });
  await mia.panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
  await mia.allow(serverId);
  ids[name] = serverId;
}

const newTrace = () => randomBytes(16).toString('hex');
const isOf =
  (kind: number, method: string, agent = /^/) =>
  (span: ReceivedSpan) =>
    span.kind === kind &&
    span.attributes['mcp.method.name'] === method &&
    agent.test(span.attributes['pilothouse.agent'] ?? '');
const below = (span: ReceivedSpan | undefined) => (other: ReceivedSpan) => other.parentSpanId === span?.spanId;

/** What an agent was told of the trace, as it was asked to sample. */
const told: unknown[] = [];
function sampling(client: Client): void {
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    told.push(params._meta?.['traceparent']);
    return { role: 'assistant', model: 'test', content: { type: 'text', text: 'red' } };
  });
}

describeWith(['nats'], 'A call over two hubs', () => {
  beforeAll(async () => {
    nats = await startNats();
    receiver = await startOtlpReceiver();
    [jun, mia] = await Promise.all([openScene(), openScene()]);
    await jun.panel.request('fleet:init', { address: nats.url });
    await jun.panel.request('fleet:join', { address: nats.url, name: 'jun' });
    await mia.panel.request('fleet:join', { address: nats.url, name: 'mia' });
    await share('tracing', `${repositoryRoot}/test/fixtures/servers/tracing.mjs`);
    await share('conform', fixturePath);
    const stops = [jun, mia].map(allowing);
    stopAllowing = () => {
      for (const stop of stops) stop();
    };
    for (const { panel } of [jun, mia])
      await panel.request('telemetry:set', { change: { endpoint: receiver.url, spans: { on: true } } });
  }, 120_000);
  afterAll(async () => {
    stopAllowing?.();
    await mia?.end();
    await jun?.end();
    await receiver?.close();
    await nats?.remove();
  }, 60_000);

  const agentOf = (isStateless: boolean, serverId: string) => {
    const options = { serverId, capabilities: { sampling: {} }, prepare: sampling };
    return isStateless ? mia.httpAgent({ ...options, stateless: true }) : mia.agent(options);
  };

  test.for([
    ['with a handshake', false],
    ['without a handshake', true],
  ] as const)(
    'Is one tree of spans over both: down to the server, and back to the agent that the server asks. The agent is one %s.',
    async ([, isStateless]) => {
      const traceId = newTrace();
      const agent = await agentOf(isStateless, ids.conform);
      const call = { name: 'test_sampling', arguments: { prompt: 'Which colour?' } };
      await agent.callTool({ ...call, _meta: { traceparent: `00-${traceId}-${'c'.repeat(16)}-01` } });
      const spans = () => receiver.spans.filter(span => span.traceId === traceId && span.name !== 'pilothouse.wait');
      // Twice from the hub that asks: what the server asked for went to its owner in a second request.
      await until(() => spans().length === 8, 'all of its spans have come');
      const [asked] = spans().filter(isOf(2, 'tools/call', /^Agent/));
      expect(asked).toMatchObject({ parentSpanId: 'c'.repeat(16), attributes: { 'pilothouse.server': 'jun/conform' } });
      const passed = spans().filter(isOf(3, 'tools/call')).filter(below(asked));
      expect(passed.length).toBe(2);
      const [served] = spans().filter(isOf(2, 'tools/call', /^mia \/ /));
      expect(passed.filter(({ spanId }) => spanId === served?.parentSpanId).length).toBe(1);
      const [toServer] = spans().filter(isOf(3, 'tools/call')).filter(below(served));
      expect(toServer?.attributes).toMatchObject({ 'pilothouse.server': 'conform' });
      const [question] = spans().filter(isOf(2, 'sampling/createMessage'));
      expect(question).toMatchObject({ parentSpanId: served?.spanId, attributes: { 'pilothouse.server': 'conform' } });
      const [toAsker] = spans().filter(isOf(3, 'sampling/createMessage')).filter(below(question));
      const [toAgent] = spans().filter(isOf(3, 'sampling/createMessage')).filter(below(toAsker));
      expect(toAgent).toMatchObject({ isError: false });
      // In the era of the handshake the question is a request, which says it to the agent too.
      if (!isStateless) expect(told.at(-1)).toBe(`00-${traceId}-${toAgent?.spanId}-01`);
    },
  );

  test('Is sampled by the hub that was called first, for both.', async () => {
    const traceId = newTrace();
    const agent = await agentOf(false, ids.tracing);
    const answer = await agent.callTool({
      name: 'where',
      arguments: {},
      _meta: { traceparent: `00-${traceId}-${'c'.repeat(16)}-00` },
    });
    expect(JSON.stringify(answer)).toMatch(new RegExp(`00-${traceId}-[0-9a-f]{16}-00`));
    await agent.callTool({ name: 'where', arguments: {} });
    const others = () => receiver.spans.filter(isOf(2, 'tools/call')).filter(span => span.name.endsWith('where'));
    await until(() => others().length === 2, 'the call behind it has come from both');
    expect(receiver.spans.filter(span => span.traceId === traceId)).toEqual([]);
  });

  test.for([
    ['with its spans exported', true],
    ['without', false],
  ] as const)('Is one tree of summaries in the fleet, %s.', async ([, isExported]) => {
    for (const { panel } of [jun, mia]) await panel.request('telemetry:set', { change: { spans: { on: isExported } } });
    const agent = await agentOf(false, ids.conform);
    const began = new Date().toISOString();
    await agent.callTool({ name: 'test_sampling', arguments: { prompt: 'Which colour?' } });
    const known = async () =>
      (await jun.place.run(['fleet', 'trace', '--since', began, '--json'])).stdout.match(/"trace":"([0-9a-f]{32})"/);
    while (!(await known())) await setTimeout(50);
    const [, traceId = ''] = (await known()) ?? [];
    const read = (...more: string[]) => jun.place.run(['fleet', 'trace', '--trace', traceId.slice(0, 12), ...more]);
    const hubs = async () => (await read('--json')).stdout.match(/"hub":/g)?.length ?? 0;
    while ((await hubs()) < 2) await setTimeout(50);
    expect(JSON.parse((await read('--json')).stdout)).toMatchObject({
      trace: traceId,
      calls: [
        {
          hub: 'mia',
          parentSpan: null,
          from: { label: 'Agent' },
          hops: expect.arrayContaining([
            expect.objectContaining({
              to: expect.objectContaining({ label: 'jun/conform' }) as object,
              calls: [
                expect.objectContaining({
                  hub: 'jun',
                  outcome: 'ok',
                  hops: expect.arrayContaining([
                    expect.objectContaining({ method: 'sampling/createMessage', calls: [] }),
                  ]) as object[],
                }),
              ],
            }),
          ]) as object[],
        },
      ],
    });
    const { stdout } = await read();
    expect(stdout.split('\n')[0]).toBe(`Trace ${traceId}`);
    expect(stdout).toMatch(/jun {2} {4}mia \/ Agent.* → Hub {2,}test_sampling {2,}ok/);
    expect((await jun.place.run(['fleet', 'trace'])).stdout).toContain(traceId);
    expect((await jun.place.run(['fleet', 'trace', '--trace', 'f'.repeat(32)])).stdout).toContain('is known here');
    expect((await jun.place.run(['fleet', 'trace', '--trace', 'no-id'])).code).not.toBe(0);
  });
});
