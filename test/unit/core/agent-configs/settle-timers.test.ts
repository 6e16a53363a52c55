// When a file that changes is looked at: once it is at rest, and now and then where it never is.
import { beforeEach, expect, test, vi } from 'vitest';
import { SettleTimers } from '../../../../electron/core/agent-configs/settle-timers.ts';

let looks: number[] = [];
let timers: SettleTimers;
beforeEach(() => {
  vi.useFakeTimers();
  looks = [];
  timers = new SettleTimers((_id, ms) => looks.push(ms));
  return () => {
    timers.stop();
    vi.useRealTimers();
  };
});

test('a change begins the wait anew, and a longer wait stays the longer one', () => {
  timers.start('cursor', 600);
  vi.advanceTimersByTime(500);
  timers.changed('cursor', 250);
  vi.advanceTimersByTime(599);
  expect(looks).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(looks).toEqual([600]);
});

test('what asks again without a change does not put the look off', () => {
  timers.changed('cursor', 250);
  vi.advanceTimersByTime(200);
  timers.start('cursor', 600);
  vi.advanceTimersByTime(50);
  expect(looks).toEqual([250]);
});

test('a file that is never at rest is looked at all the same', () => {
  for (let at = 0; at < 6_050; at += 100) {
    timers.changed('cursor', 250);
    vi.advanceTimersByTime(100);
  }
  expect(looks).toEqual([250, 250]);
});

test('nothing is looked at once it was stopped', () => {
  timers.changed('cursor', 250);
  timers.stop();
  timers.start('cursor', 600);
  vi.advanceTimersByTime(5_000);
  expect(looks).toEqual([]);
});
