// Figures are written as the house style says.
import { describe, expect, it } from 'vitest';
import * as format from '../../../../renderer/words/format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const table = <A extends readonly unknown[]>(
  write: (...args: A) => string,
  rows: readonly (readonly [...A, string])[],
) => rows.map(row => [plain(write(...(row.slice(0, -1) as unknown as A))), row.at(-1)]);

describe('formatted figures', () => {
  it('write sizes in decimal units with at most three digits', () => {
    for (const [got, want] of table(format.formatBytes, [
      [null, '–'],
      [0, '0 B'],
      [999, '999 B'],
      [1000, '1.0 kB'],
      [86_210, '86.2 kB'],
      [99_960, '100 kB'],
      [412_400, '412 kB'],
      [999_600, '1.0 MB'],
      [38_000_000, '38.0 MB'],
      [5_000_000_000_000, '5000 GB'],
    ] as const))
      expect(got).toBe(want);
  });

  it('write durations from a tenth of a millisecond to days', () => {
    for (const [got, want] of table(format.formatDuration, [
      [null, '–'],
      [0.2, '0.2 ms'],
      [8.44, '8.4 ms'],
      [9.96, '10 ms'],
      [318.4, '318 ms'],
      [999.6, '1.00 s'],
      [1284, '1.28 s'],
      [12_440, '12.4 s'],
      [59_960, '1 min'],
      [170_000, '2 min 50 s'],
      [11_520_000, '3 h 12 min'],
      [187_200_000, '2 d 4 h'],
    ] as const))
      expect(got).toBe(want);
  });

  it('write ages in their largest unit', () => {
    const now = 1_000_000_000;
    for (const [got, want] of table(format.formatAge, [
      [null, now, '–'],
      [now - 300, now, 'just now'],
      [now - 3000, now, '3 s ago'],
      [now - 240_000, now, '4 min ago'],
      [now - 7_200_000, now, '2 h ago'],
      [now - 172_800_000, now, '2 d ago'],
      [now + 5000, now, 'just now'],
    ] as const))
      expect(got).toBe(want);
  });

  it('join every number to its unit with a no-break space', () => {
    const written = [
      format.formatBytes(312),
      format.formatDuration(170_000),
      format.formatAge(0, 90_000),
      format.formatLeft(30_000),
    ];
    expect(written.map(text => /\d [A-Za-z]/.test(text))).toEqual([false, false, false, false]);
  });

  it('count down to zero and never below', () => {
    expect([113_000, 59_100, 0, -5000].map(format.formatCountdown)).toEqual(['1:53', '1:00', '0:00', '0:00']);
  });

  it('round what is left of a span up, so that it never reads as over', () => {
    expect([472_000, 61_000, 40_000, 500, 7_000_000].map(ms => plain(format.formatLeft(ms)))).toEqual([
      '8 min',
      '2 min',
      '40 s',
      '1 s',
      '2 h',
    ]);
  });

  it('shorten counts without rounding them up to what they are not', () => {
    expect([999, 1000, 12_482, 999_949, 1_249_000].map(format.formatShort)).toEqual([
      '999',
      '1.0k',
      '12.4k',
      '999k',
      '1.2M',
    ]);
  });

  it('write rates with one digit, and none as 0/s', () => {
    expect([0, 0.04, 0.4, 14.22, 250.4].map(format.formatRate)).toEqual(['0/s', '0/s', '0.4/s', '14.2/s', '250/s']);
  });

  it('write the time of day with milliseconds', () => {
    const at = new Date(2026, 10, 21, 14, 32, 9, 104).getTime();
    expect([format.formatClock(at), format.formatClockMs(at), format.formatMoment(at)]).toEqual([
      '14:32:09',
      '14:32:09.104',
      '2026-11-21 14:32:09',
    ]);
  });
});
