// What the hub says has a text in both languages, which names the same facts.
import { describe, expect, test } from 'vitest';
import { english, inEnglish } from '../../../words/english.ts';
import { german } from '../../../words/german.ts';
import { reasonParts, reasonText } from '../../../words/reason.ts';

const factsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe('the words of the hub', () => {
  const wordless = new Set(['foreign', 'several', 'rule-change']);
  const plain = Object.entries(english.texts).flatMap(([kind, text]) =>
    typeof text === 'string' && !wordless.has(kind) ? [[kind, text] as const] : [],
  );

  test.each(plain)('%s names the same facts in German, in words of its own', (kind, text) => {
    const other: unknown = Reflect.get(german.texts, kind);
    expect(other).not.toBe(text);
    expect(factsIn(String(other))).toEqual(factsIn(text));
  });

  test('a sentence within another one loses its period, and a list has an "and"', () => {
    const why = { kind: 'exited-saying', of: 'server', code: 1, cause: 'no disk' } as const;
    expect(inEnglish({ kind: 'gave-up', starts: 3, why })).toBe(
      'It crashed once more after 3 automatic starts: It exited with code 1: no disk.',
    );
    expect(reasonText(german, { kind: 'runs-other-code', names: ['A', 'B', { kind: 'its-folder' }] })).toMatch(
      /^Durch A, B und seinen Ordner kann /,
    );
  });

  test('what is from outside stays apart, and shows its unseen characters', () => {
    const reason = { kind: 'needs-secret', secret: 'A\u202e' } as const;
    expect(reasonParts(english, reason)[1]).toEqual({ foreign: 'A\u202e' });
    expect(inEnglish(reason)).toBe('It needs the secret "A⟨U+202E⟩"; set it in Settings, under Secrets.');
  });

  test('several sentences stand in a row, and a foreign one as it is', () => {
    const reasons = [{ kind: 'no-keychain' }, { kind: 'foreign', text: 'EBUSY' }] as const;
    expect(reasonText(german, { kind: 'several', reasons })).toMatch(/starten\. EBUSY$/);
  });
});
