// What a gateway tells of itself where it is started so: its part of the tree of a call, metrics, logs, and nothing that a call would wait for.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { isReady, openAgent, openGateways, post, shareSample } from '../../support/gateways.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { askHttp } from '../../support/raw-http.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { GatewayProcess, GatewayScene } from '../../support/gateways.ts';
import type { OtlpReceiver, ReceivedSpan } from '../../support/otlp-receiver.ts';

const patient = 30_000;
const echo = (message: string) => ({ name: 'samples__echo', arguments: { message } });
const textOf = ({ content }: { readonly content?: unknown }) => JSON.stringify(content);

async function receiving(): Promise<OtlpReceiver> {
  const receiver = await startOtlpReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

async function agentAt(scene: GatewayScene, gateway: GatewayProcess): Promise<{ agent: Client; token: string }> {
  await isReady(gateway);
  const token = await scene.client('ci', ['samples']);
  await until(async () => (await post(gateway.port, token)) !== 401, 'the client is known');
  const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, token);
  const isThere = async () => (await agent.listTools()).tools.some(({ name }) => name === 'samples__echo');
  await until(isThere, 'the share is there', patient);
  return { agent, token };
}

const of = (kind: number, agent: RegExp) => (span: ReceivedSpan) =>
  span.kind === kind && agent.test(span.attributes['pilothouse.agent'] ?? '');

