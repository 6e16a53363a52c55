// Live export by OTLP from a running hub to a receiver that reads what came by the definitions of the protocol.
import { describe, expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { partialSuccess } from '../../support/otlp-messages.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { openScene } from '../gateway/scene.ts';
import type { TelemetryChange } from '../../../contract/schemas/telemetry.ts';
import type { OtlpReceiver, ReceivedSpan } from '../../support/otlp-receiver.ts';

const where = 'tracing__where';

async function open(change: TelemetryChange | null, isAllowed = true) {
  const receiver = await startOtlpReceiver();
  const scene = await openScene();
  onTestFinished(async () => {
    await scene.end();
    await receiver.close();
  });
  const { panel } = scene;
  await scene.addServer('tracing', [`${repositoryRoot}/test/fixtures/servers/tracing.mjs`]);
  if (isAllowed) await scene.allow('tracing');
  const set = (next: TelemetryChange) => panel.request('telemetry:set', { change: next });
  if (change) await set({ endpoint: receiver.url, ...change });
  const agent = await scene.httpAgent();
  const call = async (meta: Record<string, unknown> = {}, args: Record<string, unknown> = {}) => {
    const { content } = await agent.callTool({ name: where, arguments: args, _meta: meta });
    const [block] = content as { text?: string }[];
    return block?.text ?? '';
  };
  const health = () => panel.snapshot.hub.telemetry ?? null;
  return { receiver, scene, panel, set, call, health };
}

const named = ({ spans }: OtlpReceiver, name: string) => spans.filter(span => span.name === name);
const asked = (receiver: OtlpReceiver, kind: number) =>
  named(receiver, `tools/call ${where}`).filter(span => span.kind === kind);

async function oneCall(receiver: OtlpReceiver): Promise<{ server: ReceivedSpan; client: ReceivedSpan }> {
  await until(() => asked(receiver, 2).length > 0, 'the span of the call has come');
  const [server] = asked(receiver, 2);
  const client = receiver.spans.find(({ kind, parentSpanId }) => kind === 3 && parentSpanId === server?.spanId);
  if (!server || !client)
    throw new Error(
      `There is no such trace: ${JSON.stringify(receiver.spans, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
    );
  return { server, client };
}

describe('spans', () => {
  test.for(['http/protobuf', 'http/json'] as const)(
    'One call is one trace, by %s; what the server is told is the span that asks it.',
    async protocol => {
      const { receiver, call } = await open({ spans: { on: true, protocol } });
      const { traceparent } = JSON.parse(await call()) as { traceparent: string };
      const { server, client } = await oneCall(receiver);
      expect(client.traceId).toBe(server.traceId);
      const revision = expect.stringMatching(/^20\d\d-\d\d-\d\d$/) as string;
      expect(server.attributes).toMatchObject({
        ...{ 'mcp.protocol.version': revision, 'network.transport': 'tcp', 'network.protocol.name': 'http' },
      });
      expect(client.attributes).toMatchObject({ 'mcp.protocol.version': revision, 'network.transport': 'pipe' });
      for (const { attributes } of [server, client]) expect(attributes).not.toHaveProperty(['mcp.session.id']);
      expect(client.attributes).not.toHaveProperty(['network.protocol.name']);
      expect(traceparent).toBe(`00-${client.traceId}-${client.spanId}-01`);
      expect(server.parentSpanId).toBe('');
      expect(server.attributes).toMatchObject({
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': where,
        'gen_ai.operation.name': 'execute_tool',
        'pilothouse.agent': expect.stringContaining('') as string,
        'pilothouse.kind': 'server',
        'pilothouse.server': 'tracing',
        'pilothouse.outcome': 'ok',
        'pilothouse.rule': expect.stringMatching(/^grant /) as string,
      });
      expect(server.attributes).not.toHaveProperty(['gen_ai.tool.call.arguments']);
      expect(server.start <= client.start && client.end <= server.end).toBe(true);
      expect(receiver.resources[0]).toMatchObject({ 'service.name': 'pilothouse' });
      expect(receiver.resources[0]).not.toHaveProperty(['host.name']);
      const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
      expect(receiver.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'content-type': type } });
    },
  );

  test("A caller's own trace goes on: its span is the parent, its state is handed on, and what it did not sample is not sent.", async () => {
    const { receiver, call } = await open({ spans: { on: true } });
    const trace = 'a'.repeat(32);
    const skipped = JSON.parse(await call({ traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00` })) as {
      traceparent: string;
    };
    expect(skipped.traceparent).toMatch(new RegExp(`^00-${'c'.repeat(32)}-(?!${'d'.repeat(16)})[0-9a-f]{16}-00$`));
    const told = JSON.parse(
      await call({ traceparent: `00-${trace}-${'b'.repeat(16)}-01`, tracestate: 'vendor=1' }),
    ) as object;
    const { server, client } = await oneCall(receiver);
    expect(server).toMatchObject({ traceId: trace, parentSpanId: 'b'.repeat(16) });
    expect(told).toEqual({ traceparent: `00-${trace}-${client.spanId}-01`, tracestate: 'vendor=1' });
    expect(receiver.spans.some(({ traceId }) => traceId === 'c'.repeat(32))).toBe(false);
  });

  test('What a person was waited for stands apart; a refused call says its code and its rule.', async () => {
    const { receiver, panel, call } = await open({ spans: { on: true } }, false);
    const answer = async (effect: 'allow' | 'deny', lifetime: 'use' | 'always') => {
      await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'a question waits');
      const [promptId = ''] = Object.keys(panel.snapshot.prompts);
      await panel.request('prompts:answer', { promptId, effect, lifetime, breadth: 'tool' });
    };
    await Promise.all([call(), answer('allow', 'use')]);
    const { server } = await oneCall(receiver);
    const [wait] = named(receiver, 'pilothouse.wait');
    expect(wait).toMatchObject({ traceId: server.traceId, parentSpanId: server.spanId });
    if (wait) expect(wait.start >= server.start && wait.end <= server.end).toBe(true);
    expect(Number(server.attributes['pilothouse.waited_ms'])).toBeGreaterThan(0);
    await Promise.all([call(), answer('deny', 'always')]);
    await call();
    await until(() => asked(receiver, 2).length === 3, 'three calls have come');
    const refused = asked(receiver, 2).at(-1);
    expect(refused?.isError).toBe(true);
    expect(refused?.attributes).toMatchObject({
      'error.type': 'ERR_PERMISSION_DENIED',
      'pilothouse.outcome': 'refused',
      'pilothouse.rule': expect.stringMatching(/^grant /) as string,
    });
  });

  test('Contents are sent where that is wanted, and secrets in them never; the value of a header is shown nowhere.', async () => {
    const { receiver, panel, call, set } = await open({
      contents: true,
      spans: { on: true, protocol: 'http/json', compression: 'none', headers: { 'X-Api-Key': 'key-of-the-receiver' } },
    });
    await panel.request('secrets:set', { name: 'shelf', value: 'hunter22-on-the-shelf' });
    await call({}, { about: 'hunter22-on-the-shelf' });
    const { server } = await oneCall(receiver);
    expect(server.attributes['gen_ai.tool.call.arguments']).toBe('{"about":"••••"}');
    expect(receiver.requests[0]?.headers['x-api-key']).toBe('key-of-the-receiver');
    for (const { text } of receiver.requests) expect(text).not.toMatch(/hunter22|key-of-the-receiver/);
    const { settings } = await panel.request('telemetry:get', {});
    expect(settings.spans.headers).toEqual(['X-Api-Key']);
    const audit = await panel.request('audit:query', { count: 50 });
    expect(JSON.stringify([settings, panel.snapshot, audit])).not.toContain('key-of-the-receiver');
    expect(JSON.stringify(audit)).toContain('spans.headers.X-Api-Key set');
    await set({ spans: { headers: { 'x-api-key': null } } });
    expect((await panel.request('telemetry:get', {})).settings.spans.headers).toEqual([]);
    expect(JSON.stringify(await panel.request('secrets:list', {}))).not.toContain('otlp');
  });
});

