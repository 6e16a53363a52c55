// Metrics that leave by OTLP, read by the definitions of the protocol, and held against what the same hub shows at /metrics.
import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { metricNames, metricRow } from '../../../electron/core/telemetry/metrics/metric-table.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { askHttp } from '../../support/raw-http.ts';
import { openScene } from '../gateway/scene.ts';
import type { ReceivedPoint } from '../../support/otlp-receiver.ts';

/** As OpenTelemetry's rules for Prometheus have it ("Prometheus and OpenMetrics Compatibility"). */
function samplesOf(point: ReceivedPoint): string[] {
  const words: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };
  const name = point.name.replaceAll('.', '_') + (words[point.unit] ?? '');
  const labels = Object.entries(point.attributes)
    .map(([key, value]) => `${key.replaceAll('.', '_')}="${value}"`)
    .toSorted();
  const line = (ending: string, value: number, more: readonly string[] = []) => {
    const all = [...labels, ...more].join(',');
    return `${name}${ending}${all === '' ? '' : `{${all}}`} ${value}`;
  };
  if (point.kind !== 'histogram') return [line(point.isMonotonic ? '_total' : '', point.value)];
  let sum = 0;
  const bars = point.counts.map((count, at) => {
    sum += count;
    return line('_bucket', sum, [`le="${point.bounds[at] ?? '+Inf'}"`]);
  });
  return [...bars, line('_sum', point.value), line('_count', point.count)];
}

/** What changes from one look to the next. */
const isOfNow = /^(process|nodejs|pilothouse_(uptime|memory|telemetry))_/;

test.for(['http/protobuf', 'http/json'] as const)(
  'Sums, counts, buckets and units are those of /metrics, by %s; the host is named where that is wanted.',
  async protocol => {
    const receiver = await startOtlpReceiver();
    const scene = await openScene();
    onTestFinished(async () => {
      await scene.end();
      await receiver.close();
    });
    const { panel } = scene;
    await scene.addServer('typed', [`${repositoryRoot}/test/fixtures/servers/typed.mjs`]);
    await scene.allow('typed');
    const { prometheus, token } = await panel.request('prometheus:set', { on: true });
    const change = { endpoint: receiver.url, hostName: true, metrics: { on: true, protocol } };
    await panel.request('telemetry:set', { change });
    const agent = await scene.httpAgent();
    const order = { name: 'typed__order', arguments: { title: 'Ink', to: { kind: 'room', floor: 3 } } };
    for (let call = 0; call < 3; call += 1) await agent.callTool(order);
    await agent.callTool({ name: 'navigate', arguments: { url: 'https://example.com' } });
    const address = new URL(prometheus.address ?? '');
    const headers = { authorization: `Bearer ${token}` };
    const { text } = await askHttp(address.origin, { method: 'GET', path: '/metrics', headers });
    // Switched off, the newest are sent once more.
    const before = receiver.requests.length;
    await panel.request('telemetry:set', { change: { metrics: { on: false } } });
    await until(() => receiver.requests.length > before, 'the last have come');

    const shown = new Set(text.split('\n').filter(line => !line.startsWith('#') && !isOfNow.test(line)));
    const sent = receiver.points.flatMap(samplesOf).filter(line => !isOfNow.test(line));
    expect(sent.filter(line => !shown.has(line))).toEqual([]);
    expect([...shown].filter(line => line !== '' && !line.startsWith('target_info') && !sent.includes(line))).toEqual(
      [],
    );
    const calls = receiver.points.filter(({ name }) => name === 'pilothouse.calls');
    expect(calls.map(({ value }) => value).toSorted()).toEqual([1, 3]);
    for (const point of receiver.points) {
      const row = metricRow(metricNames.find(name => name === point.name) ?? 'pilothouse.calls');
      const kind = { counter: 'sum', total: 'sum', histogram: 'histogram', gauge: 'gauge' }[row.kind];
      expect(point).toMatchObject({ unit: row.unit, kind, isMonotonic: kind === 'sum' });
      expect(point.at > 0n && point.start <= point.at).toBe(true);
      if (kind !== 'gauge') expect([point.temporality, point.start > 0n]).toEqual([2, true]);
      if (kind !== 'histogram') continue;
      expect(point.bounds).toEqual(row.buckets);
      expect(point.counts.length).toBe(point.bounds.length + 1);
      expect(point.counts.reduce((sum, count) => sum + count, 0)).toBe(point.count);
    }
    expect(receiver.resources.at(-1)).toMatchObject({ 'service.name': 'pilothouse', 'host.name': hostname() });
  },
);
