// Texts that are longer than an answer bears say how much is missing.
import { expect, test } from 'vitest';
import { cutText } from '../../../../resources/extension/page/cut-text.ts';

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…(1 more characters)'],
  ['a'.repeat(1_000), 2, 'aa…(998 more characters)'],
])('%j of at most %i characters is %j.', (text, maxChars, expected) => expect(cutText(text, maxChars)).toBe(expected));