describe('a receiver', () => {
  test('That is down costs no call anything: what waits is shown, tried again, and sent when it is back.', async () => {
    const { receiver, call, health } = await open({ spans: { on: true } });
    await receiver.close();
    await call();
    await until(() => health()?.spans.state === 'failing', 'it is told');
    expect(health()?.spans).toMatchObject({ sent: 0, reason: { kind: 'telemetry-unreachable' } });
    await call();
    const again = await startOtlpReceiver(receiver.port);
    onTestFinished(() => again.close());
    await until(() => asked(again, 2).length === 2, 'both calls have come');
    await until(() => health()?.spans.state === 'ok' && health()?.spans.queued === 0, 'all is well');
    expect(health()?.spans).toMatchObject({ dropped: 0, reason: { kind: 'telemetry-unreachable' } });
    expect(health()?.spans.failedAt ?? Infinity).toBeLessThanOrEqual(health()?.spans.lastSentAt ?? 0);
  });

  test('That never answers holds no call up.', async () => {
    const { receiver, call } = await open({ spans: { on: true, timeoutMs: 60_000 } });
    receiver.answer = () => null;
    await call();
    await until(() => receiver.requests.length === 1, 'it was asked');
    for (let count = 0; count < 20; count += 1) expect(await call()).toContain('traceparent');
    expect(receiver.requests.length).toBe(1);
  });

  test('A hub that is killed while it hangs starts again with the signal on, and sends what is called then.', async () => {
    const { receiver, scene } = await open({ spans: { on: true, timeoutMs: 60_000 } });
    const { place } = scene;
    const first = place.newestHub();
    receiver.answer = () => null;
    const credential = await scene.panel.request('clients:create', { name: 'Another', start: 'ask' });
    const before = await place.httpAgent(credential);
    await before.client.listTools();
    await until(() => receiver.requests.length === 1, 'it was asked');
    await first?.kill('SIGKILL');
    receiver.answer = () => ({ status: 200 });
    const panel = await place.panel(await place.serve());
    const agent = await place.httpAgent(await panel.request('clients:create', { name: 'A third', start: 'ask' }));
    await agent.client.listTools();
    await until(() => named(receiver, 'tools/list').length > 0, 'its span has come');
    await panel.waitFor(({ hub }) => (hub.telemetry?.spans.sent ?? 0) > 0, 'it is told');
    expect(panel.snapshot.hub.telemetry?.spans).toMatchObject({ on: true, state: 'ok', dropped: 0, reason: null });
  });

  test('What it leaves out and what it refuses is counted and told; 503 is tried again after as long as it says.', async () => {
    const { receiver, call, health, panel } = await open({ spans: { on: true } });
    const status = [503, 400];
    receiver.answer = request =>
      request <= 2
        ? {
            status: status[request - 1] ?? 200,
            headers: { 'retry-after': '0', 'content-type': 'text/plain' },
            body: Buffer.from('No'),
          }
        : { status: 200, body: partialSuccess(1, 'one is too old') };
    await call();
    await until(() => health()?.spans.reason?.kind === 'telemetry-refused', 'the refusal is told');
    const lost = health()?.spans.dropped ?? 0;
    expect(lost).toBeGreaterThan(0);
    expect(health()?.spans.reason).toMatchObject({ status: 400, said: 'No' });
    expect(receiver.requests.length).toBe(2);
    await call();
    await until(() => health()?.spans.reason?.kind === 'telemetry-partly', 'what was left out is told');
    expect(health()?.spans).toMatchObject({ dropped: lost + 1, reason: { rejected: 1, said: 'one is too old' } });
    expect((await panel.request('telemetry:try', { signal: 'spans' })).reason).toBeNull();
    receiver.answer = () => ({ status: 401 });
    const { reason } = await panel.request('telemetry:try', { signal: 'spans' });
    expect(reason).toMatchObject({ kind: 'telemetry-refused', status: 401 });
  });

  test('Without an address, or without TLS on another machine, a signal is not switched on.', async () => {
    const { set, health } = await open(null);
    await expect(set({ spans: { on: true } })).rejects.toThrow('There is no endpoint for spans');
    const other = { endpoint: 'http://collector.example:4318', spans: { on: true } };
    await expect(set(other)).rejects.toThrow('without TLS');
    await expect(set({ endpoint: 'http://me:secret@127.0.0.1:4318' })).rejects.toThrow('because it is shown');
    expect(health()).toBeNull();
  });
});

