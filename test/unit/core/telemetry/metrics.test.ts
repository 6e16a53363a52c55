// Calls as measurements, the bound of their series, and their text for Prometheus, through OpenTelemetry's SDK as it is.
import { expect, onTestFinished, test } from 'vitest';
import { BoundedSeries, cleanLabel } from '../../../../electron/core/telemetry/metrics/bounded-series.ts';
import { CallMetrics } from '../../../../electron/core/telemetry/metrics/call-metrics.ts';
import { HubMetrics } from '../../../../electron/core/telemetry/metrics/hub-metrics.ts';
import { metricNames, metricRow } from '../../../../electron/core/telemetry/metrics/metric-table.ts';
import { formFor, metricsText, prometheusName } from '../../../../electron/core/telemetry/prometheus/metrics-text.ts';
import type { TraceClose, TraceFollower, TraceMoment, TraceOpen } from '../../../../electron/core/trace/tap.ts';

const party = (kind: TraceOpen['to']['kind'], label: string) => ({ kind, id: label, label });
const hub = party('hub', 'Hub');
const message = { text: '', value: undefined } as unknown as TraceOpen['message'];
const ok: TraceClose = { outcome: 'ok', code: null, reason: null, rule: null, waitedMs: 0, message: null };

function open(change: Partial<TraceOpen>): TraceOpen {
  const usual = { dir: 'in', kind: 'request', method: 'tools/call', tool: 'echo', parent: null, message } as const;
  return { ...usual, from: party('agent', 'An agent'), to: hub, ...change };
}

const moment = (ms: number): TraceMoment => ({ wall: ms, monotonic: ms });

function recorded() {
  const rows: [string, number, Record<string, string>][] = [];
  const calls = new CallMetrics({ record: (name, value, labels) => rows.push([name, value, { ...labels }]) });
  const of = (name: string) => {
    calls.drain();
    return rows.filter(([each]) => each === name).map(([, value, labels]) => [value, labels]);
  };
  return { calls, of };
}

test('Of a call, what a person was waited for stands apart, and what two targets took side by side counts once.', () => {
  const { calls, of } = recorded();
  calls.opened(1, moment(0), open({}));
  const target = { dir: 'out', from: hub, parent: 1 } as const;
  calls.opened(2, moment(5_010), open({ ...target, to: party('server', 'one') }));
  calls.opened(3, moment(5_020), open({ ...target, to: party('server', 'two') }));
  expect(calls.open).toBe(1);
  calls.closed(2, moment(5_050), ok);
  calls.closed(3, moment(5_060), { ...ok, outcome: 'error', code: 'ERR_TOOL_FAILED' });
  calls.closed(1, moment(5_070), { ...ok, waitedMs: 5_000 });
  expect(calls.open).toBe(0);
  const about = { 'pilothouse.kind': 'server', 'pilothouse.server': 'one', 'gen_ai.tool.name': 'echo' };
  expect(of('pilothouse.calls')).toEqual([[1, { ...about, 'pilothouse.outcome': 'ok' }]]);
  expect(of('mcp.server.operation.duration')[0]?.[0]).toBeCloseTo(0.07);
  expect(of('pilothouse.hub.duration')[0]?.[0]).toBeCloseTo(0.02);
  expect(of('pilothouse.person.wait.duration')).toEqual([[5, { 'pilothouse.kind': 'server' }]]);
  expect(of('mcp.client.operation.duration').map(([, labels]) => labels)).toEqual([
    {
      ...{ 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'echo', 'gen_ai.operation.name': 'execute_tool' },
      'pilothouse.server': 'one',
    },
    expect.objectContaining({ 'pilothouse.server': 'two', 'error.type': 'ERR_TOOL_FAILED' }),
  ]);
});

