// The time of a request of a page: 30 s of a tool, 180 s of a model, and none while its user is asked.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callMs, modelMs, pageMember } from '../../../../contract/web-agent.ts';
import { CallTime } from '../../../../electron/core/web-agent/call-time.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const timeOf = (ms: number) => new CallTime(ms, () => new Error('over'));

test('a tool has 30 s, what a model writes 180 s', () => {
  expect([callMs, modelMs]).toEqual([30_000, 180_000]);
  const timed = (member: string) => pageMember(member)?.withinMs ?? callMs;
  expect(timed('agent.tools.call')).toBe(callMs);
  for (const member of ['ai.createTextSession', 'session.prompt', 'session.promptStreaming'])
    expect(timed(member)).toBe(modelMs);
});

test('it is over at its end and not before, with the error that was made for it', () => {
  const time = timeOf(callMs);
  vi.advanceTimersByTime(callMs - 1);
  expect(time.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(time.signal.reason).toEqual(new Error('over'));
});

test('it stands still while somebody is asked, also by two at once, and goes on with what was left', () => {
  const time = timeOf(callMs);
  vi.advanceTimersByTime(20_000);
  const [first, second] = [time.hold(), time.hold()];
  vi.advanceTimersByTime(3_600_000);
  first();
  // A second time counts for nobody else's.
  first();
  vi.advanceTimersByTime(3_600_000);
  expect([time.signal.aborted, time.leftMs]).toEqual([false, 10_000]);
  second();
  vi.advanceTimersByTime(9_999);
  expect(time.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(time.signal.aborted).toBe(true);
});

test('of what has ended it is never over', () => {
  const time = timeOf(callMs);
  const goOn = time.hold();
  time.end();
  goOn();
  vi.advanceTimersByTime(3_600_000);
  expect(time.signal.aborted).toBe(false);
});
