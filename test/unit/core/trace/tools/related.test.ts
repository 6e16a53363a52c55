// The entries of one call, found however much passed in between.
import { describe, expect, test } from 'vitest';
import { hub } from '../trace-fixtures.ts';
import { Bench } from './tool-fixtures.ts';

const server = { kind: 'server', id: 'everything', label: 'everything' } as const;
const onward = (parent: number) => ({ open: { dir: 'out', from: hub, to: server, parent } }) as const;

describe('the entries of a call', () => {
  test('From any of them all are found, oldest first, with thousands of others between.', () => {
    const bench = new Bench();
    const call = bench.add({ close: { latencyMs: 60_000 } });
    for (let n = 0; n < 5_000; n += 1) bench.add();
    const child = bench.add(onward(call));
    for (let n = 0; n < 5_000; n += 1) bench.add(onward(n + 2));
    const grandchild = bench.add(onward(child));
    for (const seq of [call, child, grandchild]) {
      const { entries, more } = bench.ask('related', { seq });
      expect(entries.map(entry => entry.seq)).toEqual([call, child, grandchild]);
      expect(more).toBe(0);
    }
  });

  test('Where there are too many, the first are told, the one that was asked for, and how many are left out.', () => {
    const bench = new Bench();
    const call = bench.add({ close: null });
    const children = Array.from({ length: 300 }, () => bench.add(onward(call)));
    const last = children.at(-1) ?? 0;
    const { entries, more } = bench.ask('related', { seq: last });
    expect([entries.length, entries.at(-1)?.seq, more]).toEqual([201, last, 100]);
  });

  test('Where the beginning is not kept any more, what is left of it is told; an entry that is gone has nothing.', () => {
    const bench = new Bench({ entries: 100 });
    const call = bench.add();
    const child = bench.add(onward(call));
    const grandchild = bench.add(onward(child));
    for (let n = 0; n < 98; n += 1) bench.add();
    expect(bench.ask('related', { seq: grandchild }).entries.map(({ seq }) => seq)).toEqual([child, grandchild]);
    expect(bench.ask('related', { seq: call })).toEqual({ entries: [], more: 0 });
  });
});
