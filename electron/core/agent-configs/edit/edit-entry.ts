// Puts our entry into the text of a config, or takes it out: whatever the format, and proved before anybody writes it.
import { entryName } from '../../../../contract/agent-configs.ts';
import { isRecord } from '../../../../contract/json.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { getIn, isSameValue, removeIn, setIn } from './paths.ts';
import type { EntryTable, EntryValue } from '../agent-app.ts';
import type { ConfigEditor, Path } from './config-editor.ts';
import type { EntryPlace, OpenPlace } from './open-place.ts';

export interface ReadEntry {
  /** What stands under our name; undefined where nothing does. */
  readonly entry: unknown;
  /** The names of all others. */
  readonly others: readonly string[];
}

/** Throws a HubError with a `config-broken` reason where the text cannot be read, or its table of servers is none. */
export function readEntry(text: string, place: OpenPlace): ReadEntry {
  const whole = place.editor.read(text);
  const servers = getIn(whole, place.keys);
  const names = namesIn(servers, place);
  return { entry: getIn(whole, pathOf(place)), others: names.filter(name => name !== entryName) };
}

/** All servers of the text, whatever their names. Throws as `readEntry` does. */
export function readServers(text: string, { editor, keys }: OpenPlace): readonly unknown[] {
  const servers = getIn(editor.read(text), keys);
  return typeof servers === 'object' && servers !== null ? Object.values(servers) : [];
}

function namesIn(servers: unknown, { listedBy }: EntryPlace): string[] {
  if (listedBy === undefined) return isRecord(servers) ? Object.keys(servers) : [];
  const items: readonly unknown[] = Array.isArray(servers) ? servers : [];
  return items.flatMap(item => (isRecord(item) && typeof item[listedBy] === 'string' ? [item[listedBy]] : []));
}

export interface Edited {
  readonly text: string;
  /** How many of the tables around our entry were made for it, with their keys. */
  readonly tablesMade: number;
}

/**
 * The text with our entry. Members that the user or the program has added to it stay; those in `foreign` that it does not have, of
 * another way to connect, go. Throws a HubError where the text cannot be edited, and where the result is not exactly that.
 */
export function withEntry(text: string, place: OpenPlace, entry: EntryTable, foreign: readonly string[]): Edited {
  const path = pathOf(place);
  const whole = place.editor.read(text);
  const old = getIn(whole, path);
  const tablesMade = place.keys.filter((_, at) => getIn(whole, place.keys.slice(0, at + 1)) === undefined).length;
  if (!isRecord(old)) return { text: changed(text, whole, place, [{ path, value: entry }]), tablesMade };
  const gone = foreign.filter(key => key in old && !(key in entry)).map(key => ({ path: [...path, key] }));
  const set = Object.entries(entry)
    .filter(([key, value]) => !isSameValue(old[key], value))
    .map(([key, value]) => ({ path: [...path, key], value }));
  return { text: changed(text, whole, place, [...gone, ...set]), tablesMade };
}

/** The text without our entry, and without as many of the tables around it as were made for it and hold nothing else now. */
export function withoutEntry(text: string, place: OpenPlace, tablesMade: number): string {
  const whole = place.editor.read(text);
  if (getIn(whole, pathOf(place)) === undefined) return text;
  let path: Path = pathOf(place);
  for (let left = tablesMade; left > 0 && memberCount(getIn(whole, path.slice(0, -1))) === 1; left -= 1)
    path = path.slice(0, -1);
  return changed(text, whole, place, [{ path }]);
}

type Change = { readonly path: Path; readonly value?: EntryValue };

/** Makes the changes in the text and on its value, and compares both. */
function changed(text: string, whole: unknown, place: OpenPlace, changes: readonly Change[]): string {
  const { editor } = place;
  let next = text;
  let expected = whole;
  for (const { path, value } of changes) {
    next = value === undefined ? editor.remove(next, path) : editor.set(next, path, value);
    expected = value === undefined ? removeIn(expected, path) : setIn(expected, path, value);
  }
  const found = valueOf(editor, next);
  if (isSameValue(found, expected)) return next;
  // A table of TOML that has no line of its own goes with the last one below it.
  if (place.format === 'toml' && isSameValue(found, withoutEmpty(expected, place.keys))) return next;
  throw hubError('ERR_INTERNAL', { kind: 'config-not-proved' });
}

function valueOf(editor: ConfigEditor, text: string): unknown {
  try {
    return editor.read(text);
  } catch {
    return undefined;
  }
}

/** Without the tables on the way that hold nothing. */
function withoutEmpty(whole: unknown, keys: Path): unknown {
  if (keys.length === 0 || memberCount(getIn(whole, keys)) > 0) return whole;
  return withoutEmpty(removeIn(whole, keys), keys.slice(0, -1));
}

function pathOf({ keys, listedBy }: EntryPlace): Path {
  return [...keys, listedBy === undefined ? entryName : { by: listedBy, name: entryName }];
}

function memberCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}
