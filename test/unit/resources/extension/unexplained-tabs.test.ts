// In Firefox a tab is there before it is said what opened it: an act waits for that, and for no tab that came before it or that the extension made itself.
import { expect, onTestFinished, test, vi } from 'vitest';

type Hear = (tab: { readonly id: number }) => void;

const heard: Hear[] = [];
vi.stubGlobal('chrome', {
  tabs: { onCreated: { addListener: (hear: Hear) => heard.push(hear) }, onRemoved: { addListener: () => {} } },
});
const { explain, untilExplained } = await import('../../../../resources/extension/unexplained-tabs.ts');

const comes = (id: number) => heard.forEach(hear => hear({ id }));

/** Whether it is waited for still, after whatever needs no time has happened. */
async function isWaiting(since: number): Promise<boolean> {
  let isOver = false;
  void untilExplained(since).then(() => (isOver = true));
  await new Promise(resolve => setImmediate(resolve));
  return !isOver;
}

test('A tab that has come is waited for until it is known what opened it.', async () => {
  const since = performance.now();
  expect(await isWaiting(since)).toBe(false);
  comes(7);
  const waited = untilExplained(since);
  expect(await isWaiting(since)).toBe(true);
  explain(7);
  await waited;
  expect(await isWaiting(since)).toBe(false);
});

test('One that came before is nothing of the act’s; the user’s own, which is never explained, is not waited for long.', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  comes(8);
  let isOver = false;
  void untilExplained(performance.now() + 1).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(true);
  const waited = untilExplained(0);
  await vi.advanceTimersByTimeAsync(5_000);
  await waited;
  // It is as old for the next act.
  let isNextOver = false;
  void untilExplained(0).then(() => (isNextOver = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isNextOver).toBe(true);
});

test('While the user opens one tab after another, an act waits no longer than for one.', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  comes(20);
  void untilExplained(performance.now()).then(() => (isOver = true));
  for (const id of [21, 22, 23]) {
    await vi.advanceTimersByTimeAsync(1_500);
    comes(id);
  }
  expect(isOver).toBe(true);
});
