// Text that came from outside, made safe to look at: nothing in it can hide, reorder or break what stands around it.

/**
 * Controls, format and bidirectional marks, lone surrogates, line separators and whatever else is drawn as nothing.
 * What joins emoji stays, but only where it stands between emoji.
 */
const unseen =
  /(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** ASCII that is seen. */
const plain = /^[ -~]*$/;

/** One line: every unseen character becomes a symbol such as `␊` or `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  // Most of what a long table shows; the other expression looks around every character.
  if (plain.test(text)) return text;
  return text.replace(unseen, showCharacter);
}

/** Several lines: line feeds and tabs stay, all else as in `visibleText`. */
export function visibleLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, found => (found === '\n' || found === '\t' ? found : showCharacter(found)));
}

function showCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Cuts at the end with `…`; `max` counts characters as people do, not UTF-16 units. */
export function cutEnd(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** Cuts in the middle, so that both ends of a path stay readable. */
export function cutMiddle(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const tail = Math.ceil((max - 1) * 0.6);
  const head = max - 1 - tail;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
