// When answers count in a window that opens by itself: keys only of somebody who came to it.
import { beforeEach, expect, test, vi } from 'vitest';
import { Armed } from '../../../../../resources/extension/own-pages/armed.ts';

class PlayedKey {
  readonly timeStamp = performance.now();
  readonly repeat = false;
}

let listeners: Record<string, (() => void)[]>;
let hasFocus: boolean;
const happens = (name: string) => {
  hasFocus = name === 'focus' || (name !== 'blur' && hasFocus);
  for (const listener of listeners[name] ?? []) listener();
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const takesKey = (armed: Armed) => armed.takes(new KeyboardEvent('keydown'));
const open = (opensByItself = true) => {
  const armed = new Armed(() => {}, { opensByItself });
  armed.show('a question');
  return armed;
};

beforeEach(() => {
  vi.useFakeTimers();
  listeners = {};
  hasFocus = false;
  const addEventListener = (name: string, listener: () => void) => void (listeners[name] ??= []).push(listener);
  vi.stubGlobal('addEventListener', addEventListener);
  vi.stubGlobal('document', { addEventListener, visibilityState: 'visible', hasFocus: () => hasFocus });
  vi.stubGlobal('KeyboardEvent', PlayedKey);
  vi.stubGlobal(
    'MouseEvent',
    class {
      readonly pointerId = 1;
    },
  );
});

test('A focus that was taken back and comes again at once is not the user’s choice.', async () => {
  const armed = open();
  happens('focus');
  await pass(100);
  happens('blur');
  await pass(200);
  happens('focus');
  await pass(1_000);
  expect(takesKey(armed)).toBe(false);
});

test('A focus that comes when nobody hands it out any more is, until it goes.', async () => {
  const armed = open();
  await pass(4_000);
  happens('focus');
  await pass(1_000);
  expect(takesKey(armed)).toBe(true);
  happens('blur');
  await pass(1_000);
  expect(takesKey(armed)).toBe(false);
});

test('The pointer in it is, at any time.', async () => {
  const armed = open();
  happens('focus');
  happens('pointermove');
  await pass(1_000);
  expect(takesKey(armed)).toBe(true);
});

test('A page that its user has opened takes keys as soon as answers count.', async () => {
  const armed = open(false);
  happens('focus');
  await pass(100);
  expect(takesKey(armed)).toBe(false);
  await pass(1_000);
  expect(takesKey(armed)).toBe(true);
});
