// What the panel tells from trace entries: figures, the waterfall, the lines of the map, the feed, what belongs together.
import { describe, expect, it } from 'vitest';
import { edgeMs, mapEdges } from '../../../renderer/screens/overview/call-edges.ts';
import { feedItems } from '../../../renderer/screens/overview/feed.ts';
import {
  latencies,
  latencyHeight,
  latencyStrip,
  percentAt,
  percentile,
  timeWindow,
} from '../../../renderer/store/trace-figures.ts';
import { fixtureSnapshot } from '../../support/panel-fixture/snapshot.ts';
import { fixtureTrace } from '../../support/panel-fixture/traces.ts';

const now = 1_800_000_000_000;
const trace = fixtureTrace(now, 60);
const snapshot = fixtureSnapshot(now);

describe('latency', () => {
  it('has percentiles of what was measured, and none of nothing', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.99), percentile([], 0.5)]).toEqual([
      51,
      96,
      7,
      null,
    ]);
  });

  it('is sorted and leaves out what has not ended', () => {
    const all = latencies(trace);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(all).toHaveLength(trace.filter(({ latencyMs }) => latencyMs !== null).length);
  });

  it('stands on a log scale from 0.1 ms to 10 s', () => {
    expect([0, 0.1, 1, 100, 10_000, 99_000].map(ms => Number(latencyHeight(ms).toFixed(2)))).toEqual([
      0, 0, 0.2, 0.6, 1, 1,
    ]);
  });

  it('puts refusals on the floor of the strip and everything else on its height', () => {
    const strip = latencyStrip(trace);
    const refused = trace.filter(({ outcome }) => outcome === 'refused');
    expect(strip.crosses).toHaveLength(refused.length);
    expect(strip.dots.every(([x, y]) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
  });

  it('draws no line of no entries', () => {
    expect(latencyStrip([]).lines).toEqual({ p50: [], p95: [], p99: [] });
  });
});

describe('the waterfall', () => {
  it('spans all rows in sight, and at least three seconds', () => {
    const [first] = trace;
    expect(timeWindow(trace, 0).to).toBeGreaterThanOrEqual(now - 1000);
    expect(timeWindow([{ ...first!, latencyMs: 5 }], now)).toEqual({ from: first!.at, to: first!.at + 3000 });
  });

  it('keeps every place within the column', () => {
    const window = { from: 1000, to: 2000 };
    expect([500, 1000, 1250, 2000, 9000].map(at => percentAt(at, window))).toEqual([0, 0, 25, 100, 100]);
  });
});

describe('the lines of the map', () => {
  it('join the agent that caused a call with the browser or server that got it', () => {
    const pairs = mapEdges(trace, now).map(({ agentId, target }) => `${agentId} ${target}`);
    expect(pairs).toContain('agent_5b1e browser:browser-work');
    expect(pairs).toContain('agent_77c4 server:github');
    expect(pairs.some(pair => pair.startsWith('agent_31aa'))).toBe(false);
  });

  it('count the messages of each pair', () => {
    const passed = trace.filter(({ to }) => to.kind !== 'hub').length;
    expect(mapEdges(trace, now).reduce((sum, { count }) => sum + count, 0)).toBe(passed);
  });

  it('go when nothing passed for two minutes', () => {
    expect(mapEdges(trace, now + edgeMs + 1)).toEqual([]);
  });
});

describe('the feed', () => {
  it('tells what agents asked for, the newest first', () => {
    const [newest, before] = feedItems(trace, 10, snapshot);
    expect([newest, before]).toMatchObject([
      { agentLabel: 'Cursor', verb: 'waits for your answer on', tool: 'write_file', tone: 'attention' },
      { agentLabel: 'Claude Code', verb: 'is using', tool: 'computer', tone: null },
    ]);
  });

  it('gives the reason of a refusal', () => {
    const refused = feedItems(trace, 60, snapshot).find(({ verb }) => verb === 'was refused');
    expect(refused?.more).toMatch(/^Tab 42 belonged to Claude Code|Your grant 16 forbids MCP Inspector/);
  });

  it('tells repeats once, with their number', () => {
    const again = trace
      .filter(({ tool, outcome, parent }) => tool === 'echo' && outcome === 'ok' && parent === null)
      .slice(0, 3);
    expect(feedItems(again, 5, snapshot)).toMatchObject([{ tool: 'echo', times: 3 }]);
  });

  it('is never longer than asked', () => {
    expect(feedItems(trace, 7, snapshot)).toHaveLength(7);
  });
});
