// Text of strangers made safe to read: what steers a terminal or hides in a line becomes visible.

/** What is drawn as nothing or steers what is, but for what joins emoji where it stands between emoji. */
const unseen =
  /(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** Shows control, bidirectional and zero-width characters: `␛` for ESC, `\u{202e}` for the rest, or as `shown` does. Nothing is cut. */
export function visibleText(text: string, shown: (sign: string) => string = pictured): string {
  return text.replace(unseen, sign => shown(sign));
}

function pictured(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `\\u{${code.toString(16)}}`;
}

/** The same for a line of a log: colours (ECMA-48 SGR) are dropped and a tab stays, because neither can hide text. */
export function visibleLine(line: string): string {
  const plain = line.replace(/\x1b\[[0-9;]*m/g, '');
  return plain
    .split('\t')
    .map(part => visibleText(part))
    .join('\t');
}
