// The statements of a TOML text that smol-toml has found to be valid: where each begins and ends, and which key it is about.

export interface TomlStatement {
  readonly kind: 'table' | 'list-table' | 'pair';
  /** From the root: of a pair with the table that it stands in. */
  readonly path: readonly string[];
  readonly offset: number;
  /** Behind the `]` or the value, before a comment. */
  readonly end: number;
  /** Of a pair: where its value begins. */
  readonly value: number;
}

export function statementsOf(text: string): TomlStatement[] {
  const found: TomlStatement[] = [];
  let table: readonly string[] = [];
  for (let at = skipBlank(text, 0); at < text.length; at = skipBlank(text, at)) {
    const isList = text.startsWith('[[', at);
    if (text[at] === '[') {
      const key = readKey(text, at + (isList ? 2 : 1));
      table = key.path;
      const end = text.indexOf(']', key.end) + (isList ? 2 : 1);
      found.push({ kind: isList ? 'list-table' : 'table', path: table, offset: at, end, value: end });
      at = end;
      continue;
    }
    const pair = readPair(text, at);
    found.push({ kind: 'pair', path: [...table, ...pair.path], offset: at, end: pair.end, value: pair.value });
    at = pair.end;
  }
  return found;
}

export interface TomlMember {
  readonly path: readonly string[];
  readonly offset: number;
  readonly value: number;
  readonly end: number;
}

/** The members of an inline table, which begins with `{` at this offset. */
export function inlineMembers(text: string, open: number): TomlMember[] {
  const found: TomlMember[] = [];
  let at = skipBlank(text, open + 1);
  while (at < text.length && text[at] !== '}') {
    const pair = readPair(text, at);
    found.push({ ...pair, offset: at });
    at = skipBlank(text, pair.end);
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return found;
}

function readPair(text: string, at: number): Omit<TomlMember, 'offset'> {
  const key = readKey(text, at);
  const value = skipSpaces(text, text.indexOf('=', key.end) + 1);
  return { path: key.path, value, end: valueEnd(text, value) };
}

/** A key with its dots; `end` is behind it. */
function readKey(text: string, from: number): { path: string[]; end: number } {
  const path: string[] = [];
  for (let at = skipSpaces(text, from); ; ) {
    const end = /["']/.test(text[at] ?? '') ? stringEnd(text, at) : bareEnd(text, at);
    path.push(nameIn(text.slice(at, end)));
    const next = skipSpaces(text, end);
    if (text[next] !== '.') return { path, end };
    at = skipSpaces(text, next + 1);
  }
}

function nameIn(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1);
  if (!written.startsWith('"')) return written;
  const json = written.replace(/\\U([0-9a-fA-F]{8})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return String(JSON.parse(json.replaceAll(/\\e/g, '\\u001b').replaceAll(/\\x([0-9a-fA-F]{2})/g, '\\u00$1')));
}

function bareEnd(text: string, at: number): number {
  return at + (/^[\w-]+/.exec(text.slice(at, at + 1_000))?.[0].length ?? 1);
}

function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const sign = text[at] ?? '';
    if (sign === '"' || sign === "'") at = stringEnd(text, at);
    else if (sign === '#') at = lineEnd(text, at);
    else {
      if (sign === '[' || sign === '{') depth += 1;
      else if (sign === ']' || sign === '}') depth -= 1;
      else if (depth === 0) return plainEnd(text, at);
      at += 1;
    }
    if (depth === 0) return at;
  }
  return text.length;
}

/** Numbers, dates (with a space within), `true`. */
function plainEnd(text: string, at: number): number {
  const rest = /^[^\r\n#,\]}]*/.exec(text.slice(at, at + 1_000))?.[0] ?? '';
  return at + rest.trimEnd().length;
}

function stringEnd(text: string, at: number): number {
  const quote = text[at] ?? '';
  const triple = quote.repeat(3);
  const isLong = text.startsWith(triple, at);
  for (let end = at + (isLong ? 3 : 1); end < text.length; end += 1) {
    if (quote === '"' && text[end] === '\\') end += 1;
    else if (isLong && text.startsWith(triple, end)) {
      // Up to two quotes may stand before the closing three.
      let close = end + 3;
      while (close < end + 5 && text[close] === quote) close += 1;
      return close;
    } else if (!isLong && text[end] === quote) return end + 1;
  }
  return text.length;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

/** White space, line ends and comments. */
function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s#]/.test(text[at] ?? '')) at = text[at] === '#' ? lineEnd(text, at) : at + 1;
  return at;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
