// Bytes to lines, however they are cut, and the ring of a server's last lines that is filled with them.
import { describe, expect, test } from 'vitest';
import { StderrRing } from '../../../../electron/core/servers/logs/stderr-ring.ts';
import { LineSplitter } from '../../../../native-host/framing/line-splitter.ts';

/** Cuts `bytes` at these places and pushes the pieces; the lines that came out. */
function split(bytes: Buffer, cuts: readonly number[], maxBytes = 1_000_000): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter(maxBytes, line => lines.push(line));
  const places = [...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  let start = 0;
  for (const end of places) {
    expect(splitter.push(bytes.subarray(start, end))).toBe(true);
    start = end;
  }
  return lines;
}

describe('lines', () => {
  test('of one byte a chunk come out whole.', () => {
    const bytes = Buffer.from('ä€\u{1F680}\nsecond\n');
    expect(split(bytes, [...bytes.keys()])).toEqual(['ä€\u{1F680}', 'second']);
  });

  test('lose a carriage return at their end and keep it anywhere else.', () => {
    expect(split(Buffer.from('a\r\nb\rc\n\r\n'), [2])).toEqual(['a', 'b\rc', '']);
  });

  test('without their end stay inside.', () => {
    expect(split(Buffer.from('a\nrest'), [])).toEqual(['a']);
  });

  test('of which one is longer than a megabyte do not change those behind it.', () => {
    const long = 'x'.repeat(3 * 1024 * 1024);
    const cuts = Array.from({ length: 48 }, (_, index) => (index + 1) * 65_536);
    expect(split(Buffer.from(`${long}\nshort\n${long}\n`), cuts, 4 * 1024 * 1024)).toEqual([long, 'short', long]);
  });
});

describe('the cap', () => {
  test('is the longest line that passes, whole or in pieces.', () => {
    expect(split(Buffer.from('12345\n12345\n'), [], 5)).toEqual(['12345', '12345']);
    expect(split(Buffer.from('12345\n12345\n'), [3, 8], 5)).toEqual(['12345', '12345']);
  });

  test('is told of as soon as it is passed, before the end of the line has come.', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(5, text => lines.push(text));
    expect(splitter.push(Buffer.from('ok\n123'))).toBe(true);
    expect(splitter.push(Buffer.from('456'))).toBe(false);
    expect(lines).toEqual(['ok']);
  });

  test('hands out the lines before the one that passes it.', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(5, text => lines.push(text));
    expect(splitter.push(Buffer.from('a\nb\n123456\nc\n'))).toBe(false);
    expect(lines).toEqual(['a', 'b']);
  });
});

describe('StderrRing', () => {
  test('The newest 20 lines are kept, empty ones are not.', () => {
    const ring = new StderrRing();
    for (let number = 1; number <= 30; number += 1) ring.push(Buffer.from(`line ${number}\n\n`));
    expect(ring.lines()).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index + 11}`));
  });

  test('A character that is cut between two chunks stays whole, and an open line is shown.', () => {
    const ring = new StderrRing();
    const bytes = Buffer.from('grün');
    ring.push(bytes.subarray(0, 3));
    ring.push(bytes.subarray(3));
    expect(ring.lines()).toEqual(['grün']);
  });

  test('A long line is cut at 8 KiB and says so.', () => {
    const ring = new StderrRing();
    for (let chunk = 0; chunk < 3; chunk += 1) ring.push(Buffer.from('x'.repeat(5_000)));
    ring.push(Buffer.from('\n'));
    expect(ring.lines()).toEqual([`${'x'.repeat(8 * 1024)} … (cut)`]);
  });

  test('More is kept than is shown, and as it came, for whoever looks for the cause; not without end.', () => {
    const ring = new StderrRing();
    for (let number = 1; number <= 130; number += 1) ring.push(Buffer.from(`line ${number}\u001b[0m\n`));
    expect(ring.newest().length).toBe(100);
    expect(ring.newest().at(0)).toBe('line 31\u001b[0m');
    for (let number = 1; number <= 100; number += 1) ring.push(Buffer.from(`${'x'.repeat(8_000)}\n`));
    expect(ring.newest().join('').length).toBeLessThan(200_000);
    expect(ring.lines().length).toBe(20);
  });
});
