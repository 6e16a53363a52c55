// Start times, with as few looks as the platform makes worth it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StartTimes } from '../../../../../electron/core/servers/process/start-times.ts';
import type { ProcessRow } from '../../../../../electron/core/servers/process/process-table.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (pid: number): ProcessRow => ({ pid, parent: 1, group: pid, started: `${pid}0`, cpuMs: 0, rssBytes: 0 });

describe('StartTimes', () => {
  test('Where a list is dear, one look serves all who ask at once, and another one those who come later.', async () => {
    const list = vi.fn(async () => [row(1), row(2)]);
    const times = new StartTimes('win32', list);
    const first = Promise.all([times.of(1), times.of(2), times.of(3)]);
    await vi.advanceTimersByTimeAsync(200);
    expect([await first, list.mock.calls.length]).toEqual([['10', '20', null], 1]);
    const later = times.of(2);
    await vi.advanceTimersByTimeAsync(200);
    expect([await later, list.mock.calls.length]).toEqual(['20', 2]);
  });

  test('On Linux the one process is looked at at once.', async () => {
    const list = vi.fn(async (_os: NodeJS.Platform, only = 0) => [row(only)]);
    expect(await new StartTimes('linux', list).of(5)).toBe('50');
    expect(list.mock.calls).toEqual([['linux', 5]]);
  });

  test('A platform that does not tell costs nothing but the answer.', async () => {
    const times = new StartTimes('darwin', () => Promise.reject(new Error('no ps')));
    const asked = times.of(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await asked).toBeNull();
  });
});