test('Calls of browsers, of models with their tokens, and of what the hub answers itself are told apart; refusals and cancellations are errors.', () => {
  const { calls, of } = recorded();
  const ends = [
    [party('browser', 'Work'), ok],
    [null, { ...ok, outcome: 'refused', code: 'ERR_PERMISSION_DENIED' }],
    [null, { ...ok, outcome: 'cancelled', code: 'ERR_CANCELLED' }],
  ] as const;
  for (const [at, [to, close]] of ends.entries()) {
    calls.opened(at * 10 + 1, moment(0), open({}));
    if (to) calls.opened(at * 10 + 2, moment(0), open({ from: hub, to, parent: at * 10 + 1 }));
    if (to) calls.closed(at * 10 + 2, moment(1), ok);
    calls.closed(at * 10 + 1, moment(2), close);
  }
  calls.opened(
    91,
    moment(0),
    open({
      ...{ method: 'model/chat', tool: null, to: party('model', 'small') },
      model: { provider: 'google', name: 'small-3' },
    }),
  );
  calls.closed(91, moment(1_500), { ...ok, tokensIn: 12, tokensOut: 3, costMicros: null });
  const outcomes = of('pilothouse.calls').map(([, labels]) => Object.values(labels as object));
  expect(outcomes).toEqual([
    ['browser', 'Work', 'echo', 'ok'],
    ['own', '', 'echo', 'refused'],
    ['own', '', 'echo', 'cancelled'],
    ['model', 'small', 'ok'],
  ]);
  expect(of('pilothouse.errors').map(([, labels]) => labels)).toEqual([
    { 'pilothouse.kind': 'own', 'error.type': 'ERR_PERMISSION_DENIED' },
    { 'pilothouse.kind': 'own', 'error.type': 'ERR_CANCELLED' },
  ]);
  const asked = {
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'gcp.gemini', 'gen_ai.request.model': 'small-3' },
  };
  expect(of('gen_ai.client.operation.duration')).toEqual([[1.5, asked]]);
  expect(of('gen_ai.client.token.usage')[0]?.[1]).toEqual({ ...asked, 'gen_ai.token.type': 'input' });
  expect(of('gen_ai.client.token.usage').map(([value]) => value)).toEqual([12, 3]);
});

test('A notification, an answer to nothing and a call that was open before are not counted; a flood of open calls is bounded.', () => {
  const { calls, of } = recorded();
  calls.opened(1, moment(0), open({ kind: 'notification' }));
  calls.closed(1, moment(1), ok);
  calls.closed(7, moment(1), ok);
  for (let seq = 10; seq < 30_010; seq += 1) calls.opened(seq, moment(0), open({}));
  expect(calls.open).toBe(20_000);
  expect(calls.missed).toBe(10_000);
  expect(of('pilothouse.calls')).toEqual([]);
});

test('Ends that nobody has come to count are bounded too, and what is left out is told.', () => {
  const waiting: (() => void)[] = [];
  const calls = new CallMetrics({ record: () => {}, later: next => waiting.push(next) });
  for (let seq = 1; seq <= 16_390; seq += 1) {
    calls.opened(seq, moment(0), open({}));
    calls.closed(seq, moment(1), ok);
  }
  expect([waiting.length, calls.missed]).toEqual([1, 6]);
});

test('Past its bound of series a metric counts what others named as `other`, and tells how often; other metrics have their own.', () => {
  const bounded = new BoundedSeries({ mask: text => text.replaceAll('hunter2', '•••'), maxSeries: 4 });
  const of = (tool: string, metric = 'calls') =>
    bounded.fit(metric, { 'gen_ai.tool.name': tool, 'pilothouse.kind': 'own' });
  expect(['a', 'b', 'c', 'd', 'a'].map(tool => of(tool)['gen_ai.tool.name'])).toEqual(['a', 'b', 'c', 'other', 'a']);
  expect(bounded.folded).toBe(1);
  expect(of('d')).toEqual({ 'gen_ai.tool.name': 'other', 'pilothouse.kind': 'own' });
  expect(of('d', 'delays')['gen_ai.tool.name']).toBe('d');
  expect(of('x hunter2', 'masked')['gen_ai.tool.name']).toBe('x •••');
});

test('A value of a label is one short line.', () => {
  expect(cleanLabel('a\nb\u202ec\u2028d')).toBe('a b c d');
  expect(cleanLabel('x'.repeat(500))).toHaveLength(120);
});

/** Format 0.0.4 as its documentation has it, and OpenMetrics 1.0 as its ABNF does. */
const labels = String.raw`(?:\{[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"(?:,[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*")*\})?`;
const number = String.raw`(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|NaN)`;
const sampleLine = new RegExp(String.raw`^([a-zA-Z_:][\w:]*)(${labels}) (${number})$`);
const headLine = /^# (HELP|TYPE|UNIT) ([a-zA-Z_:][\w:]*) (.+)$/;

