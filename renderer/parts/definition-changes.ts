// Two versions of a tool's definition, field by field.

export interface Change {
  /** Where it is: `description`, `inputSchema.properties.path.type`. */
  readonly path: string;
  /** Null where the field is not there. Texts as they are, all else as JSON. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface Fields {
  readonly changed: readonly Change[];
  /** How many fields are as they were. */
  readonly same: number;
}

/** Deeper than this a value is compared as a whole. */
const deepest = 12;
const maxFields = 2_000;

/** Without `before` every field of `after` is new. */
export function definitionChanges(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Fields {
  const old = flat(before ?? {});
  const now = flat(after);
  const paths = [...new Set([...now.keys(), ...old.keys()])];
  const changed = paths
    .map(path => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(change => change.before !== change.after);
  return { changed: inReadingOrder(changed), same: paths.length - changed.length };
}

/** What a model reads first comes first. */
function inReadingOrder(changes: readonly Change[]): Change[] {
  const rank = ({ path }: Change) => {
    const place = ['name', 'title', 'description'].indexOf(path);
    return place === -1 ? 3 : place;
  };
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

function flat(value: Readonly<Record<string, unknown>>): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (at: unknown, path: string, depth: number) => {
    if (found.size >= maxFields) return;
    const entries = depth < deepest ? entriesOf(at) : [];
    if (entries.length === 0) found.set(path, typeof at === 'string' ? at : (JSON.stringify(at) ?? 'undefined'));
    for (const [key, child] of entries) walk(child, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  for (const [key, child] of Object.entries(value)) walk(child, key, 1);
  return found;
}

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value);
}

export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** The two texts with what they have in common at both ends told apart from the middle, on whole characters. */
export function changedMiddle(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const a = [...before];
  const b = [...after];
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const split = (all: readonly string[]): Piece[] =>
    [
      { text: all.slice(0, head).join(''), changed: false },
      { text: all.slice(head, all.length - tail).join(''), changed: true },
      { text: all.slice(all.length - tail).join(''), changed: false },
    ].filter(({ text }) => text !== '');
  return { before: split(a), after: split(b) };
}
