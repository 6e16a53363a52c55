// Text that came from outside, made safe to look at: nothing in it can hide, reorder or break what stands around it, or steer a terminal.

/**
 * Controls, format and bidirectional marks, lone surrogates, line separators, spaces of odd widths and whatever else is drawn as nothing.
 * What joins emoji stays where it stands between emoji, and so do the no-break spaces that the prose of many languages has.
 */
const unseen =
  /(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?![ \u00a0\u202f])\p{Zs}/gu;

/** ASCII that is seen. */
const plain = /^[ -~]*$/;

/** One line, uncut: every unseen character becomes a symbol such as `␊` or `⟨U+202E⟩`, or what `shown` makes of it. */
export function visibleText(text: string, shown: (character: string) => string = symbolOf): string {
  // Most of what a long table shows; the other expression looks around every character.
  if (plain.test(text)) return text;
  return text.replace(unseen, character => shown(character));
}

/** For what stands between quotation marks of ours, in either language: its own ones cannot close those. */
export function withoutQuotes(text: string): string {
  return text.replace(/[“”„‟]/g, "'");
}

/** Several lines: line feeds and tabs stay, all else as in `visibleText`. */
export function visibleLines(text: string): string {
  return visibleText(text.replaceAll('\r\n', '\n'), found =>
    found === '\n' || found === '\t' ? found : symbolOf(found),
  );
}

/** A line of a log: colours (ECMA-48 SGR) are dropped and a tab stays, because neither can hide text. */
export function visibleLine(line: string): string {
  return visibleText(line.replace(/\x1b\[[0-9;]*m/g, ''), found => (found === '\t' ? found : symbolOf(found)));
}

/** What is executed as it stands: here a no-break space shows too, because it is not the space that it looks like. */
export function visibleCommand(text: string): string {
  return visibleText(text).replace(/[\u00a0\u202f]/g, symbolOf);
}

function symbolOf(character: string): string {
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
