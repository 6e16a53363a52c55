// The stream of changes of a stateless server: what it grants, how one filter follows another, and what becomes of it when it ends.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChangeStream } from '../../../../../electron/core/servers/stateless/change-stream.ts';
import { AnsweredError } from '../../../../../electron/core/wire/rpc-error.ts';
import type { ChangeFilter } from '../../../../../electron/core/servers/stateless/change-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const acknowledged = 'notifications/subscriptions/acknowledged';
const changed = 'notifications/tools/list_changed';
const meta = (id: number) => ({ 'io.modelcontextprotocol/subscriptionId': id });

function open() {
  const asked: { filter: ChangeFilter; id: number; signal: AbortSignal; end(error?: Error): void }[] = [];
  const junk: string[] = [];
  let reopened = 0;
  const stream = new ChangeStream({
    listen: (filter, { onId, signal }) =>
      new Promise((resolve, reject) => {
        const id = asked.length + 1;
        onId?.(id);
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        asked.push({
          filter,
          id,
          signal: signal as AbortSignal,
          end: error => (error ? reject(error) : resolve({})),
        });
      }),
    onReopened: () => void (reopened += 1),
    onJunk: line => junk.push(line),
  });
  const grant = (id: number, notifications: ChangeFilter) =>
    stream.take(acknowledged, { notifications, _meta: meta(id) });
  return { stream, asked, junk, grant, reopened: () => reopened };
}

describe('a filter', () => {
  test('It resolves with what the server grants.', async () => {
    const { stream, grant } = open();
    const granted = stream.listen({ toolsListChanged: true, promptsListChanged: true });
    grant(1, { toolsListChanged: true });
    expect(await granted).toEqual({ toolsListChanged: true });
  });

  test('One that is replaced before it is granted resolves with what is granted instead.', async () => {
    const { stream, grant } = open();
    const first = stream.listen({ taskIds: ['a'] });
    const second = stream.listen({ taskIds: ['a', 'b'] });
    grant(2, { taskIds: ['a'] });
    expect(await Promise.all([first, second])).toEqual([{ taskIds: ['a'] }, { taskIds: ['a'] }]);
  });

  test('An empty one opens nothing and ends what is open.', async () => {
    const { stream, asked } = open();
    expect(await stream.listen({})).toBeNull();
    expect(asked).toEqual([]);
  });

  test('The stream before is heard until the next one is granted, and ended then.', async () => {
    const { stream, asked, grant } = open();
    const first = stream.listen({ toolsListChanged: true });
    grant(1, {});
    await first;
    const second = stream.listen({ toolsListChanged: true, resourceSubscriptions: ['x:a'] });
    expect([stream.open, stream.take(changed, { _meta: meta(1) })]).toEqual([2, { params: {} }]);
    grant(2, {});
    await second;
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(0);
    expect([stream.open, stream.take(changed, { _meta: meta(1) })]).toEqual([1, null]);
  });
});

describe('a notification', () => {
  test('What belongs to no stream is told on as it is.', () => {
    const params = { progressToken: 1 };
    expect(open().stream.take('notifications/progress', params)).toEqual({ params });
  });

  test('The id of the stream is left out, other metadata stays.', () => {
    const { stream } = open();
    void stream.listen({ resourceSubscriptions: ['x:a'] });
    const told = stream.take('notifications/resources/updated', { uri: 'x:a', _meta: { ...meta(1), own: 1 } });
    expect(told).toEqual({ params: { uri: 'x:a', _meta: { own: 1 } } });
  });
});

describe('an end', () => {
  test('It is opened again after a while, longer each time, and says that changes may have been missed.', async () => {
    const { stream, asked, grant, reopened } = open();
    void stream.listen({ toolsListChanged: true });
    asked[0]?.end(new Error('broken'));
    await vi.advanceTimersByTimeAsync(999);
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    asked[1]?.end();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked.length).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    grant(3, { toolsListChanged: true });
    await vi.advanceTimersByTimeAsync(0);
    expect([asked.length, reopened()]).toEqual([3, 1]);
  });

  test('A server that has no such method is not asked again; its card says so.', async () => {
    const { stream, asked, junk } = open();
    const granted = stream.listen({ toolsListChanged: true });
    asked[0]?.end(new AnsweredError('ERR_TOOL_FAILED', { code: -32601, message: 'Method not found' }, {}));
    expect(await granted).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.length, junk.length]).toEqual([1, 1]);
  });

  test('One that the server has granted nothing of is not opened again.', async () => {
    const { stream, asked, grant } = open();
    void stream.listen({ taskIds: ['a'] });
    grant(1, {});
    asked[0]?.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(1);
  });

  test('Nothing is opened once it is closed.', async () => {
    const { stream, asked } = open();
    void stream.listen({ toolsListChanged: true });
    stream.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await stream.listen({ toolsListChanged: true })).toBeNull();
    expect([asked.length, stream.open]).toEqual([1, 0]);
  });
});
