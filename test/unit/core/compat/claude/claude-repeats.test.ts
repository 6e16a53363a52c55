// How long a call without its asker goes on, and who may have its answer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { ClaudeRepeats } from '../../../../../electron/core/compat/claude/claude-repeats.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { ClaudeConnection } from '../../../../../electron/core/compat/claude/claude-connection.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function buildConnection() {
  const closed: Reason[] = [];
  const claude = { release: () => {}, connection: { closed: (reason: Reason) => closed.push(reason) } };
  return { claude: claude as unknown as ClaudeConnection, closed };
}

const request = Buffer.from('{"method":"execute_tool"}');

test('The same bytes within 5 s take the connection, once.', () => {
  const repeats = new ClaudeRepeats();
  const { claude, closed } = buildConnection();
  repeats.park(claude, request);
  vi.advanceTimersByTime(4_999);
  expect(repeats.take(Buffer.from(request))).toBe(claude);
  expect(repeats.take(request)).toBeNull();
  vi.advanceTimersByTime(10_000);
  expect(closed).toEqual([]);
});

test('After 5 s the call is cancelled, and the same bytes are a new call.', () => {
  const repeats = new ClaudeRepeats();
  const { claude, closed } = buildConnection();
  repeats.park(claude, request);
  vi.advanceTimersByTime(5_000);
  expect(closed).toEqual([{ kind: 'left-socket' }]);
  expect(repeats.take(request)).toBeNull();
});

test('One byte more or less is another call.', () => {
  const repeats = new ClaudeRepeats();
  repeats.park(buildConnection().claude, request);
  expect(repeats.take(Buffer.from(`${String(request)} `))).toBeNull();
  expect(repeats.take(request.subarray(1))).toBeNull();
  repeats.end(foreign('over'));
});

test('When the endpoint ends, what is parked ends with its reason.', () => {
  const repeats = new ClaudeRepeats();
  const { claude, closed } = buildConnection();
  repeats.park(claude, request);
  repeats.end(foreign('over'));
  expect([closed, repeats.take(request), vi.getTimerCount()]).toEqual([[foreign('over')], null, 0]);
});
