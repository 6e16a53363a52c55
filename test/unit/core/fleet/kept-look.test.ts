// A look that is lost is tried again later, or at once where its user wants that.
import { afterEach, expect, test, vi } from 'vitest';
import { KeptLook } from '../../../../electron/core/fleet/panel/kept-look.ts';

afterEach(() => void vi.useRealTimers());

function openLook() {
  vi.useFakeTimers();
  const attempts: number[] = [];
  const look = new KeptLook({
    wire: () => null,
    ...{ owner: 'mia', version: '0.1.0', randomId: () => 'look-12345678', now: () => 0 },
    listener: event => {
      if (event.event === 'fleet:look' && event.data.state === 'lost') attempts.push(event.data.attempt);
    },
  });
  return { look, attempts };
}

test('To look again now begins at once, and not a second time when the wait would be over.', async () => {
  const { look, attempts } = openLook();
  expect(attempts).toEqual([1]);
  expect(await look.request('fleet:look-again', {})).toEqual({ ok: true, value: {} });
  expect(attempts).toEqual([1, 2]);
  // The first wait was one second, the one that holds now is two.
  vi.advanceTimersByTime(1_500);
  expect(attempts).toEqual([1, 2]);
  vi.advanceTimersByTime(500);
  expect(attempts).toEqual([1, 2, 3]);
});

test('A look that was closed is not begun again.', async () => {
  const { look, attempts } = openLook();
  look.close();
  await look.request('fleet:look-again', {});
  vi.advanceTimersByTime(60_000);
  expect(attempts).toEqual([1]);
});
