// The queue of an export: bounded, with counted drops; when a failed export is tried again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs, ExportQueue } from '../../../../electron/core/telemetry/export-queue.ts';

const all = { rows: 1_000, bytes: 1_000 };
const rowsOf = <T>(taken: readonly { readonly row: T }[]) => taken.map(({ row }) => row);

describe('the queue of an export', () => {
  it('gives no more at once than is asked for, in rows and in bytes, and at least one', () => {
    const queue = new ExportQueue<string>({ rows: 9, bytes: 100 });
    for (const [row, bytes] of [
      ['a', 20],
      ['b', 4],
      ['c', 5],
      ['d', 2],
    ] as const)
      queue.push(row, bytes);
    const most = { rows: 3, bytes: 10 };
    expect(queue.exceeds(most)).toBe(true);
    expect([rowsOf(queue.take(most)), rowsOf(queue.take(most)), queue.exceeds(most)]).toEqual([
      ['a'],
      ['b', 'c'],
      false,
    ]);
  });

  it('takes no more rows than it may, and counts what it drops', () => {
    const queue = new ExportQueue<number>({ rows: 2, bytes: 100 });
    expect([queue.push(1, 1), queue.push(2, 1), queue.push(3, 1)]).toEqual([true, true, false]);
    expect([queue.queued, queue.dropped, rowsOf(queue.take(all))]).toEqual([2, 1, [1, 2]]);
  });

  it('has room again for the bytes that were taken', () => {
    const queue = new ExportQueue<string>({ rows: 9, bytes: 10 });
    queue.push('a', 10);
    expect(queue.push('b', 1)).toBe(false);
    queue.take({ ...all, rows: 1 });
    expect(queue.push('c', 10)).toBe(true);
  });

  it('loses nothing uncounted', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 60 }), sizes => {
        const queue = new ExportQueue<number>({ rows: 10, bytes: 50 });
        let taken = 0;
        for (const [at, size] of sizes.entries()) {
          queue.push(at, size);
          if (at % 7 === 6) taken += queue.take({ ...all, rows: 3 }).length;
        }
        expect(taken + queue.queued + queue.dropped).toBe(sizes.length);
      }),
    );
  });

  it('waits longer after each failure up to a minute, and as long as the receiver asks', () => {
    const waits = [1, 2, 3, 20].map(failures => backOffMs(failures, null, () => 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 60_000]);
    expect(backOffMs(1, null, () => 0)).toBe(500);
    expect(backOffMs(1, 30_000, () => 0)).toBe(30_000);
  });
});
