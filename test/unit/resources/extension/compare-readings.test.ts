// What is told of two readings of the same page.
import { expect, test } from 'vitest';
import {
  changeLines,
  compareReadings,
  isCut,
  itemsOf,
} from '../../../../resources/extension/tools/compare-readings.ts';

const compared = (before: string[], after: string[]) => {
  const items = itemsOf(after);
  return changeLines(compareReadings(itemsOf(before), items), isCut(items));
};

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

test('What a cut reading has no more is not claimed to be gone.', () => {
  const before = ['button "A" [ref_1]', 'button "B" [ref_2]'];
  const cut = ['button "A" [ref_1]', '(1 more part; read_page from=1)'];
  expect(compared(before, cut)).toEqual(['+ (1 more part; read_page from=1)', 'gone or cut: ref_2']);
  const frame = 'iframe "Map" [ref_3]: not read, because max_chars is used up; read_page with ref_id ref_3 reads it';
  expect(compared(before, ['button "A" [ref_1]', frame]).at(-1)).toBe('gone or cut: ref_2');
});

test('A page that writes of a cut in its own words is not cut.', () => {
  const text = '"(3 more parts; read_page from=3) not read, because max_chars"';
  expect(compared(['button "A" [ref_1]', text], [text])).toEqual(['gone: ref_1']);
});
