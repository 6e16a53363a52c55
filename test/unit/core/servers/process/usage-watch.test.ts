// What servers use: sums over trees, and looking only while somebody watches.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { measureUsage, UsageWatch } from '../../../../../electron/core/servers/process/usage-watch.ts';
import type { ProcessRow } from '../../../../../electron/core/servers/process/process-table.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (pid: number, parent: number, cpuMs: number, change: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  group: parent === 1 ? pid : 0,
  started: '1',
  cpuMs,
  rssBytes: 1_000,
  ...change,
});
const roots = new Map([['a', [10]]]);

describe('measureUsage', () => {
  test('A tree is its root, who descends from it, and who is left of its group.', () => {
    const rows = [row(10, 1, 0), row(11, 10, 0), row(12, 11, 0), row(13, 1, 0, { group: 10 }), row(20, 1, 0)];
    expect(measureUsage(rows, roots, 0, null).usage).toEqual([
      { serverId: 'a', cpuPercent: 0, rssBytes: 4_000, processes: 4 },
    ]);
  });

  test('CPU is what the tree used since the look before, per cent of one core.', () => {
    const before = measureUsage([row(10, 1, 100), row(11, 10, 50)], roots, 1_000, null).sample;
    const { usage } = measureUsage([row(10, 1, 400), row(11, 10, 1_250)], roots, 3_000, before);
    expect(usage[0]?.cpuPercent).toBe(75);
  });

  test('A process that took the pid of another one counts from its own beginning.', () => {
    const before = measureUsage([row(10, 1, 100)], roots, 1_000, null).sample;
    const { usage } = measureUsage([row(10, 1, 9_000, { started: '2' })], roots, 3_000, before);
    expect(usage[0]?.cpuPercent).toBe(0);
  });

  test('A server without a process has no row.', () => {
    expect(
      measureUsage(
        [row(20, 1, 0)],
        new Map([
          ['a', [10]],
          ['b', []],
        ]),
        0,
        null,
      ).usage,
    ).toEqual([]);
  });
});

describe('UsageWatch', () => {
  test('One look every 2 s serves all who watch, and none is made for nobody.', async () => {
    let looks = 0;
    const list = async () => [row(10, 1, 100 * looks++)];
    const watch = new UsageWatch({ os: 'linux', roots: () => roots, monotonic: () => performance.now(), list });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toBe(0);
    const [one, two] = [vi.fn(), vi.fn()];
    const [endOne, endTwo] = [watch.watch(one), watch.watch(two)];
    await vi.advanceTimersByTimeAsync(4_100);
    expect([looks, one.mock.calls.length, two.mock.calls.length]).toEqual([3, 3, 3]);
    endOne();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([3, 4]);
    endTwo();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toBe(4);
  });

  test('A list that cannot be had is no usage, and the next look follows.', async () => {
    const list = vi
      .fn()
      .mockRejectedValueOnce(new Error('no ps'))
      .mockResolvedValue([row(10, 1, 0)]);
    const watch = new UsageWatch({ os: 'darwin', roots: () => roots, monotonic: () => performance.now(), list });
    const told: unknown[] = [];
    watch.watch(usage => told.push(usage.length));
    await vi.advanceTimersByTimeAsync(2_100);
    expect(told).toEqual([0, 1]);
    watch.stop();
  });
});
