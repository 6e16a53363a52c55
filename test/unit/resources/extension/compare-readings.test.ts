// What is told of two readings of the same page.
import { expect, test } from 'vitest';
import { changeLines, compareReadings, itemsOf } from '../../../../resources/extension/tools/compare-readings.ts';

const compared = (before: string[], after: string[]) => changeLines(compareReadings(itemsOf(before), itemsOf(after)));

test('A line with a ref is another, new or gone by its ref; where it stands does not matter.', () => {
  const before = ['main [ref_1]', '  button "Save" [ref_2]', '  link "Away" [f2_ref_3] href="/a"'];
  const after = ['main [ref_1]', 'button "Saved" [ref_2] disabled', '  button "Undo" [ref_4]'];
  expect(compared(before, after)).toEqual([
    '~ button "Saved" [ref_2] disabled',
    '+ button "Undo" [ref_4]',
    'gone: f2_ref_3',
  ]);
});

test('Texts are counted: one that is there twice now is new once.', () => {
  expect(compared(['"One"', '"Two"', '"Three"'], ['"One"', '"One"'])).toEqual(['+ "One"', 'gone: 2 texts']);
});

test('The same reading twice has nothing that changed.', () => {
  expect(compared(['"One"', 'button "A" [ref_1]'], ['"One"', 'button "A" [ref_1]'])).toEqual(['nothing changed']);
});

test('What a page writes in its texts is no ref.', () => {
  expect(itemsOf([String.raw`  "say \"hi\" [ref_1]"`, 'button "x [ref_1]" [ref_2]'])).toEqual([
    { ref: '', text: String.raw`"say \"hi\" [ref_1]"` },
    { ref: 'ref_2', text: 'button "x [ref_1]" [ref_2]' },
  ]);
});
