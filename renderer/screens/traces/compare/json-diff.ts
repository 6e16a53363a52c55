// Two JSON values side by side: the rows of a comparison. What is the same is one row, what differs is opened, and the whole always is. Pure and bounded.
import { isRecord } from '../../../../contract/json.ts';
import { t } from '../../../words/language.ts';

export type DiffKind = 'same' | 'changed' | 'left' | 'right';

export interface DiffRow {
  readonly path: string;
  readonly level: number;
  /** Null for the values themselves. */
  readonly key: string | null;
  /** Null where that side has nothing. */
  readonly left: string | null;
  readonly right: string | null;
  /** `left` and `right` stand on that side alone. */
  readonly kind: DiffKind;
  /** Its members follow. */
  readonly open: boolean;
}

const mostRows = 2_000;
/** Lists longer than this are compared place by place. */
const mostAligned = 300;
const mostDepth = 60;
const mostChars = 300;
const nothing = Symbol('nothing');

type Side = unknown;

/** At most 2,000 rows; `whole` is false when there would be more. */
export function jsonDiff(
  left: unknown,
  right: unknown,
): { readonly rows: readonly DiffRow[]; readonly whole: boolean } {
  const rows: DiffRow[] = [];
  addPair(rows, '', null, left, right, 1);
  return { rows: rows.slice(0, mostRows), whole: rows.length <= mostRows };
}

function addPair(rows: DiffRow[], path: string, key: string | null, left: Side, right: Side, level: number): void {
  if (rows.length > mostRows) return;
  if (left === nothing || right === nothing) {
    const isLeft = right === nothing;
    const text = shortText(isLeft ? left : right);
    const sides = isLeft ? { left: text, right: null } : { left: null, right: text };
    rows.push({ path, level, key, ...sides, kind: isLeft ? 'left' : 'right', open: false });
    return;
  }
  const isEqual = isSame(left, right);
  const members = level > mostDepth || (isEqual && level > 1) ? null : membersOf(left, right);
  if (isEqual && members === null) {
    const text = shortText(left);
    rows.push({ path, level, key, left: text, right: text, kind: 'same', open: false });
    return;
  }
  if (members === null) {
    rows.push({ path, level, key, left: shortText(left), right: shortText(right), kind: 'changed', open: false });
    return;
  }
  const kind = isEqual ? 'same' : 'changed';
  rows.push({ path, level, key, left: branchText(left), right: branchText(right), kind, open: true });
  for (const member of members) {
    addPair(rows, `${path}/${member.path}`, member.key, member.left, member.right, level + 1);
  }
}

interface Member {
  readonly path: string;
  readonly key: string;
  readonly left: Side;
  readonly right: Side;
}

/** Null where the two have no members to compare. */
function membersOf(left: unknown, right: unknown): readonly Member[] | null {
  if (Array.isArray(left) && Array.isArray(right)) return aligned(left, right);
  if (!isRecord(left) || !isRecord(right)) return null;
  const keys = [...Object.keys(left), ...Object.keys(right).filter(key => !Object.hasOwn(left, key))];
  return keys.map(key => ({
    path: key.replaceAll('~', '~0').replaceAll('/', '~1'),
    key,
    left: Object.hasOwn(left, key) ? left[key] : nothing,
    right: Object.hasOwn(right, key) ? right[key] : nothing,
  }));
}

/** Items that are the same on both sides stand beside each other; what lies between them is compared in turn. */
function aligned(left: readonly unknown[], right: readonly unknown[]): Member[] {
  const members: Member[] = [];
  const add = (l: number, r: number) => {
    const hasLeft = l < left.length && l >= 0;
    const hasRight = r < right.length && r >= 0;
    const key = hasLeft ? String(l) : String(r);
    members.push({
      path: `${hasLeft ? l : ''}-${hasRight ? r : ''}`,
      key,
      left: hasLeft ? left[l] : nothing,
      right: hasRight ? right[r] : nothing,
    });
  };
  let l = 0;
  let r = 0;
  for (const [sameLeft, sameRight] of [...commonItems(left, right), [left.length, right.length] as const]) {
    while (l < sameLeft || r < sameRight) add(l < sameLeft ? l++ : -1, r < sameRight ? r++ : -1);
    if (sameLeft < left.length && sameRight < right.length) add(l++, r++);
  }
  return members;
}

/** Places of the longest list of items that both have in the same order. */
function commonItems(left: readonly unknown[], right: readonly unknown[]): readonly (readonly [number, number])[] {
  if (Math.max(left.length, right.length) > mostAligned) return [];
  const texts = [left, right].map(items => items.map(item => JSON.stringify(item) ?? ''));
  const [a = [], b = []] = texts;
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (l: number, r: number) => lengths[l]?.[r] ?? 0;
  for (let l = a.length - 1; l >= 0; l -= 1) {
    for (let r = b.length - 1; r >= 0; r -= 1) {
      const row = lengths[l];
      if (row) row[r] = a[l] === b[r] ? at(l + 1, r + 1) + 1 : Math.max(at(l + 1, r), at(l, r + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let l = 0, r = 0; l < a.length && r < b.length; ) {
    if (a[l] === b[r]) pairs.push([l++, r++]);
    else if (at(l + 1, r) >= at(l, r + 1)) l += 1;
    else r += 1;
  }
  return pairs;
}

function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(key => Object.hasOwn(right, key) && isSame(left[key], right[key]))
  );
}

function branchText(value: unknown): string {
  return Array.isArray(value) ? t('array of {count}', { count: value.length }) : '{ … }';
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > mostChars ? `${text.slice(0, mostChars)}…` : text;
}
