// The names of the tools that pages carry out themselves: which are in a tab, and that whoever shows them hears of many changes once.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { OwnToolNames } from '../../../../electron/core/sites/own-tool-names.ts';

const place = { browserId: 'b1', tabId: 7, origin: 'https://shop.example' };

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('Lists of many pages at once are told of once, and a later one again.', () => {
  const names = new OwnToolNames();
  const heard = vi.fn();
  names.onChanged(heard);
  for (let tabId = 0; tabId < 50; tabId += 1) names.set(`doc-${tabId}`, { ...place, tabId }, ['find']);
  vi.runAllTimers();
  expect(heard).toHaveBeenCalledTimes(1);
  names.set('doc-7', place, []);
  expect(names.in(place)).toEqual([]);
  vi.runAllTimers();
  expect(heard).toHaveBeenCalledTimes(2);
});

test('The same list again, and who does not listen any more, are told of nothing.', () => {
  const names = new OwnToolNames();
  const heard = vi.fn();
  const unfollow = names.onChanged(heard);
  names.set('doc', place, ['find']);
  vi.runAllTimers();
  names.set('doc', place, ['find']);
  vi.runAllTimers();
  expect(heard).toHaveBeenCalledTimes(1);
  names.set('doc', place, ['pay']);
  unfollow();
  vi.runAllTimers();
  expect(heard).toHaveBeenCalledTimes(1);
});
