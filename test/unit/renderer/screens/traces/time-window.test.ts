// The time that rows in sight share.
import { describe, expect, it } from 'vitest';
import { percentAt, timeWindow } from '../../../../../renderer/screens/traces/time-window.ts';
import { fixtureTrace } from '../../../../support/panel-fixture/traces.ts';

const now = 1_800_000_000_000;

const trace = fixtureTrace(now, 60);

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
