// A JSON value as the rows of a tree: what is visible for a given set of opened nodes. Pure, bounded at every level.
import { t } from '../words/language.ts';

export interface JsonRow {
  /** JSON pointer of the node (RFC 6901), `` for the root; the row that offers more ends in `/+`. */
  readonly path: string;
  readonly level: number;
  readonly key: string | null;
  readonly kind: 'branch' | 'string' | 'number' | 'word' | 'more';
  /** The value, or the summary of a branch, or how many children are left. */
  readonly text: string;
  readonly open: boolean;
  /** Place among its siblings and their number, both from 1, for screen readers. */
  readonly place: readonly [at: number, of: number];
}

/** Children of one node that are drawn before the rest has to be asked for. */
export const childrenStep = 100;
const openLevels = 3;

export interface TreeState {
  /** Nodes turned against their default. */
  readonly turned: ReadonlySet<string>;
  /** Further steps of children asked for, by path. */
  readonly more: ReadonlyMap<string, number>;
}

type Branch = readonly (readonly [key: string, value: unknown])[];

export function jsonRows(value: unknown, state: TreeState): JsonRow[] {
  const rows: JsonRow[] = [];
  const root = children(value);
  if (root === null) addRow(rows, state, '', null, value, 1, [1, 1]);
  else addChildren(rows, state, '', root, 1);
  return rows;
}

function addChildren(rows: JsonRow[], state: TreeState, path: string, all: Branch, level: number): void {
  const shown = childrenStep * (1 + (state.more.get(path) ?? 0));
  all.slice(0, shown).forEach(([key, child], index) => {
    const childPath = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    addRow(rows, state, childPath, key, child, level, [index + 1, all.length]);
  });
  if (all.length <= shown) return;
  const left = all.length - shown;
  const place = [shown + 1, shown + 1] as const;
  rows.push({
    path: `${path}/+`,
    level,
    key: null,
    kind: 'more',
    text: t('{left} more', { left }),
    open: false,
    place,
  });
}

function addRow(
  rows: JsonRow[],
  state: TreeState,
  path: string,
  key: string | null,
  value: unknown,
  level: number,
  place: JsonRow['place'],
): void {
  const all = children(value);
  if (all === null || all.length === 0) {
    rows.push({ path, level, key, ...leaf(value), open: false, place });
    return;
  }
  const open = isOpen(state, path, level);
  rows.push({ path, level, key, kind: 'branch', text: summary(value, all), open, place });
  if (open) addChildren(rows, state, path, all, level + 1);
}

function isOpen(state: TreeState, path: string, level: number): boolean {
  return level <= openLevels !== state.turned.has(path);
}

function children(value: unknown): Branch | null {
  if (Array.isArray(value)) return value.map((child, index) => [String(index), child] as const);
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return null;
}

function leaf(value: unknown): Pick<JsonRow, 'kind' | 'text'> {
  if (typeof value === 'string') return { kind: 'string', text: value };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (Array.isArray(value)) return { kind: 'word', text: '[]' };
  return { kind: 'word', text: typeof value === 'object' && value !== null ? '{}' : String(value) };
}

function summary(value: unknown, all: Branch): string {
  if (Array.isArray(value)) return t('array of {count}', { count: all.length });
  return `{ ${all
    .slice(0, 3)
    .map(([key]) => key)
    .join(', ')}${all.length > 3 ? ', …' : ''} }`;
}
