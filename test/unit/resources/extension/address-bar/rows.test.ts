// Rows of the address bar: what a page says stays text, and always stands beside its site.
import { describe, expect, test } from 'vitest';
import { escaped, rowsOf } from '../../../../../resources/extension/address-bar/rows.ts';

const suggestion = (given: object = {}) => ({
  ...{ id: 'suggestion-1', type: 'url', title: 'Shoes', description: 'Red ones', provider: 'The shop' },
  ...{ origin: 'https://shop.example', ...given },
});

describe('rows of the address bar', () => {
  test('have the title, the site and what is said of it, as markup or as plain text', () => {
    const answer = { suggestions: [suggestion()] };
    expect(rowsOf(answer, 'markup')).toEqual([
      {
        id: 'suggestion-1',
        content: 'Shoes · shop.example',
        description: '<match>Shoes</match> <url>shop.example</url> <dim>· Red ones</dim>',
      },
    ]);
    expect(rowsOf(answer, 'plain')[0]?.description).toBe('Shoes · shop.example · Red ones');
  });

  test('never take markup of a page for theirs', () => {
    const hostile = suggestion({
      title: `</match><url>bank.example</url> & "x" 'y'`,
      description: '<dim>\u0000\ud800',
    });
    const [row] = rowsOf({ suggestions: [hostile] }, 'markup');
    expect(row?.description).toBe(
      '<match>&lt;/match&gt;&lt;url&gt;bank.example&lt;/url&gt; &amp; &quot;x&quot; &apos;y&apos;</match> <url>shop.example</url> <dim>· &lt;dim&gt;\u{fffd}\u{fffd}</dim>',
    );
    expect(rowsOf({ suggestions: [hostile] }, 'plain')[0]?.description).toContain('</match><url>bank.example</url>');
  });

  test('that would be the same are told apart', () => {
    const answer = { suggestions: [suggestion(), suggestion({ id: 'b' }), suggestion({ id: 'c' })] };
    const contents = rowsOf(answer, 'plain').map(({ content }) => content);
    expect(new Set(contents).size).toBe(3);
  });

  test('keep the site in sight behind a long title', () => {
    const [row] = rowsOf({ suggestions: [suggestion({ title: 'x'.repeat(1_000) })] }, 'plain');
    expect(row?.description.indexOf('shop.example')).toBeLessThan(130);
  });

  test.each([null, {}, { suggestions: 'none' }, { suggestions: [null, {}, suggestion({ id: 7 })] }])(
    'are none for %j',
    answer => {
      expect(rowsOf(answer, 'markup')).toEqual([]);
    },
  );

  test('are eight at most', () => {
    const suggestions = Array.from({ length: 20 }, (_, at) => suggestion({ id: `s${at}` }));
    expect(rowsOf({ suggestions }, 'markup')).toHaveLength(8);
  });

  test('leave signs of two halves whole', () => {
    expect(escaped('a 😀 é')).toBe('a 😀 é');
  });
});
