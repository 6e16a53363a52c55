// Markdown from outside: pieces that no longer change while more is written, and no character that hides.
import { describe, expect, it } from 'vitest';
import { markdownPieces, shownText, textWithin } from '../../../../renderer/parts/markdown-text.ts';

describe('the pieces of a text', () => {
  it('are cut between paragraphs, and joined they are the text', () => {
    const text = 'One\nline.\n\nTwo.\n\n# Three';
    expect(markdownPieces(text)).toEqual(['One\nline.\n', 'Two.\n', '# Three']);
    expect(markdownPieces(text).join('\n')).toBe(text);
  });

  it('lists, quotes and tables are never cut, nor what is indented below them', () => {
    for (const text of ['- a\n\n- b', '1. a\n\n2. b', '- a\n\n  more', '> a\n\n> b', 'a\n\n| b |'])
      expect(markdownPieces(text)).toEqual([text]);
  });

  it('a fence is one piece, whatever stands in it, also while it is open', () => {
    const closed = '```js\na\n\nb\n```\n\nAfter.';
    expect(markdownPieces(closed)).toEqual(['```js\na\n\nb\n```\n', 'After.']);
    expect(markdownPieces('````\n```\n\nb\n````\n\nc')).toEqual(['````\n```\n\nb\n````\n', 'c']);
    expect(markdownPieces('```\na\n\nb')).toEqual(['```\na\n\nb']);
  });

  it('a text with references is one piece, because they count everywhere', () => {
    const text = 'See [it].\n\nMore.\n\n[it]: https://example.com';
    expect(markdownPieces(text)).toEqual([text]);
  });

  it('what was finished stays the same piece while more is written', () => {
    const text = 'One.\n\nTwo.\n\nThree is being wri';
    for (let end = 12; end <= text.length; end += 1)
      expect(markdownPieces(text.slice(0, end)).slice(0, 1)).toEqual(['One.\n']);
  });
});

it('unseen characters are seen, line feeds stay, and ids of the text go', () => {
  const tree = {
    type: 'element',
    properties: { id: 'user-content-fn-1', href: 'x' },
    children: [{ type: 'text', value: 'a\u202eb\nc' }],
  };
  shownText(tree);
  expect(tree).toEqual({
    type: 'element',
    properties: { href: 'x' },
    children: [{ type: 'text', value: 'a⟨U+202E⟩b\nc' }],
  });
});

it('the text of what is drawn is all of its texts', () => {
  expect(textWithin(['a', 1, null, ['b']])).toBe('a1b');
});
