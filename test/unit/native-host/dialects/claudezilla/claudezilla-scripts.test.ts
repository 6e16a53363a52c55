// Words of pages and agents in the hub's scripts: Claudezilla's extension refuses an expression in which certain calls stand, wherever that is.
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import {
  holdExpression,
  outlineExpression,
} from '../../../../../native-host/dialects/claudezilla/claudezilla-element-scripts.ts';
import { passwordExpression } from '../../../../../native-host/dialects/claudezilla/claudezilla-passwords.ts';
import {
  choiceExpression,
  kindExpression,
  quoted,
} from '../../../../../native-host/dialects/claudezilla/claudezilla-scripts.ts';

/** As its source has them. */
const refused =
  /\bfetch\s*\(|\bXMLHttpRequest\b|\bimport\s*\(|\beval\s*\(|\bFunction\s*\(|\bsetTimeout\s*\(|\bsetInterval\s*\(|\bdocument\.cookie\b|\blocalStorage\b|\bsessionStorage\b/i;
const words = [
  'Import (CSV)',
  'localStorage',
  'fetch()',
  'a\\fetch()',
  '\fetch()',
  '\function()',
  '"setTimeout (',
  'document.cookie',
  'plain',
];
const bounds = { interactiveOnly: false, depth: 15, maxLines: 2_000, maxChars: 500_000 };

test.each(words)('%j is in an expression that is taken, and means the same there.', word => {
  expect(JSON.parse(quoted(word))).toBe(word);
  const expressions = [
    choiceExpression(`#a[title="${word}"]`, words),
    kindExpression(word),
    passwordExpression([word]) ?? '',
    outlineExpression('0a1b2c', { root: { selector: word }, ...bounds }),
    holdExpression('0a1b2c', 7, 'c1'),
  ];
  for (const expression of expressions) {
    expect(expression).not.toMatch(refused);
    expect(expression.length).toBeLessThan(10_000);
    // It is JavaScript.
    expect(() => new Script(expression)).not.toThrow();
  }
});
