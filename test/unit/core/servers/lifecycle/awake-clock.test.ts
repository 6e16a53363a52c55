// A clock that stands still while the machine sleeps, over sources that tests move.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AwakeClock } from '../../../../../electron/core/servers/lifecycle/awake-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `sleep` lets both clocks pass while no timer fires; `set` moves the wall clock alone. */
function machine() {
  let slept = 0;
  let moved = 0;
  const clock = new AwakeClock({ monotonic: () => performance.now() + slept, wall: () => Date.now() + slept + moved });
  const wakes = vi.fn();
  clock.onWake(wakes);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { clock, wakes, pass, sleep: (ms: number) => (slept += ms), set: (ms: number) => (moved += ms) };
}

describe('AwakeClock', () => {
  test('A timer acts once after its time.', async () => {
    const { clock, pass } = machine();
    const act = vi.fn();
    clock.after(4_000, act);
    await pass(3_999);
    expect(act).not.toHaveBeenCalled();
    await pass(100_000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test('A cancelled timer does not act.', async () => {
    const { clock, pass } = machine();
    const act = vi.fn();
    clock.after(1_000, act)();
    await pass(5_000);
    expect(act).not.toHaveBeenCalled();
  });

  test('A sleep that nobody announced counts for hardly anything, and its end is told once.', async () => {
    const { clock, wakes, pass, sleep } = machine();
    const act = vi.fn();
    clock.after(30_000, act);
    await pass(10_000);
    sleep(3_600_000);
    await pass(2_000);
    expect(clock.now()).toBeLessThan(20_000);
    expect(wakes).toHaveBeenCalledTimes(1);
    expect(act).not.toHaveBeenCalled();
    await pass(20_000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test('A timer that the system fires late because it slept waits for the rest of its time.', async () => {
    const { clock, pass, sleep } = machine();
    const act = vi.fn();
    clock.after(1_500, act);
    await pass(500);
    sleep(600_000);
    await pass(1_000);
    expect(act).not.toHaveBeenCalled();
    await pass(2_000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test.each([3_600_000, -3_600_000])('A wall clock set by %i ms moves no timer, and is told.', async moved => {
    const { clock, wakes, pass, set } = machine();
    const act = vi.fn();
    clock.after(10_000, act);
    set(moved);
    await pass(9_900);
    expect([act.mock.calls.length, wakes.mock.calls.length]).toEqual([0, 1]);
    await pass(200);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test('Between suspend and resume no timer acts, however long it takes.', async () => {
    const { clock, wakes, pass, sleep } = machine();
    const act = vi.fn();
    clock.after(5_000, act);
    clock.suspend();
    await pass(6_000);
    sleep(3_600_000);
    clock.resume();
    expect(clock.now()).toBe(0);
    await pass(4_900);
    expect(act).not.toHaveBeenCalled();
    expect(wakes).toHaveBeenCalledTimes(1);
    await pass(200);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test('A resume that was never told is noticed after a few seconds awake.', async () => {
    const { clock, wakes, pass } = machine();
    clock.suspend();
    await pass(20_000);
    expect(wakes).toHaveBeenCalledTimes(1);
    expect(clock.now()).toBeGreaterThan(0);
  });

  test('After stop nothing is left to fire.', () => {
    const { clock } = machine();
    clock.after(1_000, () => {});
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
