// Regular expressions of servers: what can be bounded is tried, what cannot is left to its server.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsPattern } from '../../../../contract/json-schema/safe-pattern.ts';

describe('patterns', () => {
  it.each([
    ['^[a-z0-9-]+$', 'a-b-1', 'A b'],
    ['^\\d{4}-\\d{2}$', '2026-11', '2026-1'],
    ['^(red|green)$', 'red', 'blue'],
    ['^v?\\d+(\\.\\d)?$', 'v1.2', 'v.2'],
    ['^\\p{Lu}', 'Änderung', 'änderung'],
    ['[)(]', 'a(', 'a'],
    ['^(ab)*$', 'abab', 'aba'],
  ])('%s takes %j and not %j', (pattern, right, wrong) => {
    expect(fitsPattern(pattern, right)).toBe(true);
    expect(fitsPattern(pattern, wrong)).toBe(false);
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '(?:a*)*b',
    '^(a?){50}$',
    '(a+){10}b',
    '^(?=(a+))a*b$',
    '(a)\\1+',
    // In JavaScript `[^]` is a class of its own, and what follows it is no part of it.
    '[^](a+)+$]',
    '[](a+)+$]',
    '(',
    'a)',
    '[',
    'a{5000}',
    `^${'a?'.repeat(40)}$`,
    `^${'(a|b)'.repeat(40)}$`,
    'a'.repeat(500),
  ])('%s is left to its server', pattern => {
    expect(fitsPattern(pattern, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toBeNull();
  });

  it('is left to its server over a text that is too long for it', () => {
    expect(fitsPattern('a*a*a*b', 'a'.repeat(20))).toBe(false);
    expect(fitsPattern('a*a*a*b', 'a'.repeat(2_000))).toBeNull();
  });

  it('answers as a regular expression does, wherever it answers', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      'a*',
      'b+',
      'a?',
      '(ab)',
      '(a|b)',
      '(ab)*',
      '.',
      '^',
      '$',
      '\\d',
      '{2}',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 6 }),
        (pieces, text) => {
          const pattern = pieces.join('');
          const answer = fitsPattern(pattern, text);
          if (answer !== null) expect(answer).toBe(new RegExp(pattern).test(text));
        },
      ),
    );
  });
});
