// The trace's entries as columns of numbers: a ring by `seq` in which the oldest entry gives way to the newest.
import { ByteRing } from './byte-ring.ts';
import { StringPool } from './string-pool.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Outcome, Party, TraceEntry, TracePayload } from '../../contract/trace.ts';
import type { Place } from './byte-ring.ts';
import type { TraceClose, TraceOpen } from './tap.ts';
import type { TraceLimits } from './worker-messages.ts';

/** Kept in a column of bytes by its index here. */
export const outcomeCodes = [
  'pending',
  'waiting',
  'ok',
  'error',
  'refused',
  'cancelled',
  'none',
] as const satisfies readonly Outcome[];

const textColumns = ['method', 'tool', 'rpcId', 'code', 'reason', 'rule'] as const;
const partyColumns = ['from', 'to'] as const;
const numberColumns = ['at', 'clock', 'parent', 'tabId', 'bytes', 'responseBytes', 'latencyMs', 'waitedMs'] as const;
const placeColumns = ['requestStart', 'requestLength', 'responseStart', 'responseLength'] as const;

type TextColumn = (typeof textColumns)[number];
type PartyColumn = (typeof partyColumns)[number];
type NumberColumn = (typeof numberColumns)[number];
type PlaceColumn = (typeof placeColumns)[number];

/** Lengths that stand for something else than a text. */
const noPayload = -1;
const droppedPayload = -2;

export class TraceColumns {
  readonly texts = new StringPool();
  /** `kind`, `id` and `label` of a party, joined by a NUL. */
  readonly parties = new StringPool();
  readonly text: Readonly<Record<TextColumn, Uint32Array>>;
  readonly party: Readonly<Record<PartyColumn, Uint32Array>>;
  readonly outcome: Uint8Array;
  readonly capacity: number;
  readonly #numbers: Readonly<Record<NumberColumn, Float64Array>>;
  readonly #places: Readonly<Record<PlaceColumn, Float64Array>>;
  /** 0 is an empty slot. */
  readonly #seqs: Float64Array;
  /** Bit 0: out, bit 1: notification. */
  readonly #flags: Uint8Array;
  readonly #ring: ByteRing;
  #newest = 0;
  #total = 0;

  constructor(limits: TraceLimits) {
    this.capacity = limits.entries;
    const each = <K extends string, A>(names: readonly K[], make: () => A) =>
      Object.fromEntries(names.map(name => [name, make()])) as Record<K, A>;
    this.text = each(textColumns, () => new Uint32Array(limits.entries));
    this.party = each(partyColumns, () => new Uint32Array(limits.entries));
    this.#numbers = each(numberColumns, () => new Float64Array(limits.entries));
    this.#places = each(placeColumns, () => new Float64Array(limits.entries));
    this.outcome = new Uint8Array(limits.entries);
    this.#seqs = new Float64Array(limits.entries);
    this.#flags = new Uint8Array(limits.entries);
    this.#ring = new ByteRing(limits.payloadBytes);
  }

  /** Entries kept. */
  get total(): number {
    return this.#total;
  }

  /** The highest `seq` ever added, 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Slot of an entry, or -1 when it is not kept. */
  slotOf(seq: number): number {
    const slot = seq % this.capacity;
    return seq > 0 && this.#seqs[slot] === seq ? slot : -1;
  }

