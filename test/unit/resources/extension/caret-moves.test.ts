// Where keys take the caret of a field in Firefox, whose browser moves it for no scripted key. `|` is the caret, `[` where a selection began.
import { expect, test } from 'vitest';
import { movedCaret } from '../../../../resources/extension/page/caret-moves.ts';

const keys = /^(ctrl\+)?(shift\+)?(.+)$/;

function press(chord: string, drawn: string): string {
  const [, ctrl, shift, key = ''] = keys.exec(chord) ?? [];
  const text = drawn.replace(/[[|]/g, '');
  const focus = drawn.replace('[', '').indexOf('|');
  const anchor = drawn.includes('[') ? drawn.replace('|', '').indexOf('[') : focus;
  const caret = movedCaret(text, { anchor, focus }, { key, isFar: ctrl !== undefined, selects: shift !== undefined });
  const [first, last] = [Math.min(caret.anchor, caret.focus), Math.max(caret.anchor, caret.focus)];
  if (first === last) return `${text.slice(0, first)}|${text.slice(first)}`;
  const [start, end] = caret.anchor < caret.focus ? ['[', '|'] : ['|', '['];
  return `${text.slice(0, first)}${start}${text.slice(first, last)}${end}${text.slice(last)}`;
}

test.each([
  ['ArrowLeft', 'ab|c', 'a|bc'],
  ['ArrowLeft', '|abc', '|abc'],
  ['ArrowRight', 'ab|c', 'abc|'],
  ['ArrowRight', 'abc|', 'abc|'],
  ['ArrowRight', '|🚢x', '🚢|x'],
  ['ArrowLeft', '🚢|x', '|🚢x'],
  ['ArrowLeft', 'a[bc|d', 'a|bcd'],
  ['ArrowRight', 'a|bc[d', 'abc|d'],
  ['shift+ArrowRight', 'a|bc', 'a[b|c'],
  ['shift+ArrowLeft', 'a[b|c', 'a|bc'],
  ['shift+ArrowLeft', 'a|bc', '|a[bc'],
  ['ctrl+ArrowLeft', 'one two, |', 'one |two, '],
  ['ctrl+ArrowLeft', 'one |two', '|one two'],
  ['ctrl+ArrowRight', '|one two', 'one| two'],
  ['ctrl+ArrowRight', 'one| größer', 'one größer|'],
  ['ctrl+shift+ArrowLeft', 'one two|', 'one |two['],
  ['Home', 'one\ntw|o', 'one\n|two'],
  ['End', 'o|ne\ntwo', 'one|\ntwo'],
  ['shift+End', 'o|ne\ntwo', 'o[ne|\ntwo'],
  ['ctrl+Home', 'one\ntw|o', '|one\ntwo'],
  ['ctrl+End', 'o|ne\ntwo', 'one\ntwo|'],
  ['ArrowUp', 'one\ntw|o', 'on|e\ntwo'],
  ['ArrowUp', 'o\ntwo|', 'o|\ntwo'],
  ['ArrowUp', 'on|e', '|one'],
  ['ArrowDown', 'on|e\n\nthree', 'one\n|\nthree'],
  ['ArrowDown', 'one\nt|wo', 'one\ntwo|'],
  ['PageDown', 'o|ne\ntwo\nthree', 'one\ntwo\nthree|'],
  ['PageUp', 'one\ntwo\nth|ree', '|one\ntwo\nthree'],
  ['shift+ArrowDown', 'o|ne\ntwo', 'o[ne\nt|wo'],
])('%s takes %j to %j', (chord, before, after) => {
  expect(press(chord, before)).toBe(after);
});
