// What is left of an answer of spec 000's extension that tells passwords: in markup, in attributes, and in texts that its page knows to be one.
import { expect, test } from 'vitest';
import {
  passwordExpression,
  possiblePasswords,
  withoutPasswordValues,
  withoutTexts,
} from '../../../../../native-host/dialects/claudezilla/claudezilla-passwords.ts';

const markup = (html: string) => withoutPasswordValues({ html }).html;

test.each([
  ['<input type="password" value="hunter2" id="a">', '<input type="password" id="a">'],
  ['<p>a &gt; b</p><INPUT value="x > y" TYPE="PASSWORD">', '<p>a &gt; b</p><INPUT TYPE="PASSWORD">'],
  ['<input title="type=&quot;password&quot;" value="Ana">', '<input title="type=&quot;password&quot;" value="Ana">'],
  // Cut off in the middle.
  ['<b>1</b><input type="password" value="hunt', '<b>1</b><input type="password"'],
])('%s becomes %s', (html, told) => {
  expect(markup(html)).toBe(told);
});

test('Markup that a page wrote to hold the hub up is read at once.', () => {
  const html = '<input<input "'.repeat(200_000);
  expect(markup(html)).toBe(html);
});

test('Of attributes the value of a password field goes.', () => {
  expect(withoutPasswordValues({ attributes: { type: 'Password', value: 'hunter2', id: 'a' } })).toEqual({
    attributes: { type: 'Password', id: 'a' },
  });
  const plain = { attributes: { type: 'text', value: 'Ana' }, text: 'Ana' };
  expect(withoutPasswordValues(plain)).toEqual(plain);
});

test('Texts that may be passwords are asked about once each, and go where they are; what was typed is known already.', () => {
  const labels = {
    1: { role: 'button', text: 'Go' },
    2: { role: 'input', text: 'hunter2' },
    3: { role: 'input', text: '' },
  };
  const answer = { typed: '2', currentValue: 'hunter2', labels };
  expect(possiblePasswords(answer)).toEqual(['hunter2', 'Go']);
  expect(possiblePasswords({ typed: '2', currentValue: '2' })).toEqual([]);
  expect(withoutTexts(answer, text => text === 'hunter2')).toEqual({
    typed: '2',
    labels: { ...labels, 2: { role: 'input', text: '' } },
  });
  expect(withoutTexts(answer, () => false)).toEqual(answer);
});

test('An expression is no longer than the extension takes.', () => {
  expect(passwordExpression(['Go'])?.length).toBeLessThan(10_000);
  expect(passwordExpression(['x'.repeat(10_000)])).toBeNull();
});
