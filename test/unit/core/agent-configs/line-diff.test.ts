// What a user reads before a file is written: every line that comes or goes, with its number and a little around it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff, maxLineChars } from '../../../../electron/core/agent-configs/line-diff.ts';

const plain = (line: string) => line;
const text = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');

test('lines that come and go have the numbers that they have in their own text', () => {
  const { lines, added, removed } = lineDiff(text(['a', 'b', 'c']), text(['a', 'x', 'y', 'c']), plain);
  expect(lines).toEqual([
    { kind: 'same', old: 1, new: 1, text: 'a' },
    { kind: 'removed', old: 2, text: 'b' },
    { kind: 'added', new: 2, text: 'x' },
    { kind: 'added', new: 3, text: 'y' },
    { kind: 'same', old: 3, new: 4, text: 'c' },
  ]);
  expect({ added, removed }).toEqual({ added: 2, removed: 1 });
});

test('what is far from a change is counted, and one line between two is shown', () => {
  const before = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  const { lines } = lineDiff(text(before), text(before.with(5, 'x').with(13, 'y')), plain);
  expect(lines.filter(({ kind }) => kind === 'skipped')).toEqual([
    { kind: 'skipped', lines: 2 },
    { kind: 'skipped', lines: 13 },
  ]);
});

test('a line end that is missing, or another one, is a difference', () => {
  expect(lineDiff('a', 'a\n', plain)).toMatchObject({ added: 1, removed: 1 });
  expect(lineDiff('a\n', 'a\r\n', plain)).toMatchObject({ added: 1, removed: 1 });
  expect(lineDiff('', '', plain)).toEqual({ lines: [], added: 0, removed: 0 });
});

test('a long line is cut after it was masked, so that half a secret is not shown', () => {
  const secret = 's'.repeat(50);
  const line = 'x'.repeat(maxLineChars - 10) + secret;
  const { lines } = lineDiff('', `${line}\n`, one => one.replace(secret, '…'));
  expect(JSON.stringify(lines)).not.toContain('ss');
});

test('of texts that have little in common the middle is given as a whole', () => {
  const [before, after] = [2_500, 2_501].map(count => Array.from({ length: count }, (_, at) => `${count} ${at}`));
  const { lines, added, removed } = lineDiff(text(before ?? []), text(after ?? []), plain);
  expect({ added, removed, shown: lines.length }).toEqual({ added: 2_501, removed: 2_500, shown: 5_001 });
});

test('whatever the texts are, both can be made of the difference', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', ' '), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = lineDiff(text(before), text(after), plain).lines;
      const side = (kinds: readonly string[]) =>
        diff.flatMap(line => (line.kind !== 'skipped' && kinds.includes(line.kind) ? [line.text] : []));
      const skipped = diff.reduce((sum, line) => sum + (line.kind === 'skipped' ? line.lines : 0), 0);
      expect(side(['same', 'removed']).length + skipped).toBe(before.length);
      expect(side(['same', 'added']).length + skipped).toBe(after.length);
      for (const line of diff) {
        if (line.kind === 'removed' || line.kind === 'same') expect(before[line.old - 1]).toBe(line.text);
        if (line.kind === 'added' || line.kind === 'same') expect(after[line.new - 1]).toBe(line.text);
      }
    }),
  );
});
