// When a broken stream is opened again, and when that is given up.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Retries } from '../../../../../electron/core/servers/remote/retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Retries', () => {
  test('It comes after the delay that it was told, which may be the server’s own.', () => {
    const again = vi.fn();
    new Retries(() => {}).schedule(again, 500, 0);
    vi.advanceTimersByTime(499);
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(again).toHaveBeenCalledOnce();
  });

  test('After six failed attempts it is given up, once.', () => {
    const gaveUp = vi.fn();
    const retries = new Retries(gaveUp);
    for (let attempt = 0; attempt < 6; attempt += 1) retries.schedule(() => {}, 1, attempt);
    expect(gaveUp).not.toHaveBeenCalled();
    retries.schedule(() => {}, 1, 6);
    expect(gaveUp).toHaveBeenCalledOnce();
  });

  test('Nothing comes after a stop, of what waited and of what would follow.', () => {
    const again = vi.fn();
    const retries = new Retries(() => {});
    retries.schedule(again, 10, 0);
    retries.stop();
    retries.schedule(again, 10, 0);
    vi.advanceTimersByTime(100);
    expect(again).not.toHaveBeenCalled();
  });

  test('One that is taken back does not come.', () => {
    const again = vi.fn();
    new Retries(() => {}).schedule(again, 10, 0)();
    vi.advanceTimersByTime(100);
    expect(again).not.toHaveBeenCalled();
  });
});
