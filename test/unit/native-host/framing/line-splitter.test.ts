// Bytes to lines, however they are cut.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineSplitter } from '../../../../native-host/framing/line-splitter.ts';
import { StderrRing } from '../../../../electron/core/servers/stderr-ring.ts';

describe('LineSplitter', () => {
  test('The lines are the same for every cut of the bytes.', () => {
    const line = fc.string({ unit: 'grapheme' }).filter(text => !/[\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (lines, cuts) => {
        const bytes = Buffer.from(lines.map(text => `${text}\n`).join(''));
        const read: string[] = [];
        const splitter = new LineSplitter(1000, text => void read.push(text));
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          expect(splitter.push(bytes.subarray(at, at + size))).toBe(true);
          at += size;
        }
        expect(read).toEqual(lines.map(text => Buffer.from(text).toString()));
      }),
    );
  });

  test('A carriage return before the newline belongs to neither line.', () => {
    const read: string[] = [];
    new LineSplitter(100, text => void read.push(text)).push(Buffer.from('a\r\nb\n'));
    expect(read).toEqual(['a', 'b']);
  });

  test('A line of exactly the cap passes, one byte more does not, even in pieces.', () => {
    const read: string[] = [];
    const splitter = new LineSplitter(4, text => void read.push(text));
    expect(splitter.push(Buffer.from('abcd\nab'))).toBe(true);
    expect(splitter.push(Buffer.from('cd'))).toBe(true);
    expect(splitter.push(Buffer.from('e'))).toBe(false);
    expect(read).toEqual(['abcd']);
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

  test('The telling line is the message, not the stack below it.', () => {
    const ring = new StderrRing();
    ring.push(
      Buffer.from('throw x\n^\n\nError: no disk\n    at a (b.js:1:2)\n    at c (d.js:3:4)\n\nNode.js v24.21.0\n'),
    );
    expect(ring.telling()).toBe('Error: no disk');
  });
});
