// When a tab that is used has to be recorded so that it draws, in a played browser whose clock is the test's.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawnTab } from '../../../../resources/extension/tools/drawn-tab.ts';

let isInFront = true;
/** How long a frame of the tab takes, in ms. */
let frameMs = 16;
let sent: string[] = [];

vi.mock('../../../../resources/extension/user-focus.ts', () => ({ isInFront: () => isInFront }));

function open(): DrawnTab {
  return new DrawnTab(1, async method => {
    sent.push(method.replace(/^\w+\./, ''));
    if (method === 'Runtime.evaluate') await new Promise(resolve => setTimeout(resolve, frameMs));
    return {};
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
  frameMs = 16;
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

test('What the user sees is not recorded, and is asked for a frame once a second.', async () => {
  const tab = open();
  for (let call = 0; call < 20; call += 1) {
    tab.begin();
    tab.endSoon();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(await sentIn(0)).toEqual(['evaluate', 'evaluate']);
});

test('A tab in front that draws slowly, as one in a covered window does, is recorded.', async () => {
  frameMs = 1_000;
  const tab = open();
  tab.begin();
  expect(await sentIn(200)).toEqual(['evaluate']);
  expect(await sentIn(100)).toEqual(['startScreencast']);
});

test('Once its call has ended, a tab that draws slowly is recorded no more.', async () => {
  frameMs = 1_000;
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
