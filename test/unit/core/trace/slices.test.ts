// Long work in slices: others come in between, what is short has no delay, and lists of any length come into order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NumberList } from '../../../../electron/core/trace/number-list.ts';
import { Slices, type Work } from '../../../../electron/core/trace/slices.ts';
import { finished } from '../../../support/finished.ts';

/** Slices whose clock is moved by the work, and whose turns are taken by hand. */
function bench() {
  let now = 0;
  const turns: (() => void)[] = [];
  const slices = new Slices({ now: () => now, later: next => turns.push(next) });
  function* work(steps: number, name: string): Work<string> {
    for (let step = 0; step < steps; step += 1) {
      now += 5;
      yield;
    }
    return name;
  }
  return { slices, work, turns, turn: () => turns.shift()?.() };
}

describe('work in slices', () => {
  test('What is short is done at once.', () => {
    const { slices, work, turns } = bench();
    const done: string[] = [];
    slices.run(work(1, 'short'), name => done.push(name));
    expect([done, turns.length]).toEqual([['short'], 0]);
  });

  test('What is long leaves room for what is short, and ends after it.', () => {
    const { slices, work, turns, turn } = bench();
    const done: string[] = [];
    slices.run(work(9, 'long'), name => done.push(name));
    slices.run(work(1, 'short'), name => done.push(name));
    expect(done).toEqual(['short']);
    while (turns.length > 0) turn();
    expect(done).toEqual(['short', 'long']);
  });

  test('Two that are long are done in the order in which they came, and no more than one slice lies between two turns.', () => {
    const { slices, work, turns, turn } = bench();
    const done: string[] = [];
    slices.run(work(9, 'first'), name => done.push(name));
    slices.run(work(5, 'second'), name => done.push(name));
    expect(turns).toHaveLength(1);
    while (turns.length > 0) turn();
    expect(done).toEqual(['first', 'second']);
  });
});

describe('a list of numbers', () => {
  test('It comes into order, whatever its length.', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { maxLength: 50 }), numbers => {
        const list = new NumberList();
        for (const number of numbers) list.add(number);
        expect([...finished(list.sorted())]).toEqual([...Float64Array.from(numbers).sort()]);
      }),
    );
    for (const length of [16_384, 16_385, 50_000, 100_001]) {
      const list = new NumberList();
      const numbers = Float64Array.from({ length }, (_, n) => (n * 7_919) % 10_007);
      for (const number of numbers) list.add(number);
      expect(finished(list.sorted())).toEqual(numbers.sort());
    }
  });
});
