// Latencies, their percentiles, and where they stand in the strip.
import { describe, expect, it } from 'vitest';
import { latencyHeight, latencyStrip } from '../../../../../../renderer/screens/traces/figures/latency-points.ts';
import { latencies, percentile } from '../../../../../../renderer/store/latencies.ts';
import { fixtureTrace } from '../../../../../support/panel-fixture/traces.ts';

const now = 1_800_000_000_000;

const trace = fixtureTrace(now, 60);

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
