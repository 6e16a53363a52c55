// Markdown as the panel of a chat takes it apart: what is no form of its few stays text.
import { expect, test } from 'vitest';
import { blocksOf } from '../../../../../resources/extension/own-pages/marked-text.ts';

test('Paragraphs, lists, headings and code are told apart.', () => {
  const text = '# Boots\nWe have:\n- red\n- blue\n\n1. look\n2. buy\n```\n<script>\n```\nBye';
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', text: 'Boots' },
    { kind: 'plain', text: 'We have:' },
    { kind: 'list', ordered: false, items: ['red', 'blue'] },
    { kind: 'list', ordered: true, items: ['look', 'buy'] },
    { kind: 'code', text: '<script>' },
    { kind: 'plain', text: 'Bye' },
  ]);
});

test('HTML, pictures and links are text like any other.', () => {
  const text = '<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) [l](javascript:alert(1))';
  expect(blocksOf(text)).toEqual([{ kind: 'plain', text }]);
});

test('Code that never ends is code to the end; nothing is nothing.', () => {
  expect(blocksOf('```js\na\nb')).toEqual([{ kind: 'code', text: 'a\nb' }]);
  expect(blocksOf('\n\n')).toEqual([]);
});
