// Of what a program wrote to its stderr the last line is shown: masked first, cut then.
import { expect, test } from 'vitest';
import { LastLine, maskedAndCut } from '../../../../electron/core/doctor/last-line.ts';

const secret = 'hunter2-hunter3-hunter4';
const mask = (text: string) => text.replaceAll(secret, '••••');

function lineOf(...pieces: string[]): string {
  const line = new LastLine();
  for (const piece of pieces) line.push(piece);
  return line.text('pilothouse: ', mask);
}

test.each([
  [['one\ntwo\n'], 'two'],
  [['one\ntw', 'o'], 'two'],
  [['one\n', '\n \n'], 'one'],
  [['pilothouse: No hub.\n'], 'No hub.'],
  [[], ''],
])('%j ends with %j', (pieces, expected) => {
  expect(lineOf(...pieces)).toBe(expected);
});

test('a secret is masked where the cut would go through it', () => {
  for (let before = 270; before < 300; before += 1) {
    expect(lineOf(`${'x'.repeat(before)}${secret} and more`)).not.toContain('hun');
    expect(maskedAndCut(`${'x'.repeat(before)}${secret} and more`, mask)).not.toContain('hun');
  }
});

test('a secret that comes in pieces, in a line that never ends, is masked', () => {
  const line = new LastLine();
  for (const piece of ['Refused: hunter2-', 'hunter3-', 'hunter4.', ...Array(200).fill('y'.repeat(1_000))])
    line.push(piece);
  expect(line.text('', mask)).toMatch(/^Refused: ••••\.y+$/);
});
