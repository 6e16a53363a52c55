// When a crashed server starts again by itself: delays, budget, jitter.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OutagePolicy, RestartPolicy } from '../../../../../electron/core/servers/lifecycle/restart-policy.ts';

const minute = 60_000;
const steady = () => new RestartPolicy(() => 0);
const delays = (policy: RestartPolicy, crashes: readonly { at: number; ranMs?: number }[]) =>
  crashes.map(({ at, ranMs = 0 }) => {
    const decision = policy.crashed({ at, ranMs });
    return decision.kind === 'again' ? decision.delayMs : 'giveUp';
  });

describe('RestartPolicy', () => {
  test('Crashes on start are followed by 2, 4 and 6 s, then it is given up.', () => {
    expect(delays(steady(), [{ at: 0 }, { at: 2_100 }, { at: 6_200 }, { at: 12_300 }])).toEqual([
      2_000,
      4_000,
      6_000,
      'giveUp',
    ]);
  });

  test('30 s of stability bring back the first delay.', () => {
    const crashes = [{ at: 0 }, { at: 10_000 }, { at: 60_000, ranMs: 30_000 }];
    expect(delays(steady(), crashes)).toEqual([2_000, 4_000, 2_000]);
  });

  test('29.999 s are not stable.', () => {
    expect(delays(steady(), [{ at: 0 }, { at: 32_000, ranMs: 29_999 }])).toEqual([2_000, 4_000]);
  });

  test('Stability does not bring back the budget: crashes after running count too.', () => {
    const crashes = [1, 2, 3, 4].map(count => ({ at: count * 2 * minute, ranMs: minute }));
    expect(delays(steady(), crashes)).toEqual([2_000, 2_000, 2_000, 'giveUp']);
  });

  test('Ten minutes after a restart its place in the budget is free again.', () => {
    const crashes = [0, 1, 2, 10.1].map(count => ({ at: count * minute, ranMs: minute }));
    expect(delays(steady(), crashes)).toEqual([2_000, 2_000, 2_000, 2_000]);
  });

  test('Jitter adds at most a fifth.', () => {
    const policy = new RestartPolicy(() => 0.999_999);
    expect(delays(policy, [{ at: 0 }, { at: 3_000 }, { at: 9_000 }])).toEqual([2_400, 4_800, 7_200]);
  });

  test('Whatever happens, no ten minutes see more than three restarts.', () => {
    const crash = fc.record({
      gap: fc.integer({ min: 0, max: 4 * minute }),
      ranMs: fc.integer({ min: 0, max: minute }),
    });
    fc.assert(
      fc.property(
        fc.array(crash, { maxLength: 60 }),
        fc.array(fc.double({ min: 0, max: 0.99, noNaN: true })),
        (happened, dice) => {
          let thrown = 0;
          const policy = new RestartPolicy(() => dice[thrown++ % Math.max(1, dice.length)] ?? 0);
          const restarts: number[] = [];
          let at = 0;
          for (const { gap, ranMs } of happened) {
            // A crash comes after the restart before it.
            at = Math.max(at, restarts.at(-1) ?? 0) + gap;
            const decision = policy.crashed({ at, ranMs });
            if (decision.kind === 'again') restarts.push(at + decision.delayMs);
          }
          for (const start of restarts) {
            expect(restarts.filter(other => other >= start && other < start + 10 * minute).length).toBeLessThanOrEqual(
              3,
            );
          }
        },
      ),
    );
  });
});

describe('OutagePolicy', () => {
  /** The delays of an outage in which each try fails at once. */
  const outage = (policy: OutagePolicy, tries: number) => {
    let at = 0;
    return Array.from({ length: tries }, () => {
      const { delayMs } = policy.ended({ at, ranMs: 0 });
      at += delayMs;
      return delayMs;
    });
  };

  test('The delays double from 2 s to 5 min, and there is no last one.', () => {
    const delays = outage(new OutagePolicy(() => 0), 200).map(ms => ms / 1_000);
    expect(delays.slice(0, 10)).toEqual([2, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
    expect(new Set(delays.slice(9))).toEqual(new Set([300]));
  });

  test('Chance takes at most a fifth, also from the longest.', () => {
    const delays = outage(new OutagePolicy(() => 0.999_999), 60);
    expect([delays[0], delays.at(-1)]).toEqual([1_600, 240_000]);
  });

  test('Tries that calls have caused make the delays no longer, and each is counted.', () => {
    const policy = new OutagePolicy(() => 0);
    const ended = Array.from({ length: 50 }, (_, index) => policy.ended({ at: index * 10, ranMs: 0 }));
    expect(new Set(ended.map(({ delayMs }) => delayMs))).toEqual(new Set([2_000]));
    expect(ended.at(-1)?.attempt).toBe(50);
  });

  test('30 s of running end an outage; less does not, so that one that falls at once is not asked every 2 s.', () => {
    const policy = new OutagePolicy(() => 0);
    policy.ended({ at: 0, ranMs: 0 });
    expect(policy.ended({ at: 100_000, ranMs: 29_999 })).toEqual({ delayMs: 100_000, attempt: 2 });
    expect(policy.ended({ at: 200_000, ranMs: 30_000 })).toEqual({ delayMs: 2_000, attempt: 1 });
  });

  test('Where something has changed they begin anew.', () => {
    const policy = new OutagePolicy(() => 0);
    outage(policy, 8);
    policy.anew();
    expect(policy.ended({ at: 900_000, ranMs: 0 })).toEqual({ delayMs: 2_000, attempt: 9 });
  });
});
