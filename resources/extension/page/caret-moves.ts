// Where a key takes the caret in a text: pure. A line is what a line break ends; how a browser wraps it is not known.

export interface Caret {
  /** Where the selection began; the same as `focus` where nothing is selected. */
  readonly anchor: number;
  readonly focus: number;
}

export interface CaretMove {
  /** `ArrowLeft`, `ArrowRight`, `ArrowUp`, `ArrowDown`, `Home`, `End`, `PageUp` or `PageDown`, as in a text from left to right. */
  readonly key: string;
  /** With ctrl: by words, or to the very ends. */
  readonly isFar: boolean;
  /** With shift: what lies between is selected. */
  readonly selects: boolean;
}

/** Lines of a page, for PageUp and PageDown. */
const pageLines = 10;

export function movedCaret(text: string, caret: Caret, move: CaretMove): Caret {
  const { anchor, focus } = caret;
  const isStep = /^Arrow(Left|Right)$/.test(move.key);
  // A step out of a selection ends at its end.
  if (isStep && !move.selects && anchor !== focus && !move.isFar) {
    const end = move.key === 'ArrowLeft' ? Math.min(anchor, focus) : Math.max(anchor, focus);
    return { anchor: end, focus: end };
  }
  const next = target(text, focus, move);
  return { anchor: move.selects ? anchor : next, focus: next };
}

function target(text: string, at: number, { key, isFar }: CaretMove): number {
  switch (key) {
    case 'ArrowLeft':
      return isFar ? wordBefore(text, at) : stepBack(text, at);
    case 'ArrowRight':
      return isFar ? wordBehind(text, at) : stepOn(text, at);
    case 'Home':
      return isFar ? 0 : lineStart(text, at);
    case 'End':
      return isFar ? text.length : lineEnd(text, at);
    case 'ArrowUp':
      return lineAway(text, at, -1);
    case 'ArrowDown':
      return lineAway(text, at, 1);
    case 'PageUp':
      return lineAway(text, at, -pageLines);
    default:
      return lineAway(text, at, pageLines);
  }
}

/** Over both halves of a sign that takes two units. */
function stepBack(text: string, at: number): number {
  const isPair = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return Math.max(0, at - (isPair ? 2 : 1));
}

function stepOn(text: string, at: number): number {
  return Math.min(text.length, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
}

function wordBefore(text: string, at: number): number {
  return /[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u.exec(text.slice(0, at))?.index ?? 0;
}

function wordBehind(text: string, at: number): number {
  return at + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(at))?.[0].length ?? 0);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** In the same column; past the first and the last line to their ends. */
function lineAway(text: string, at: number, lines: number): number {
  const column = at - lineStart(text, at);
  let start = lineStart(text, at);
  for (let left = Math.abs(lines); left > 0; left -= 1) {
    if (lines < 0) {
      if (start === 0) return 0;
      start = lineStart(text, start - 1);
    } else {
      const end = lineEnd(text, start);
      if (end === text.length) return text.length;
      start = end + 1;
    }
  }
  return Math.min(start + column, lineEnd(text, start));
}