  /** Adds an entry; `seq` is above all before it, and may skip some. `payload` null was left out on the way. */
  open(seq: number, at: number, clock: number, entry: TraceOpen, payload: string | null): void {
    const firstFreed = Math.max(this.#newest + 1, seq - this.capacity + 1);
    for (let passed = firstFreed; passed <= seq; passed += 1) this.#empty(passed % this.capacity);
    this.#newest = seq;
    this.#total += 1;
    const slot = seq % this.capacity;
    this.#seqs[slot] = seq;
    this.#flags[slot] = (entry.dir === 'out' ? 1 : 0) | (entry.kind === 'notification' ? 2 : 0);
    this.#setOutcome(slot, entry.kind === 'notification' ? 'none' : 'pending');
    this.party.from[slot] = this.parties.take(partyKey(entry.from));
    this.party.to[slot] = this.parties.take(partyKey(entry.to));
    for (const name of ['method', 'tool', 'rpcId'] as const) this.text[name][slot] = this.texts.take(entry[name]);
    const { parent, tabId } = entry;
    const { bytes } = entry.message;
    const numbers = { at, clock, parent, tabId, bytes, responseBytes: null, latencyMs: null, waitedMs: 0 };
    for (const name of numberColumns) this.#numbers[name][slot] = numbers[name] ?? Number.NaN;
    this.#keep(slot, 'request', payload === null ? droppedPayload : this.#write(payload));
    this.#keep(slot, 'response', noPayload);
  }

  waiting(seq: number): void {
    const slot = this.slotOf(seq);
    if (slot >= 0 && this.#outcomeAt(slot) === 'pending') this.#setOutcome(slot, 'waiting');
  }

  /** Joins an answer to its request. Ignored when the request is evicted or has an answer. */
  close(seq: number, clock: number, close: TraceClose, reason: string | null, payload: string | null): void {
    const slot = this.slotOf(seq);
    if (slot < 0 || !['pending', 'waiting'].includes(this.#outcomeAt(slot))) return;
    this.#setOutcome(slot, close.outcome);
    this.text.code[slot] = this.texts.take(close.code);
    this.text.reason[slot] = this.texts.take(reason);
    this.text.rule[slot] = this.texts.take(close.rule);
    this.#numbers.responseBytes[slot] = close.message?.bytes ?? Number.NaN;
    this.#numbers.latencyMs[slot] = clock - (this.#numbers.clock[slot] ?? clock);
    this.#numbers.waitedMs[slot] = close.waitedMs;
    const absent = close.message === null ? noPayload : droppedPayload;
    this.#keep(slot, 'response', payload === null ? absent : this.#write(payload));
  }

  /** The entry in a slot that `slotOf` gave. */
  entry(slot: number): TraceEntry {
    const flags = this.#flags[slot] ?? 0;
    return {
      seq: this.#seqs[slot] ?? 0,
      at: this.#number('at', slot) ?? 0,
      dir: flags & 1 ? 'out' : 'in',
      from: this.#party('from', slot),
      to: this.#party('to', slot),
      kind: flags & 2 ? 'notification' : 'request',
      method: this.#text('method', slot) ?? '',
      tool: this.#text('tool', slot),
      rpcId: this.#text('rpcId', slot),
      parent: this.#number('parent', slot),
      tabId: this.#number('tabId', slot),
      bytes: this.#number('bytes', slot) ?? 0,
      responseBytes: this.#number('responseBytes', slot),
      latencyMs: this.#number('latencyMs', slot),
      waitedMs: this.#number('waitedMs', slot) ?? 0,
      outcome: this.#outcomeAt(slot),
      code: this.#text('code', slot) as ErrorCode | null,
      reason: this.#text('reason', slot),
      rule: this.#text('rule', slot),
    };
  }

  /** Both texts of an entry, as far as the ring still has them. */
  payload(seq: number): TracePayload {
    const slot = this.slotOf(seq);
    if (slot < 0) return { seq, request: null, response: null, dropped: true };
    const request = this.#read(slot, 'request');
    const response = this.#read(slot, 'response');
    return {
      seq,
      request: request ?? null,
      response: response ?? null,
      dropped: [request, response].includes(undefined),
    };
  }

  #empty(slot: number): void {
    if (this.#seqs[slot] === 0) return;
    this.#seqs[slot] = 0;
    this.#total -= 1;
    for (const name of textColumns) {
      this.texts.drop(this.text[name][slot] ?? 0);
      this.text[name][slot] = 0;
    }
    for (const name of partyColumns) this.parties.drop(this.party[name][slot] ?? 0);
  }

  #write(payload: string): Place | number {
    return this.#ring.write(payload) ?? droppedPayload;
  }

  #keep(slot: number, which: 'request' | 'response', place: Place | number): void {
    const { start, length } = typeof place === 'number' ? { start: 0, length: place } : place;
    this.#places[`${which}Start`][slot] = start;
    this.#places[`${which}Length`][slot] = length;
  }

  /** Undefined is a text that there was and that is dropped. */
  #read(slot: number, which: 'request' | 'response'): string | null | undefined {
    const start = this.#places[`${which}Start`][slot] ?? 0;
    const length = this.#places[`${which}Length`][slot] ?? noPayload;
    if (length === noPayload) return null;
    if (length === droppedPayload) return undefined;
    return this.#ring.read({ start, length }) ?? undefined;
  }

  #setOutcome(slot: number, outcome: Outcome): void {
    this.outcome[slot] = outcomeCodes.indexOf(outcome);
  }

  #outcomeAt(slot: number): Outcome {
    return outcomeCodes[this.outcome[slot] ?? 0] ?? 'pending';
  }

  #number(name: NumberColumn, slot: number): number | null {
    const value = this.#numbers[name][slot] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  }

  #text(name: TextColumn, slot: number): string | null {
    return this.texts.text(this.text[name][slot] ?? 0);
  }

  #party(name: PartyColumn, slot: number): Party {
    return parseParty(this.parties.text(this.party[name][slot] ?? 0) ?? '');
  }
}

function partyKey({ kind, id, label }: Party): string {
  return `${kind}\0${id}\0${label}`;
}

/** Takes apart what `TraceColumns.parties` holds. */
export function parseParty(key: string): Party {
  const [kind = '', id = '', ...label] = key.split('\0');
  return { kind: kind as Party['kind'], id, label: label.join('\0') };
}
