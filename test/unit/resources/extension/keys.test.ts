// Names of keys and chords as Chromium's input takes them.
import { expect, test } from 'vitest';
import { readChord } from '../../../../resources/extension/tools/keys.ts';

test.each([
  ['a', 'a', 'a', 0],
  ['A', 'A', 'A', 8],
  ['shift+a', 'A', 'A', 8],
  ['shift+A', 'A', 'A', 8],
  ['shift+ö', 'Ö', 'Ö', 8],
  ['shift+Enter', 'Enter', '\r', 8],
  ['ctrl+a', 'a', undefined, 2],
  ['ctrl+A', 'A', undefined, 2],
  ['ctrl+shift+z', 'Z', undefined, 10],
  ['shift+Tab', 'Tab', undefined, 8],
  ['Page_Down', 'PageDown', undefined, 0],
  ['win+a', 'a', undefined, 4],
  ['windows+a', 'a', undefined, 4],
  ['super+a', 'a', undefined, 4],
])('%s is the key %s that types %j.', (chord, key, text, modifiers) => {
  const press = readChord(chord);
  expect([press.key, press.text, press.modifiers]).toEqual([key, text, modifiers]);
});