describeWith(['nats'], 'A gateway', () => {
  test('has its spans in the tree of a call, above those of the worker, and sends what waits before it ends.', async () => {
    const [scene, receiver] = [await openGateways(), await receiving()];
    await shareSample(scene);
    await scene.worker.request('telemetry:set', { change: { endpoint: receiver.url, spans: { on: true } } });
    const headers = scene.file('otlp.headers', 'Authorization: Bearer hunter22-of-the-collector\n\nx-team: ships\n');
    const gateway = await scene.gateway(['--otlp', receiver.url, '--otlp-headers', headers, '--otlp-protocol', 'json']);
    const { agent } = await agentAt(scene, gateway);
    const traceId = randomBytes(16).toString('hex');
    const _meta = { traceparent: `00-${traceId}-${'c'.repeat(16)}-01` };
    expect(textOf(await agent.callTool({ ...echo('traced'), _meta }))).toContain('Echo: traced');
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toMatchObject({ code: 0 });
    // The gateway has gone, so all of its spans are here; those of the worker may come a second later.
    const spans = () => receiver.spans.filter(span => span.traceId === traceId && span.name !== 'pilothouse.wait');
    await until(() => spans().length === 4, 'all four have come', patient);
    const [asked] = spans().filter(({ parentSpanId }) => parentSpanId === 'c'.repeat(16));
    expect(asked).toMatchObject({
      kind: 2,
      attributes: { 'gen_ai.tool.name': 'samples__echo', 'pilothouse.outcome': 'ok' },
    });
    expect(asked?.attributes['pilothouse.agent']).not.toMatch(/^gateway \//);
    const [passed] = spans().filter(({ parentSpanId }) => parentSpanId === asked?.spanId);
    expect(passed).toMatchObject({ kind: 3, attributes: { 'pilothouse.server': 'samples' } });
    const [served] = spans().filter(({ parentSpanId }) => parentSpanId === passed?.spanId);
    expect(served?.attributes['pilothouse.agent']).toMatch(/^gateway \/ ci/);
    expect(
      spans()
        .filter(of(3, /^/))
        .map(({ parentSpanId }) => parentSpanId),
    ).toContain(served?.spanId);
    expect(new Set(receiver.resources.map(each => each['service.instance.id'])).size).toBe(2);

    const logs = receiver.logs.filter(log => log.traceId === traceId);
    expect(new Set(logs.map(({ event, spanId }) => `${event} ${spanId}`))).toEqual(
      new Set([`pilothouse.audit ${asked?.spanId}`]),
    );
    expect([...receiver.metrics]).toEqual(
      expect.arrayContaining(['pilothouse.calls', 'pilothouse.outbox.length', 'pilothouse.telemetry.sent']),
    );
    const own = receiver.requests.filter(({ headers: { authorization } }) => authorization !== undefined);
    expect(new Set(own.map(({ path }) => path))).toEqual(new Set(['/v1/traces', '/v1/metrics', '/v1/logs']));
    for (const { headers: got } of own)
      expect(got).toMatchObject({
        ...{ authorization: 'Bearer hunter22-of-the-collector', 'x-team': 'ships' },
        'content-type': 'application/json',
      });
    expect(receiver.requests.map(({ text }) => text).join()).not.toContain('hunter22');
  }, 240_000);

  test('serves its metrics to who shows their token, under any name, and to nobody where it was given none.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const secret = randomBytes(32).toString('base64');
    const gateway = await scene.gateway(['--metrics-token', scene.file('metrics.token', `${secret}\n`)]);
    const { agent, token } = await agentAt(scene, gateway);
    await agent.callTool(echo('counted'));
    const scrape = (port: number, shown: string | null, host = '10.0.0.7:8080') => {
      const authorization = shown === null ? {} : { authorization: `Bearer ${shown}` };
      return askHttp(`http://127.0.0.1:${port}`, {
        method: 'GET',
        path: '/metrics',
        headers: { host, ...authorization },
      });
    };
    const { status, text, headers } = await scrape(gateway.port, secret);
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('version=0.0.4')]);
    expect(text).toMatch(/^pilothouse_calls_total\{.*pilothouse_server="samples".*\} 1$/m);
    expect(text).toMatch(/^pilothouse_outbox_length\{pilothouse_outbox="audit"\} 0$/m);
    expect(text).toMatch(/^process_memory_usage_bytes/m);
    for (const wrong of [null, `${secret}x`, token]) {
      const refused = await scrape(gateway.port, wrong);
      expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('--metrics-token')]);
    }
    expect(await post(gateway.port, secret)).toBe(401);

    const other = await scene.gateway();
    await isReady(other);
    expect((await scrape(other.port, secret)).status).toBe(403);
    expect((await scrape(other.port, secret, `127.0.0.1:${other.port}`)).status).toBe(401);
    expect((await scrape(other.port, token, `127.0.0.1:${other.port}`)).status).toBe(404);
  }, 240_000);

  test('carries calls out beside a collector that hangs, says so, sends later what waited, and ends all the same.', async () => {
    const [scene, receiver] = [await openGateways(), await receiving()];
    await shareSample(scene);
    receiver.answer = () => null;
    const gateway = await scene.gateway(['--otlp', receiver.url, '--otlp-signals', 'spans']);
    const { agent } = await agentAt(scene, gateway);
    for (let at = 0; at < 20; at += 1) expect(textOf(await agent.callTool(echo(`${at}`)))).toContain(`Echo: ${at}`);
    await until(() => receiver.requests.length > 0, 'it was asked', patient);
    await until(() => gateway.stderr().includes('The live export of spans fails; calls go on.'), 'it is told', patient);
    expect(await gateway.ready()).toMatchObject({ status: 200 });
    expect(receiver.spans).toEqual([]);
    receiver.answer = () => ({ status: 200 });
    await until(() => gateway.stderr().includes('The live export of spans works again.'), 'so is its end', patient);
    await until(() => receiver.spans.filter(({ kind }) => kind === 2).length >= 20, 'what waited has come', patient);
    expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    receiver.answer = () => null;
    await agent.callTool(echo('last'));
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toMatchObject({ code: 0 });
  }, 240_000);

  test('does not begin with what it could not send or would show to others, and shows no secret of a file.', async () => {
    const scene = await openGateways();
    const own = ['--nats', scene.nats.url, '--signer', `Ops=${scene.signer}`, '--state-key', scene.stateKey];
    const run = (...more: string[]) =>
      scene.place.run(['serve', '--gateway', ...own, '--listen', '127.0.0.1:0', ...more]);
    const url = 'https://collector.example';
    const headers = scene.file('wrong.headers', 'x-team: ships\nhunter22 without a name\n');
    const token = scene.file('short.token', 'hunter22');
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [['--otlp', 'http://collector.example:4318'], 'allow it with --otlp-plain-http'],
      [['--otlp', 'https://me:hunter22@collector.example/?key=hunter22'], 'is no address of a receiver'],
      [['--otlp-headers', headers], 'A gateway needs --otlp'],
      [['--otlp', url, '--otlp-headers', headers], `Line 2 of ${headers} is no header`],
      [['--metrics-token', token], `${token} has to hold a token`],
      [['--otlp', url, '--otlp-ratio', '2'], 'Use 0 to 1'],
      [['--otlp', url, '--otlp-signals', 'spans,traces'], 'Use spans or metrics or logs'],
    ];
    for (const [more, said] of wrong) {
      const ended = await run(...more);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(said)]);
      expect(ended.stdout + ended.stderr).not.toContain('hunter22');
    }
  }, 240_000);
});
