// The columns that the user chooses.
import { describe, expect, it } from 'vitest';
import {
  firstColumns,
  readColumns,
  withColumn,
  withMoved,
  withWidth,
} from '../../../../../../renderer/screens/traces/table/column-choice.ts';

describe('the columns', () => {
  it('are read back as they were kept, without what is unknown', () => {
    const kept = { shown: ['latency', 'gone', 'time'], widths: { time: 90.4, gone: 5, latency: 'x' } };
    expect(readColumns(kept)).toEqual({ shown: ['latency', 'time'], widths: { time: 90 } });
    expect([null, 7, {}, { shown: [] }, { shown: ['gone'] }].map(readColumns)).toEqual([null, null, null, null, null]);
  });

  it('come and go, and the last one stays', () => {
    const more = withColumn(firstColumns, 'tab', true);
    expect(more.shown.slice(-2)).toEqual(['timeline', 'tab']);
    expect(withColumn(more, 'tab', false)).toEqual(firstColumns);
    const one = { shown: ['time'], widths: {} } as const;
    expect(withColumn(one, 'time', false)).toBe(one);
    expect(withColumn(one, 'time', true).shown).toEqual(['time']);
  });

  it('move by a place, or to that of another, and stay inside', () => {
    expect(withMoved(firstColumns, 'time', 'from').shown.slice(0, 3)).toEqual(['dir', 'from', 'time']);
    expect(withMoved(firstColumns, 'dir', -1).shown.slice(0, 2)).toEqual(['dir', 'time']);
    expect([withMoved(firstColumns, 'time', -1), withMoved(firstColumns, 'tab', 1)]).toEqual([
      firstColumns,
      firstColumns,
    ]);
  });

  it('have a width of their own until it is taken back', () => {
    const wide = withWidth(firstColumns, 'from', 5_000);
    expect([wide.widths, withWidth(wide, 'from', 1).widths, withWidth(wide, 'from', null).widths]).toEqual([
      { from: 1_200 },
      { from: 28 },
      {},
    ]);
  });
});
