// The words of a trace filter as it is typed: terms, `and`, `or`, `not` and parentheses, each with its place in the text.

export interface QueryToken {
  readonly kind: 'term' | 'and' | 'or' | 'not' | 'open' | 'close';
  readonly from: number;
  readonly to: number;
  /** As it stands in the text. */
  readonly raw: string;
}

const words: Readonly<Record<string, QueryToken['kind']>> = { and: 'and', or: 'or', not: 'not' };
const ends = /[\s()]/;

/** Takes any text. Blanks and parentheses inside of double quotes belong to a term; `\` keeps the character behind it. */
export function queryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (/\s/.test(char)) {
      at += 1;
      continue;
    }
    const isParenthesis = char === '(' || char === ')';
    const to = isParenthesis ? at + 1 : termEnd(text, at);
    const raw = text.slice(at, to);
    const kind = char === '(' ? 'open' : char === ')' ? 'close' : wordKind(raw);
    tokens.push({ kind, from: at, to, raw });
    at = to;
  }
  return tokens;
}

function wordKind(raw: string): QueryToken['kind'] {
  const word = raw.toLowerCase();
  return Object.hasOwn(words, word) ? (words[word] ?? 'term') : 'term';
}

function termEnd(text: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') isQuoted = !isQuoted;
    else if (char === '\\' && isQuoted) at += 1;
    else if (!isQuoted && ends.test(char)) return at;
  }
  return text.length;
}

/** What a term's text means: without its quotes. `closed` is false where a quote has no end. */
export function unquoted(raw: string): { readonly text: string; readonly closed: boolean } {
  let text = '';
  let isQuoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw.charAt(at);
    if (char === '"') isQuoted = !isQuoted;
    else if (char === '\\' && isQuoted) {
      at += 1;
      text += raw.charAt(at);
    } else text += char;
  }
  return { text, closed: !isQuoted };
}

/** A value as it has to be typed. */
export function quoted(text: string): string {
  return /^[^\s()"\\]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
