// Makes JSON of the beginning of a JSON text, so that what a cut left can be redacted by its keys.

/**
 * Closes what is open at the end of `text` and drops a member that has no value yet. `mark` is put behind a string that was
 * open. Text that is no beginning of JSON comes back as something that cannot be parsed either.
 */
export function completeJson(text: string, mark: string): string {
  const { open, isInString, isInKey, whole, escapeFrom } = scan(text);
  const closers = open.map(bracket => (bracket === '{' ? '}' : ']')).toReversed();
  if (!isInString || isInKey) return text.slice(0, whole) + closers.join('');
  return `${text.slice(0, escapeFrom)}${JSON.stringify(mark).slice(1)}${closers.join('')}`;
}

interface Scanned {
  readonly open: readonly string[];
  readonly isInString: boolean;
  readonly isInKey: boolean;
  /** Where the last value ends that is whole, counting an open list or object as far as it goes. */
  readonly whole: number;
  /** Where an escape begins that the end cuts, else the end. */
  readonly escapeFrom: number;
}

function scan(text: string): Scanned {
  const open: string[] = [];
  let isKeyNext = false;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') {
      const isInKey = isKeyNext;
      const { end, escapeFrom } = endOfString(text, at + 1);
      if (end < 0) return { open, isInString: true, isInKey, whole, escapeFrom };
      at = end;
      if (!isInKey) whole = end + 1;
      continue;
    }
    if (char === '{' || char === '[') open.push(char);
    if (char === '}' || char === ']') open.pop();
    if ('{}[]'.includes(char)) whole = at + 1;
    // A number or a word is known to be whole only by what follows it.
    if (char === ',') whole = at;
    if (char === '{' || char === ',') isKeyNext = open.at(-1) === '{';
    if (char === ':') isKeyNext = false;
  }
  return { open, isInString: false, isInKey: false, whole, escapeFrom: text.length };
}

/** Index of the closing quote, or -1. */
function endOfString(text: string, from: number): { readonly end: number; readonly escapeFrom: number } {
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') return { end: at, escapeFrom: at };
    if (char !== '\\') {
      at += 1;
      continue;
    }
    const next = at + (text[at + 1] === 'u' ? 6 : 2);
    if (next > text.length) return { end: -1, escapeFrom: at };
    at = next;
  }
  return { end: -1, escapeFrom: text.length };
}
