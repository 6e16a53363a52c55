// Which language the shell speaks.
import { expect, test } from 'vitest';
import { shellWords } from '../../../electron/main/choose-words.ts';
import { english } from '../../../electron/main/words-english.ts';
import { german } from '../../../electron/main/words-german.ts';

test.each([
  ['system', 'de-AT', german],
  ['system', 'DE', german],
  ['system', 'fr', english],
  ['system', '', english],
  ['en', 'de', english],
  ['de', 'en-US', german],
] as const)('chosen %s on a system that speaks "%s"', (choice, system, words) => {
  expect(shellWords(choice, system)).toBe(words);
});

test('German has a text of its own wherever the words differ', () => {
  const same = Object.entries(english.scopes).filter(([scope, text]) => german.scopes[scope as 'chat:open'] === text);
  expect(same).toEqual([]);
  expect(german.closing.buttons).toHaveLength(english.closing.buttons.length);
});
