// What was typed while a question was sent stays in its field.
import { expect, test } from 'vitest';
import { unsentOf } from '../../../../../resources/extension/own-pages/unsent.ts';

test.each([
  ['What is sold?', 'What is sold?', ''],
  ['What is sold? And for how much?', 'What is sold?', 'And for how much?'],
  ['Something else', 'What is sold?', 'Something else'],
  ['', 'What is sold?', ''],
])('%o, of which %o was sent, is %o.', (now, sent, left) => expect(unsentOf(now, sent)).toBe(left));
