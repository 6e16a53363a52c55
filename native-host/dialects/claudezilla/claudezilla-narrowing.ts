// What spec 000's extension has no parameter for and the hub does to its answer: a pattern, a part of an address, a limit, a bound of characters.
import { isRecord } from '../../../contract/json.ts';

type Args = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;
type IsWanted = (entry: Result) => boolean;

const maxPatternChars = 500;
/** Signs that mean more in an expression than themselves; with a backslash they mean themselves. */
const plainWords = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])*$/;

/** The answer as its text, narrowed to what was asked for. */
export function narrowedText(tool: string, args: Args, result: Result): string {
  if (tool === 'read_page') return cut(JSON.stringify(result), args.max_chars);
  const isWanted = wantedOf(tool, args);
  return JSON.stringify(isWanted ? narrowed(result, isWanted, args.limit) : result);
}

/** Whether entries are left out afterwards: then the extension is asked for all that it has. */
export function isNarrowed(tool: string, args: Args): boolean {
  return wantedOf(tool, args) !== null;
}

/**
 * Whether a text has one of the words between `|` in it, in whatever case, with `.*` between some of them. Null for an expression
 * that says more: one that an agent wrote could hold up the hub for as long as it likes.
 */
export function plainPattern(source: string): ((text: string) => boolean) | null {
  const choices = source.split('|').map(choice => choice.split('.*'));
  if (source.length > maxPatternChars || !choices.flat().every(words => plainWords.test(words))) return null;
  const wanted = choices.map(choice => choice.map(words => words.replace(/\\(.)/g, '$1').toLowerCase()));
  return text => {
    // As `.*` does, in one line.
    const lines = text.toLowerCase().split('\n');
    return wanted.some(words => lines.some(line => isInOrder(line, words)));
  };
}

function isInOrder(line: string, words: readonly string[]): boolean {
  let from = 0;
  for (const word of words) {
    const at = line.indexOf(word, from);
    if (at === -1) return false;
    from = at + word.length;
  }
  return true;
}

function wantedOf(tool: string, { pattern, urlPattern }: Args): IsWanted | null {
  if (tool === 'read_console_messages' && isText(pattern)) {
    const matches = plainPattern(pattern);
    return matches && (({ message, text }) => matches(String(message ?? text)));
  }
  if (tool === 'read_network_requests' && isText(urlPattern)) return ({ url }) => String(url).includes(urlPattern);
  return null;
}

/** Each list of entries in the answer; `filtered` counts what was wanted, as the companion counts it. */
function narrowed(result: Result, isWanted: IsWanted, limit: unknown): Result {
  const most = typeof limit === 'number' && limit >= 1 ? Math.floor(limit) : 100;
  let filtered = 0;
  const lists = Object.entries(result).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return [];
    const wanted = value.filter(entry => isRecord(entry) && isWanted(entry));
    filtered += wanted.length;
    return [[key, newest(wanted, most)]];
  });
  return lists.length === 0 ? result : { ...result, ...Object.fromEntries(lists), filtered };
}

/** In the order in which they came, whichever end the newest are at. */
function newest(entries: readonly unknown[], most: number): unknown[] {
  const timeOf = (entry: unknown) => (isRecord(entry) && typeof entry.timestamp === 'number' ? entry.timestamp : 0);
  const kept = new Set(entries.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(-most));
  return entries.filter(entry => kept.has(entry));
}

function cut(text: string, maxChars: unknown): string {
  if (typeof maxChars !== 'number' || maxChars < 1 || text.length <= maxChars) return text;
  const more = text.length - Math.floor(maxChars);
  return `${text.slice(0, maxChars)}…(${more} more characters; read a part of the page with selector or depth)`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
