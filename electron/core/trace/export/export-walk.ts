// One step over the entries that an export holds: from a place on, as far as its time and size allow. Nothing is kept between steps.
import { maxReportEntries } from '../../../../contract/trace-bounds.ts';
import { changedTexts } from '../../../../contract/trace-fields.ts';
import { createMatcher } from '../trace-matcher.ts';
import type { TraceEntry, TraceFilter, TracePayload } from '../../../../contract/schemas/trace.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { Work } from '../slices.ts';
import type { TraceColumns } from '../trace-columns.ts';
import type { ExportItem } from './export-item.ts';
import type { FieldMask } from './field-mask.ts';

export interface WalkAsk {
  readonly filter: TraceFilter;
  readonly payloads: boolean;
  readonly after: number;
  readonly until?: number | undefined;
}

interface Masks {
  readonly redactor: Redactor;
  readonly fields: FieldMask;
}

/** The thread must take what passes meanwhile: a step ends after so long, or with so much text. */
const stepMs = 20;
export const stepChars = 512 * 1024;
/** Where nothing matches, the clock is looked at after so many entries. */
const lookEvery = 1_024;
const maxClimb = 50;

/**
 * Hands each matching entry after `after` to `take`, which answers how many characters it made of it. Returns where to go on, or
 * null at the end.
 */
export function walk(
  columns: TraceColumns,
  ask: WalkAsk,
  masks: Masks,
  take: (item: ExportItem) => number,
): { readonly after: number | null; readonly until: number } {
  const { oldest, capacity, state } = columns;
  const until = Math.min(ask.until ?? columns.newest, columns.newest);
  const matches = createMatcher(columns, ask.filter) ?? (() => true);
  const deadline = performance.now() + stepMs;
  let chars = 0;
  for (let seq = Math.max(oldest, ask.after + 1); seq <= until; seq += 1) {
    const slot = seq % capacity;
    const isMeant = state[slot] !== 0 && matches(slot);
    if (isMeant) chars += take(itemOf(columns, slot, ask.payloads, masks));
    if (seq === until || !(isMeant || seq % lookEvery === 0)) continue;
    if (chars >= stepChars || performance.now() > deadline) return { after: seq, until };
  }
  return { after: null, until };
}

/** After which entry a report begins, so that it holds no more than a person can read. */
export function* reportStart(columns: TraceColumns, { filter, until, after }: WalkAsk): Work<number> {
  const { newest, capacity, state } = columns;
  const matches = createMatcher(columns, filter) ?? (() => true);
  let left = maxReportEntries;
  for (let seq = Math.min(until ?? newest, newest); seq >= columns.oldest; seq -= 1) {
    if (seq % lookEvery === 0) yield;
    const slot = seq % capacity;
    if (state[slot] === 0 || !matches(slot)) continue;
    if (left === 0) return Math.max(after, seq);
    left -= 1;
  }
  return after;
}

function itemOf(columns: TraceColumns, slot: number, withPayload: boolean, masks: Masks): ExportItem {
  const entry = masked(columns.entry(slot), masks);
  const payload = withPayload ? maskedPayload(columns.payload(entry.seq), masks) : null;
  return { entry, payload, root: rootOf(columns, entry) };
}

/** A secret may have been added after the entry was taken: the names that programs chose are looked through again. */
function masked(entry: TraceEntry, { redactor }: Masks): TraceEntry {
  const { reason, method, tool, from, to } = entry;
  const words = (text: string) => redactor.words(text);
  return {
    ...entry,
    from: { ...from, label: words(from.label) },
    to: { ...to, label: words(to.label) },
    method: words(method),
    tool: tool && words(tool),
    ...changedTexts(entry, words),
    reason: reason && redactor.sentence(reason),
  };
}

function maskedPayload(payload: TracePayload, { redactor, fields }: Masks): TracePayload {
  const text = (message: string | null) => message && fields.message(redactor.message(message));
  return { ...payload, request: text(payload.request), response: text(payload.response) };
}

function rootOf(columns: TraceColumns, { seq, parent }: TraceEntry): number {
  let root = parent ?? seq;
  for (let step = 0; step < maxClimb; step += 1) {
    const slot = columns.slotOf(root);
    const above = slot < 0 ? null : columns.parentOf(slot, root);
    if (above === null) break;
    root = above;
  }
  return root;
}
