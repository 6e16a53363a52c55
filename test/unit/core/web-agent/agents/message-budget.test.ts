// How much pages may write to others: every recipient counts with all that it is sent, in the page and in its browser.
import { expect, test } from 'vitest';
import { MessageBudget } from '../../../../../electron/core/web-agent/agents/message-budget.ts';

const mebibyte = 1024 * 1024;

function scene() {
  const clock = { now: 0 };
  const budget = new MessageBudget(() => clock.now);
  const take = (key: string, messages: number, bytes: number, browserId = 'b1') =>
    budget.take({ key, tab: { browserId } }, messages, bytes);
  return { clock, budget, take };
}

test('a large broadcast goes to as many as the bytes are enough for, and the next one waits', () => {
  const { take, clock } = scene();
  expect(take('p', 200, 600_000)).toBe(13);
  expect(take('p', 1, 600_000)).toBe(0);
  clock.now = 1_000;
  expect(take('p', 200, 600_000)).toBe(2);
});

test('a page has so many messages, which come back with time', () => {
  const { take, clock } = scene();
  for (let sent = 0; sent < 100; sent += 1) expect(take('p', 1, 10)).toBe(1);
  expect(take('p', 1, 10)).toBe(0);
  expect(take('q', 1, 10)).toBe(1);
  clock.now = 1_000;
  expect(take('p', 20, 10)).toBe(20);
  expect(take('p', 1, 10)).toBe(0);
});

test('a small broadcast goes to all, and a page has its number of messages', () => {
  const { take } = scene();
  expect(take('p', 200, 100)).toBe(200);
  expect(take('p', 1, 100)).toBe(0);
});

test('the pages of a browser share what may wait for it, and one that is gone leaves nothing to the next', () => {
  const { take, budget } = scene();
  const bytes = Array.from({ length: 20 }, (_, at) => take(`p${at}`, 200, mebibyte)).reduce((sum, one) => sum + one, 0);
  expect(bytes).toBe(16);
  expect(take('other', 1, mebibyte, 'b2')).toBe(1);
  budget.gone('p0');
  expect(take('p0', 1, mebibyte)).toBe(0);
});
