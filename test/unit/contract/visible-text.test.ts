// Text from outside cannot hide, reorder or break anything.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutEnd, cutMiddle, visibleLines, visibleText } from '../../../contract/visible-text.ts';

describe('visible text', () => {
  it('shows control characters as their pictures', () => {
    expect(visibleText('a\u0000b\nc\u001b[31m\u007f')).toBe('a␀b␊c␛[31m␡');
  });

  it('shows marks that turn the direction of text by their number', () => {
    expect(visibleText('gnp\u202eexe.\u2066x')).toBe('gnp⟨U+202E⟩exe.⟨U+2066⟩x');
  });

  it('shows what is drawn as nothing', () => {
    expect(visibleText('a\u200bb\ufeffc\u00add\u{e0041}\u3164\ud800')).toBe(
      'a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+00AD⟩d⟨U+E0041⟩⟨U+3164⟩⟨U+D800⟩',
    );
  });

  it('leaves letters of all scripts, emoji and no-break spaces alone', () => {
    const text = 'Grüße, мир, שלום, 世界, 3\u00a0s, ❤\ufe0f 👩🏽\u200d💻';
    expect(visibleText(text)).toBe(text);
  });

  it('shows a joiner that stands between letters', () => {
    expect(visibleText('pay\u200dpal')).toBe('pay⟨U+200D⟩pal');
  });

  it('never leaves a character that a reader would not see', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(visibleText(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('keeps line feeds and tabs where several lines are shown', () => {
    expect(visibleLines('a\r\nb\tc\rd\u202e')).toBe('a\nb\tc␍d⟨U+202E⟩');
  });

  it('cuts at the end by characters, not by halves of them', () => {
    expect([cutEnd('short', 10), cutEnd('👍👍👍👍', 3), cutEnd('abcdef', 4)]).toEqual(['short', '👍👍…', 'abc…']);
  });

  it('cuts a path in the middle, keeping more of its end', () => {
    expect(cutMiddle('/home/ana/.config/chromium/NativeMessagingHosts/relay.json', 24)).toBe(
      '/home/ana…sts/relay.json',
    );
  });
});
