// Lists that cannot be read: what is said of them, and when each is asked for again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FailingLists } from '../../../../../electron/core/servers/client/failing-lists.ts';
import { inEnglish } from '../../../../../words/english.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function failingLists() {
  const said: (string | null)[] = [];
  const lists = new FailingLists({
    again: { firstMs: 1_000, mostMs: 3_000 },
    onChange: reason => said.push(reason && inEnglish(reason)),
  });
  return { lists, said };
}

const broken = (method: string) =>
  `${method} fails: broken; what else it offers can be used, and this is asked for again by itself.`;

describe('FailingLists', () => {
  test('A list that fails is asked for again ever more seldom, until it is there.', () => {
    const { lists, said } = failingLists();
    const asked: number[] = [];
    const began = Date.now();
    const again = () => {
      asked.push(Date.now() - began);
      if (asked.length < 4) lists.failed('tools/list', new Error('broken'), again);
      else expect(lists.works('tools/list')).toBe(true);
    };
    lists.failed('tools/list', new Error('broken'), again);
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual([1_000, 3_000, 6_000, 9_000]);
    expect(said.at(0)).toBe(broken('tools/list'));
    expect(said.at(-1)).toBeNull();
    expect(lists.works('tools/list')).toBe(false);
  });

  test('Of what the server says of it no more is kept than people read.', () => {
    const { lists, said } = failingLists();
    lists.failed('tools/list', new Error('x'.repeat(10_000_000)), () => {});
    expect(said.at(0)?.length).toBeLessThan(700);
    lists.stop();
  });

  test('Two that fail are both named, and the one that is left alone later.', () => {
    const { lists, said } = failingLists();
    lists.failed('tools/list', new Error('broken'), () => {});
    lists.failed('prompts/list', new Error('broken'), () => {});
    lists.works('tools/list');
    expect(said).toEqual([
      broken('tools/list'),
      `${broken('tools/list')} ${broken('prompts/list')}`,
      broken('prompts/list'),
    ]);
  });

  test('Whoever asks meanwhile and fails too brings no second clock.', () => {
    const { lists } = failingLists();
    const again = vi.fn();
    lists.failed('tools/list', new Error('broken'), again);
    vi.advanceTimersByTime(900);
    lists.failed('tools/list', new Error('still broken'), again);
    vi.advanceTimersByTime(5_000);
    expect(again).toHaveBeenCalledTimes(1);
  });

  test('After the end of the run nothing is asked for or said.', () => {
    const { lists, said } = failingLists();
    const again = vi.fn();
    lists.failed('tools/list', new Error('broken'), again);
    lists.stop();
    lists.failed('prompts/list', new Error('broken'), again);
    vi.advanceTimersByTime(60_000);
    expect([again.mock.calls.length, said.length]).toEqual([0, 1]);
  });
});
