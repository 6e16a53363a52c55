// The arguments of a call while they are written: in a form or as JSON, both over the same value.
import { isRecord } from '../../../contract/json.ts';
import { type Checked, checkValue, type Picks, type Problem } from '../../../contract/json-schema/check.ts';
import {
  type JsonRecord,
  own,
  type Path,
  pointerOf,
  withoutAt,
  withValueAt,
} from '../../../contract/json-schema/json.ts';
import { initialArguments, initialValue } from '../../store/schema/initial.ts';
import { placeOf, type Shape } from '../../store/schema/shape.ts';
import type { FormRow } from '../../store/schema/form-rows.ts';

/** A text that is not a value yet, or is one in other letters: `1.`, `1e3`. */
interface TypedText {
  readonly path: Path;
  readonly text: string;
  readonly as: 'number' | 'JSON';
  readonly isRead: boolean;
}

export interface CallDraft {
  readonly value: JsonRecord;
  /** By pointer. */
  readonly texts: Readonly<Record<string, TypedText>>;
  readonly picks: Picks;
  /** The whole as text, while it is written as JSON. */
  readonly json: string | null;
  /** Why that text cannot be read, or null. */
  readonly unread: 'syntax' | 'no-object' | null;
}

export function beginDraft(schema: unknown): CallDraft {
  return { value: initialArguments(schema), texts: {}, picks: {}, json: null, unread: null };
}

/** Undefined leaves it out. */
export function withValue(draft: CallDraft, path: Path, value: unknown): CallDraft {
  return { ...withoutBelow(draft, path), value: asRecord(withValueAt(draft.value, path, value)) };
}

/** Keeps what is typed, and takes its value as soon as it is one. An empty text leaves it out. */
export function withText(draft: CallDraft, path: Path, text: string, as: TypedText['as']): CallDraft {
  const read = text.trim() === '' ? { value: undefined } : as === 'number' ? readNumber(text) : readJson(text);
  const base = withoutBelow(draft, path);
  const texts = { ...base.texts, [pointerOf(path)]: { path, text, as, isRead: read !== null } };
  return { ...base, texts, value: read === null ? draft.value : asRecord(withValueAt(draft.value, path, read.value)) };
}

export function textAt(draft: CallDraft, row: Pick<FormRow, 'pointer' | 'value'>): string {
  const typed = own(draft.texts, row.pointer) as TypedText | undefined;
  if (typed) return typed.text;
  if (row.value === undefined || row.value === null) return '';
  return typeof row.value === 'object' ? JSON.stringify(row.value, null, 2) : String(row.value);
}

export function withPick(draft: CallDraft, schema: unknown, row: FormRow, picked: number): CallDraft {
  const value = initialValue(schema, row.variants?.all[picked]?.node, row.required || row.value !== undefined);
  const next = withValue(draft, row.path, value);
  return { ...next, picks: { ...next.picks, [row.pointer]: picked } };
}

/** Gives what was left out: what the schema presets, or the least that there must be. */
export function withGiven(draft: CallDraft, schema: unknown, row: FormRow): CallDraft {
  return withValue(draft, row.path, presentValue(schema, row.node));
}

export function withItem(draft: CallDraft, schema: unknown, row: FormRow): CallDraft {
  if (row.shape.kind !== 'list') return draft;
  const at = Array.isArray(row.value) ? row.value.length : 0;
  const node = row.shape.first[at] ?? row.shape.item;
  return withValue(
    draft,
    [...row.path, at],
    initialValue(schema, node, true) ?? emptyOf(placeOf(schema, node).shape) ?? null,
  );
}

/** A member that the schema does not name. */
export function withMember(draft: CallDraft, schema: unknown, path: Path, name: string, node: unknown): CallDraft {
  return withValue(
    draft,
    [...path, name],
    initialValue(schema, node, true) ?? emptyOf(placeOf(schema, node).shape) ?? '',
  );
}

export function without(draft: CallDraft, path: Path): CallDraft {
  const above = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  return { ...withoutBelow(draft, above), value: asRecord(withoutAt(draft.value, path)) };
}

export function asJson(draft: CallDraft): CallDraft {
  return { ...draft, json: JSON.stringify(draft.value, null, 2), unread: null, texts: {} };
}

export function withJson(draft: CallDraft, text: string): CallDraft {
  const read = readJson(text.trim() === '' ? '{}' : text);
  if (read === null) return { ...draft, json: text, unread: 'syntax' };
  if (!isRecord(read.value)) return { ...draft, json: text, unread: 'no-object' };
  return { value: read.value, texts: {}, picks: {}, json: text, unread: null };
}

/** What cannot be read as JSON stays as it was read last. */
export function asForm(draft: CallDraft): CallDraft {
  return { ...draft, json: null, unread: null };
}

/** Faults of the value, and texts that are none. */
export function checkDraft(schema: unknown, draft: CallDraft): Checked {
  const checked = checkValue(schema, draft.value, draft.picks);
  const unread = Object.values(draft.texts)
    .filter(({ isRead }) => !isRead)
    .map<Problem>(({ path, as }) => ({ path, fault: { is: 'unread', what: as } }));
  const taken = new Set(unread.map(({ path }) => pointerOf(path)));
  return { ...checked, problems: [...unread, ...checked.problems.filter(({ path }) => !taken.has(pointerOf(path)))] };
}

/** Whether there is something to send, be it right or wrong. */
export function canBeSent(draft: CallDraft): boolean {
  return draft.unread === null && Object.values(draft.texts).every(({ isRead }) => isRead);
}

/** Null for what is no number, and for one that could not be sent as it stands. */
function readNumber(text: string): { readonly value: number } | null {
  const trimmed = text.trim();
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  const isExact = !/^-?\d+$/.test(trimmed) || Number.isSafeInteger(value);
  return Number.isFinite(value) && isExact ? { value } : null;
}

function readJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function presentValue(schema: unknown, node: unknown): unknown {
  const value = initialValue(schema, node, true);
  return value === undefined ? emptyOf(placeOf(schema, node).shape) : value;
}

/** What stands where something is given that has no value yet; undefined has to be typed first. */
function emptyOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'list':
      return [];
    case 'object':
      return {};
    case 'truth':
      return false;
    case 'text':
      return '';
    case 'options':
      return shape.options[0];
    default:
      return undefined;
  }
}

function withoutBelow(draft: CallDraft, path: Path): CallDraft {
  const pointer = pointerOf(path);
  const isOutside = (place: string) => place !== pointer && !place.startsWith(`${pointer}/`);
  const keep = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([place]) => isOutside(place))) as Record<string, T>;
  const picks = { ...keep(draft.picks), ...(pointer in draft.picks && { [pointer]: draft.picks[pointer] ?? 0 }) };
  return { ...draft, texts: keep(draft.texts), picks };
}

function asRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}