describe('logs and metrics', () => {
  test('The audit and what servers say are logs, masked; metrics come at once and are those of Prometheus.', async () => {
    const { receiver, panel, call } = await open({ logs: { on: true }, metrics: { on: true, protocol: 'http/json' } });
    await panel.request('secrets:set', { name: 'shelf', value: 'hunter22-on-the-shelf' });
    await call({}, { about: 'hunter22-on-the-shelf' });
    const said = () => receiver.logs.find(({ event }) => event === 'pilothouse.server.log');
    const decided = () => receiver.logs.find(({ attributes }) => attributes['pilothouse.what'] === 'tracing/where');
    await until(() => said() !== undefined && decided() !== undefined, 'both logs have come');
    expect(said()?.body).toMatch(/^asked about ••••/);
    expect(decided()).toMatchObject({ event: 'pilothouse.audit', body: 'allow: tracing/where', severity: 9 });
    await until(() => receiver.metrics.has('process.memory.usage'), 'metrics have come');
    expect(receiver.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(['/v1/logs', '/v1/metrics']));
  });
});

test.for(['http/protobuf', 'http/json'] as const)(
  'A decision of the audit is a log record of the span of its call, refused ones too, by %s.',
  async protocol => {
    const on = { on: true, protocol };
    const { receiver, scene, call } = await open({ spans: on, logs: on });
    await call();
    const resource = { kind: 'server', serverId: 'tracing' } as const;
    const subject = { kind: 'client', id: scene.credential.client.id } as const;
    const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
    await scene.panel.request('grants:set', { effect: 'deny', subject, scope: 'servers:call', resource, ...whole });
    await call();
    const decided = () => receiver.logs.filter(({ attributes }) => attributes['pilothouse.what'] === 'tracing/where');
    await until(() => decided().length === 2 && asked(receiver, 2).length === 2, 'both have come');
    const spans = asked(receiver, 2).map(({ traceId, spanId, isError }) => [traceId, spanId, isError]);
    const records = decided().map(({ traceId, spanId, severity }) => [traceId, spanId, severity > 9]);
    expect(records).toEqual(spans);
    const others = receiver.logs.filter(each => !decided().includes(each));
    expect(others.map(({ traceId }) => traceId).filter(id => id !== '')).toEqual([]);
  },
);

