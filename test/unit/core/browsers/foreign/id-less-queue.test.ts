// One call at a time on a port without ids: fair turns, bounds, and patience with what was given up.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HubError } from '../../../../../contract/errors.ts';
import { IdLessQueue } from '../../../../../electron/core/browsers/foreign/id-less-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function createQueue() {
  const started: string[] = [];
  const open: ((value: string) => void)[] = [];
  let stuck = 0;
  const queue = new IdLessQueue({ label: () => 'Work', lateMs: 1_000, onStuck: () => (stuck += 1) });
  const run = (name: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) => {
    const { timeoutMs = 60_000, signal = new AbortController().signal } = more;
    const send = (leftMs: number) => {
      started.push(name);
      queue.sent();
      return new Promise<string>((resolve, reject) => {
        open.push(resolve);
        setTimeout(() => reject(new HubError('ERR_TOOL_TIMEOUT', 'late')), leftMs);
      });
    };
    const [asker = ''] = name;
    const result = queue.run({ asker, signal, timeoutMs, send });
    result.catch(() => {});
    return result;
  };
  const answer = async () => {
    queue.replied();
    open.shift()?.('done');
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, run, answer, started, stuck: () => stuck };
}

test('An asker with many calls waits behind each other one.', async () => {
  const { run, answer, started } = createQueue();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void run(name);
  for (let turn = 0; turn < 5; turn += 1) await answer();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('The wait for the turn counts to the time of a call; it is then never sent.', async () => {
  const { run, started } = createQueue();
  void run('a1');
  const second = run('b1', { timeoutMs: 500 });
  await vi.advanceTimersByTimeAsync(500);
  await expect(second).rejects.toMatchObject({
    code: 'ERR_TOOL_TIMEOUT',
    message: 'Work takes one call at a time and was busy with earlier ones for 0.5 s; call again.',
  });
  expect(started).toEqual(['a1']);
});

test('A call that was cancelled while it waited is never sent.', async () => {
  const { run, answer, started } = createQueue();
  const controller = new AbortController();
  void run('a1');
  const second = run('b1', { signal: controller.signal });
  controller.abort();
  await answer();
  await expect(second).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  expect(started).toEqual(['a1']);
});

test('After a timeout the port is stuck when the late reply does not come within its time.', async () => {
  const { run, started, stuck } = createQueue();
  void run('a1', { timeoutMs: 100 });
  void run('b1');
  await vi.advanceTimersByTimeAsync(1_099);
  expect({ started, stuck: stuck() }).toEqual({ started: ['a1'], stuck: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect({ started, stuck: stuck() }).toEqual({ started: ['a1'], stuck: 1 });
});

test('The late reply frees the port for the next call.', async () => {
  const { queue, run, started, stuck } = createQueue();
  void run('a1', { timeoutMs: 100 });
  void run('b1');
  await vi.advanceTimersByTimeAsync(500);
  queue.replied();
  await vi.advanceTimersByTimeAsync(5_000);
  expect({ started, stuck: stuck() }).toEqual({ started: ['a1', 'b1'], stuck: 0 });
});

test('The 201st call that waits is refused.', async () => {
  const { run } = createQueue();
  for (let call = 0; call < 201; call += 1) void run(`a${call}`);
  await expect(run('b1')).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
});

test('A port that closed refuses what waits and what comes.', async () => {
  const { queue, run } = createQueue();
  void run('a1');
  const second = run('b1');
  queue.close(new HubError('ERR_BROWSER_UNAVAILABLE', 'gone'));
  await expect(second).rejects.toMatchObject({ message: 'gone' });
  await expect(run('c1')).rejects.toMatchObject({ code: 'ERR_BROWSER_UNAVAILABLE' });
});
