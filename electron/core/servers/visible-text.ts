// Text of strangers made safe to read: what steers a terminal or hides in a line becomes visible.

/** Shows control, bidirectional and zero-width characters: `␛` for ESC, `\u{202e}` for the rest. Nothing is cut. */
export function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu, sign => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '␡' : `\\u{${code.toString(16)}}`;
  });
}

/** The same for a line of a log: colours (ECMA-48 SGR) are dropped and a tab stays, because neither can hide text. */
export function visibleLine(line: string): string {
  // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
  const plain = line.replace(/\x1b\[[0-9;]*m/g, '');
  return plain.split('\t').map(visibleText).join('\t');
}