async function collected() {
  let follower: TraceFollower | null = null;
  const trace = {
    follow: (each: TraceFollower) => {
      follower = each;
      return () => {};
    },
  };
  const awkward = 'a "b" \\ c\nd';
  const metrics = new HubMetrics({
    trace,
    observe: () => [{ name: 'pilothouse.servers', value: 2, labels: { 'pilothouse.state': awkward } }],
    mask: text => text,
    version: '1.0.0',
    instanceId: 'x',
  });
  onTestFinished(() => metrics.stop());
  const told = follower as unknown as TraceFollower;
  for (let seq = 1; seq <= 5; seq += 1) {
    told.opened(seq, moment(0), open({ tool: awkward }));
    told.closed(seq, moment(seq * 10), { ...ok, waitedMs: seq });
  }
  return metrics.collect();
}

test.each(['prometheus', 'openmetrics'] as const)(
  'Text of the form %s is of its grammar: each family once with its type, its samples together, bars that rise to their count.',
  async form => {
    const lines = metricsText(await collected(), form)
      .trimEnd()
      .split('\n');
    if (form === 'openmetrics') expect(lines.pop()).toBe('# EOF');
    const types = new Map<string, string>();
    const families: string[] = [];
    for (const line of lines) {
      const [, word, family = '', rest = ''] = headLine.exec(line) ?? [];
      if (word === 'TYPE') {
        expect(types.has(family)).toBe(false);
        types.set(family, rest);
      }
      if (word) {
        if (families.at(-1) !== family) families.push(family);
        continue;
      }
      const [, name = ''] = sampleLine.exec(line) ?? [];
      expect(name, line).not.toBe('');
      expect(name.startsWith(families.at(-1) ?? '-'), line).toBe(true);
    }
    expect(new Set(families).size).toBe(families.length);
    const counter = form === 'openmetrics' ? 'pilothouse_calls' : 'pilothouse_calls_total';
    expect(types.get(counter)).toBe('counter');
    expect(types.get('pilothouse_hub_duration_seconds')).toBe('histogram');
    const bars = lines.filter(line => line.startsWith('pilothouse_hub_duration_seconds_bucket'));
    const counts = bars.map(line => Number(line.split(' ').at(-1)));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(bars.at(-1)).toContain('le="+Inf"} 5');
    expect(lines).toContain(String.raw`pilothouse_servers{pilothouse_state="a \"b\" \\ c\nd"} 2`);
  },
);

test('Names are those of OpenTelemetry’s rules, units as words, and no two metrics share one.', () => {
  expect(prometheusName('mcp.server.operation.duration', 's', false)).toBe('mcp_server_operation_duration_seconds');
  expect(prometheusName('pilothouse.calls', '{call}', true)).toBe('pilothouse_calls_total');
  expect(prometheusName('process.memory.usage', 'By', false)).toBe('process_memory_usage_bytes');
  expect(prometheusName('5 a-b', '', false)).toBe('_5_a_b');
  const names = metricNames.map(name => prometheusName(name, metricRow(name).unit, false));
  expect(new Set(names).size).toBe(metricNames.length);
});

test('OpenMetrics is given to who prefers it in its version 1.0.0, and 0.0.4 to everybody else.', () => {
  const prometheus = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1';
  expect(formFor(prometheus)).toBe('openmetrics');
  expect(formFor('text/plain;q=0.9, application/openmetrics-text;version=1.0.0;q=0.2')).toBe('prometheus');
  expect(formFor('application/openmetrics-text;version=2.0.0')).toBe('prometheus');
  expect([formFor(undefined), formFor('*/*'), formFor('')]).toEqual(['prometheus', 'prometheus', 'prometheus']);
});

test('Buckets of every histogram rise, and lie where its measurements do.', () => {
  for (const name of metricNames) {
    const { kind, buckets = [] } = metricRow(name);
    if (kind !== 'histogram') continue;
    expect(buckets.length, name).toBeGreaterThan(9);
    expect(new Set(buckets).size, name).toBe(buckets.length);
    expect(buckets, name).toEqual([...buckets].toSorted((a, b) => a - b));
  }
});
