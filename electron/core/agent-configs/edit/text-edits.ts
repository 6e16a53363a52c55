// Pieces of a text that are replaced; every other byte stays. And what is worth knowing of the text around them.

export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Applies edits that do not overlap, in whatever order they come. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  let at = 0;
  const pieces = ordered.map(edit => {
    if (edit.offset < at) throw new Error('Two edits of a text overlap.');
    const piece = text.slice(at, edit.offset) + edit.text;
    at = edit.offset + edit.length;
    return piece;
  });
  return pieces.join('') + text.slice(at);
}

/** The line end of a text: that of its first line. */
export function lineEndOf(text: string): '\r\n' | '\n' {
  return /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Behind the line end, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Spaces and tabs at the start of the line of this offset. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

/** Nothing but white space stands before it in its line. */
export function beginsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}
