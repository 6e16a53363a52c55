// What the hub says has a text in both languages, which names the same facts.
import { describe, expect, test } from 'vitest';
import { isReason, mapTexts } from '../../../contract/reason.ts';
import { english, inEnglish } from '../../../words/english.ts';
import { german } from '../../../words/german.ts';
import { hasWords, reasonParts, reasonText } from '../../../words/reason.ts';
import { chosenByFacts, everyReason, hasVariants } from '../../support/every-reason.ts';
import { englishWordsIn } from '../../support/own-english.ts';
import type { Reason } from '../../../contract/reasons.ts';

const factsIn = (text: string) => [...text.matchAll(/\{([\w.]+)\}/g)].map(([, name]) => name).toSorted();

describe('the words of the hub', () => {
  const wordless = new Set(['foreign', 'several', 'rule-change', 'value-at']);
  const plain = Object.entries(english.texts).flatMap(([kind, text]) =>
    typeof text === 'string' && !wordless.has(kind) ? [[kind, text] as const] : [],
  );

  test.each(plain)('%s names the same facts in German, in words of its own', (kind, text) => {
    const other: unknown = Reflect.get(german.texts, kind);
    expect(other).not.toBe(text);
    expect(factsIn(String(other))).toEqual(factsIn(text));
  });

  test('every code whose facts choose its words is looked at in each of its variants', () => {
    expect(chosenByFacts.filter(kind => !hasVariants(kind))).toEqual([]);
  });

  test.each(everyReason().map(reason => [reason.kind, reason] as const))(
    '%s says the same facts in German',
    (_, reason) => {
      const [one, other] = [english, german].map(({ texts }) => {
        const wording = texts[reason.kind] as string | ((facts: Reason) => string);
        return factsIn(typeof wording === 'string' ? wording : wording(reason));
      });
      expect(new Set(other)).toEqual(new Set(one));
    },
  );

  test.each(everyReason().map(reason => [reason.kind, reason] as const))('%s is German in German', (_, reason) => {
    const said = reasonText(german, reason);
    expect(englishWordsIn(said), said).toEqual([]);
    expect(said).not.toMatch(/undefined|\{[\w.]+\}/);
  });

  test.each(everyReason().map(reason => [reason.kind, reason] as const))(
    '%s has words in all that it holds',
    (_, reason) => {
      expect([english, german].map(words => hasWords(words, reason))).toEqual([true, true]);
    },
  );

  test('what a trace of before does not tell leaves no gap', () => {
    const [before, older] = [
      { kind: 'no-handshake', why: null },
      { kind: 'no-tool-result', browser: 'Work', tool: 'read' },
    ];
    expect(inEnglish(before as Reason)).toBe('Its answer to initialize is none.');
    expect(reasonText(german, older as Reason)).toMatch(/ kein Ergebnis eines Tools ist\.$/);
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

  test('a text from outside at the end of a sentence brings no second period', () => {
    expect(inEnglish({ kind: 'exited-saying', of: 'server', code: 1, cause: 'No disk.' })).toBe(
      'It exited with code 1: No disk.',
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

  test('masking changes what is from outside, and no fact that chooses between texts of ours', () => {
    const why = { kind: 'exited-saying', of: 'runner', code: 1, cause: 'server of s3cret' } as const;
    const masked = mapTexts({ kind: 'server-away', server: 's3cret', state: 'crashed', why }, text =>
      text.replace(/s3cret|runner|crashed/g, '…'),
    );
    expect(inEnglish(masked)).toMatch(/^The server "…" has crashed \(Its runner exited with code 1: server of …\);/);
  });

  test('what is within a fact that elsewhere chooses a text is masked too', () => {
    const what = { kind: 'grant-revoked', grant: null, id: 's3cret' } as const;
    const reason = { kind: 'rule-change', what, by: { kind: 'foreign', text: 's3cret' } } as const;
    expect(JSON.stringify(mapTexts(reason, text => text.replace('s3cret', '…')))).not.toContain('s3cret');
  });

  test('a fact of a fact is from outside too', () => {
    const why = { kind: 'place-of-user', what: 'file', owner: 0, user: '{place}' } as const;
    const reason = { kind: 'manifest-failed', verb: 'write', place: '/p', why } as const;
    expect(inEnglish(reason)).toMatch(/Change its owner to \{place\}, then switch on again\.$/);
    expect(reasonParts(german, reason)).toContainEqual({ foreign: '{place}' });
  });

  test.each([{ kind: 'manifest-failed', verb: 'write', place: '/p' }, { kind: 'several' }, { kind: 'of-a-newer-hub' }])(
    '$kind without the facts that its words need is shown by its name',
    reason => {
      if (!isReason(reason)) throw new Error('This is a reason by its form.');
      expect(inEnglish(reason)).toBe(reason.kind);
    },
  );
});
