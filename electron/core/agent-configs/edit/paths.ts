// Reading and changing a value at a path, without changing the value that is given: what an edit of a text must come to.
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../../contract/json.ts';
import type { EntryValue } from '../agent-app.ts';
import type { Path, Step } from './config-editor.ts';

export function getIn(value: unknown, path: Path): unknown {
  return path.reduce(memberOf, value);
}

export function setIn(value: unknown, path: Path, member: EntryValue): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return member;
  if (typeof step === 'string') {
    const table = isRecord(value) ? value : {};
    return { ...table, [step]: setIn(ownMember(table, step), rest, member) };
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const at = items.findIndex(item => isNamed(item, step));
  // Its name is the member that it is found by.
  const item = withName(setIn(at < 0 ? {} : items[at], rest, member) as EntryValue, step);
  return at < 0 ? [...items, item] : items.with(at, item);
}

export function removeIn(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined || memberOf(value, step) === undefined) return value;
  if (typeof step === 'string') {
    const { [step]: member, ...others } = value as Record<string, unknown>;
    return rest.length === 0 ? others : { ...(value as object), [step]: removeIn(member, rest) };
  }
  const items = value as readonly unknown[];
  if (rest.length === 0) return items.filter(item => !isNamed(item, step));
  return items.map(item => (isNamed(item, step) ? removeIn(item, rest) : item));
}

/** What a path ends in, with the tables on its way: what is written where the first of them is missing. */
export function nested(path: Path, value: EntryValue): EntryValue {
  return path.reduceRight<EntryValue>(
    (inner, step) => (typeof step === 'string' ? { [step]: inner } : [withName(inner, step)]),
    value,
  );
}

/** The item of a list has its name first. */
export function withName(value: EntryValue, step: Exclude<Step, string>): EntryValue {
  return { [step.by]: step.name, ...(isRecord(value) ? value : {}) };
}

export function isNamed(item: unknown, { by, name }: Exclude<Step, string>): boolean {
  return isRecord(item) && item[by] === name;
}

/** Whether both are the same value, whatever their prototypes and the order of their members: parsers differ in these. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSameValue(item, other[at]));
  if (!isTable(one) || !isTable(other)) return isDeepStrictEqual(one, other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && isSameValue(one[key], other[key]))
  );
}

/** Whether tables and lists stand more than so many deep in it; a circle of them is deeper than any bound. */
export function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some(member => isDeeper(member, most - 1));
}

/** Not a date, which TOML has. */
function isTable(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(value instanceof Date);
}

function memberOf(value: unknown, step: Step): unknown {
  if (typeof step === 'string') return isRecord(value) ? ownMember(value, step) : undefined;
  return Array.isArray(value) ? value.find(item => isNamed(item, step)) : undefined;
}

function ownMember(table: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
