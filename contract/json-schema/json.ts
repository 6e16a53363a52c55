// JSON values of arguments: reading what is their own, comparing, and changing one place without touching the rest.
import { canonicalJson, isRecord } from '../json.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;
/** Member names and places in lists, from the whole to the part. */
export type Path = readonly (string | number)[];

/** Its own member, never what every object inherits. */
export function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The place as one text (RFC 6901), for keys of maps. */
export function pointerOf(path: Path): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Members in any order are the same. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

export function valueAt(whole: unknown, path: Path): unknown {
  let value = whole;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)] as unknown;
    else if (isRecord(value)) value = own(value, String(step));
    else return undefined;
  }
  return value;
}

/** A copy with another value there; undefined takes a member away, and leaves null in a list. What is missing on the way is made. */
export function withValueAt(whole: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(whole) ? [...(whole as unknown[])] : [];
    list[step] = withValueAt(list[step], rest, value) ?? null;
    return list;
  }
  const record = isRecord(whole) ? whole : {};
  const next = withValueAt(own(record, step), rest, value);
  const entries = Object.entries(record);
  if (next === undefined) return Object.fromEntries(entries.filter(([name]) => name !== step));
  // `fromEntries` defines members, so that no name of one can reach a prototype.
  if (!Object.hasOwn(record, step)) return Object.fromEntries([...entries, [step, next]]);
  return Object.fromEntries(entries.map(([name, member]) => [name, name === step ? next : member]));
}

/** A copy without the item of a list, or the member of an object, at that place. */
export function withoutAt(whole: unknown, path: Path): unknown {
  const step = path.at(-1);
  const above = path.slice(0, -1);
  if (typeof step !== 'number') return withValueAt(whole, path, undefined);
  const list = valueAt(whole, above);
  return Array.isArray(list) ? withValueAt(whole, above, list.toSpliced(step, 1)) : whole;
}
