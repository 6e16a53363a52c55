// Calls that the extension carries out itself: each is handed out once, and answered by whoever it was handed to.
import { describe, expect, test, vi } from 'vitest';
import { PendingCalls } from '../../../../../electron/core/harbor/b/pending-calls.ts';
import { hubError } from '../../../../../words/hub-error.ts';

const asked = (toolName: string) => ({ serverId: 's', toolName, args: {}, expectAllowed: () => {} });
const patience = { timeoutMs: 1_000 };
const ids = (calls: PendingCalls) => calls.fetch().map(({ call_id }) => String(call_id));

describe('a call', () => {
  test('is handed out once, and its result is read in every form in which it comes', async () => {
    for (const [submitted, text] of [
      ['plain', 'plain'],
      [{ content: [{ type: 'text', text: 'mcp' }] }, 'mcp'],
      [{ ok: true, result: { content: [{ type: 'text', text: 'wrapped' }] } }, 'wrapped'],
      [{ ok: true, result: 7 }, '7'],
      [undefined, 'null'],
    ] as const) {
      const calls = new PendingCalls();
      const called = calls.call(asked('t'), patience);
      const [id = ''] = ids(calls);
      expect(ids(calls)).toEqual([]);
      calls.submit(id, submitted, null);
      expect((await called).content).toEqual([{ type: 'text', text }]);
    }
  });

  test('of which the extension says that it failed is an error, and so is one without an answer', async () => {
    vi.useFakeTimers();
    const calls = new PendingCalls();
    const failed = calls.call(asked('a'), patience);
    const told = calls.call(asked('b'), patience);
    const late = expect(calls.call(asked('c'), patience)).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
    const [first = '', second = ''] = ids(calls);
    calls.submit(first, null, 'broken');
    calls.submit(second, { ok: false, error: 'told' }, null);
    await expect(failed).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED', message: 'broken' });
    expect(await told).toEqual({ content: [{ type: 'text', text: 'told' }], isError: true });
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    vi.useRealTimers();
  });

  test('that may not go on any more is not handed out', async () => {
    const calls = new PendingCalls();
    const refusal = hubError('ERR_PERMISSION_DENIED', { kind: 'left-by-itself' });
    const expectAllowed = () => {
      throw refusal;
    };
    const called = calls.call({ ...asked('t'), expectAllowed }, patience);
    expect(calls.fetch()).toEqual([]);
    await expect(called).rejects.toBe(refusal);
  });

  test('ends with whoever asked for it, and with the extension', async () => {
    const calls = new PendingCalls();
    const asker = new AbortController();
    const left = expect(calls.call(asked('a'), { ...patience, signal: asker.signal })).rejects.toMatchObject({
      code: 'ERR_CANCELLED',
    });
    const gone = calls.call(asked('b'), patience);
    const [first = ''] = ids(calls);
    asker.abort();
    await left;
    calls.submit(first, 'late', null);
    const end = hubError('ERR_CANCELLED', { kind: 'left-by-itself' });
    calls.end(end);
    await expect(gone).rejects.toBe(end);
    await expect(calls.call(asked('c'), { timeoutMs: 1 })).rejects.toThrow();
  });
});
