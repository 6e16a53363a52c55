// When a tab that is used has to be recorded so that it draws, in a played browser whose clock is the test's.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawnTab } from '../../../../resources/extension/tools/drawn-tab.ts';

let isInFront = true;
let visibility: 'visible' | 'hidden' = 'visible';
let sent: string[] = [];

vi.mock('../../../../resources/extension/user-focus.ts', () => ({ isInFront: () => isInFront }));

function open(): DrawnTab {
  return new DrawnTab(1, async method => {
    sent.push(method.replace(/^\w+\./, ''));
    return method === 'Runtime.evaluate' ? { result: { value: visibility } } : {};
  });
}

/** What was sent since this was called last, once a moment has passed. */
async function sentIn(ms: number): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(ms);
  const all = sent;
  sent = [];
  return all;
}

beforeEach(() => {
  vi.useFakeTimers();
  isInFront = true;
  visibility = 'visible';
  sent = [];
});
afterEach(() => void vi.useRealTimers());

test('A tab behind another one is recorded from its first use until none has come for a second.', async () => {
  isInFront = false;
  const tab = open();
  tab.begin();
  expect(sent).toEqual(['startScreencast']);
  tab.endSoon();
  expect(await sentIn(900)).toEqual(['startScreencast']);
  tab.begin();
  tab.endSoon();
  expect(await sentIn(900)).toEqual([]);
  expect(await sentIn(200)).toEqual(['stopScreencast']);
});

test('What the user sees is not recorded, and is asked once a second whether it is hidden all the same.', async () => {
  const tab = open();
  for (let call = 0; call < 20; call += 1) {
    tab.begin();
    tab.endSoon();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(await sentIn(0)).toEqual(['evaluate', 'evaluate']);
  visibility = 'hidden';
  tab.begin();
  expect(await sentIn(0)).toEqual(['evaluate', 'startScreencast']);
});

test('A page that answers only after its call has ended is not recorded any more.', async () => {
  visibility = 'hidden';
  const tab = open();
  tab.begin();
  tab.endSoon();
  expect(await sentIn(2_000)).toEqual(['evaluate']);
});

test('The record begins when the user leaves a tab that is used, and ends when they come back to it.', async () => {
  const tab = open();
  tab.begin();
  isInFront = false;
  tab.lookAgain();
  expect(await sentIn(5_000)).toEqual(['evaluate', 'startScreencast']);
  isInFront = true;
  tab.lookAgain();
  expect(await sentIn(5_000)).toEqual(['stopScreencast', 'evaluate']);
  tab.endSoon();
  isInFront = false;
  tab.lookAgain();
  expect(await sentIn(5_000)).toEqual([]);
});