describe('the switch', () => {
  test('Off, as a hub begins, nothing is added and nothing shown; switched off again, all ends after what was left is sent.', async () => {
    const { receiver, call, set, health } = await open(null);
    expect(JSON.parse(await call())).toEqual({ traceparent: null, tracestate: null });
    expect(health()).toBeNull();
    await set({ endpoint: receiver.url, spans: { on: true } });
    await call();
    await set({ spans: { on: false } });
    expect(asked(receiver, 2).length).toBe(1);
    expect(health()).toBeNull();
    const requests = receiver.requests.length;
    expect(JSON.parse(await call())).toEqual({ traceparent: null, tracestate: null });
    expect(receiver.requests.length).toBe(requests);
  });

  test('From the command line it is set once that was confirmed in the panel, with a header from stdin, shown and tried.', async () => {
    const { receiver, scene, panel, health } = await open(null);
    const { place } = scene;
    for (const nothing of [['set', 'spans'], ['defaults'], ['set', 'spans', '--on', '--off']]) {
      const { code, stderr } = await place.run(['telemetry', ...nothing]);
      expect([code, stderr !== '']).toEqual([2, true]);
    }
    const set = [
      'telemetry',
      'set',
      'spans',
      '--on',
      '--endpoint',
      `${receiver.url}/v1/traces`,
      '--header',
      'authorization',
    ];
    const started = place.start([...set, '--json']);
    started.child.stdin?.end('Bearer hunter22\n');
    const { code, stdout } = await confirmed(panel, started.ended);
    expect([code, stdout.includes('hunter22')]).toEqual([0, false]);
    expect(health()?.spans.on).toBe(true);
    const shown = await place.run(['telemetry', 'show']);
    expect(shown.stdout).toContain(`${receiver.url}/v1/traces`);
    expect((await place.run(['telemetry', 'try', 'spans'])).code).toBe(0);
    expect(receiver.requests.at(-1)?.headers.authorization).toBe('Bearer hunter22');
    expect(receiver.requests.at(-1)?.headers['content-encoding']).toBe('gzip');
    const unpacked = await confirmed(
      panel,
      place.run(['telemetry', 'set', 'spans', '--compression', 'none', '--json']),
    );
    expect(JSON.parse(unpacked.stdout)).toMatchObject({ settings: { spans: { on: true, compression: 'none' } } });
    expect((await place.run(['telemetry', 'try', 'spans'])).code).toBe(0);
    const { headers = {} } = receiver.requests.at(-1) ?? {};
    // What it takes, and nothing of a browser.
    expect(Object.keys(headers).toSorted()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    expect((await place.run(['telemetry', 'set', 'spans', '--compression', 'zstd'])).code).toBe(2);
    const defaults = ['telemetry', 'defaults', '--ratio', '0.5', '--contents', 'on', '--json'];
    const changed = await confirmed(panel, place.run(defaults));
    expect(JSON.parse(changed.stdout)).toMatchObject({ settings: { ratio: 0.5, contents: true, hostName: false } });
    await confirmed(panel, place.run(['telemetry', 'defaults', '--endpoint', receiver.url]));
    expect((await place.run(['telemetry', 'show'])).stdout).toContain(`metrics: off (${receiver.url}/v1/metrics)`);
    receiver.answer = () => ({ status: 404 });
    const failed = await place.run(['telemetry', 'try', 'spans']);
    expect([failed.code, failed.stdout.includes('404')]).toEqual([1, true]);
  });
});
