// What a call is about, taken from its arguments: a path, an address, an id. Named where something may be destroyed.
import { cutMiddle, visibleText } from '../../contract/visible-text.ts';
import { t } from './language.ts';

/** Names of arguments that say what is acted on, the most telling first; all others follow in their own order. */
const telling = [
  ...['path', 'file', 'source', 'from', 'destination', 'to', 'url', 'uri', 'name', 'title'],
  ...['command', 'script', 'code', 'text', 'query', 'id'],
];
/** Where, not what: the card says it already. */
const places = ['tabid', 'tab_id', 'windowid'];

const maxShown = 3;
const maxLength = 120;

/**
 * `path “/home/ana/notes.txt”`, the most telling first, at most three and how many more there are. Of arguments that
 * are no JSON (cut, or none) their beginning.
 */
export function objectsOf(argumentsText: string): string[] {
  const leaves = leavesOf(argumentsText);
  if (leaves === null) return argumentsText === '' ? [] : [cut(argumentsText)];
  const sorted = leaves
    .map(([name, value], at) => ({ name, value, rank: rankOf(name), at }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ name, value }) => (name === '' ? cut(value) : `${cut(name)} ${cut(value)}`));
  const more = sorted.length - maxShown;
  return more > 0 ? [...sorted.slice(0, maxShown), t('{more} more below', { more })] : sorted;
}

type LeafValue = readonly [name: string, value: string];

function leavesOf(text: string): LeafValue[] | null {
  try {
    const found: LeafValue[] = [];
    collect(found, '', JSON.parse(text));
    return found;
  } catch {
    return null;
  }
}

/** A list shows its members under its own name, an object under theirs. */
function collect(found: LeafValue[], name: string, value: unknown): void {
  if (Array.isArray(value)) for (const member of value) collect(found, name, member);
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) collect(found, key, member);
  else found.push([name, typeof value === 'string' ? `“${value}”` : String(value)]);
}

function rankOf(name: string): number {
  const plain = name.toLowerCase();
  if (places.includes(plain)) return telling.length + 1;
  const at = telling.findIndex(word => plain === word || plain.endsWith(`_${word}`) || plain === `${word}s`);
  return at === -1 ? telling.length : at;
}

function cut(text: string): string {
  return cutMiddle(visibleText(text), maxLength);
}
