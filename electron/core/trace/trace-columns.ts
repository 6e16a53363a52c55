// The trace's entries as columns of numbers, 49 bytes each: a ring by `seq` in which the oldest entry gives way to the newest.
import { outcomes } from '../../../contract/trace-bounds.ts';
import { ChangeLog } from './change-log.ts';
import { noPlace, PayloadRing } from './payload-ring.ts';
import { PlainColumns } from './plain-columns.ts';
import { StringPool } from './string-pool.ts';
import { TimeColumn } from './time-column.ts';
import { parseRoute, parseVerdict, parseWhat, routeName, verdictName } from './trace-op.ts';
import type { TraceEntry, TracePayload } from '../../../contract/schemas/trace.ts';
import type { CloseOp, OpenOp } from './trace-op.ts';

/** Bits of `state`; 0 is an empty slot, and the lowest four are the outcome's index in the contract. */
export const stateBits = { present: 128, out: 64, notification: 32, outcome: 15 } as const;

const noNumber = 0xff_ff_ff_ff;
/** About a second of the fastest stream. */
const keptChanges = 65_536;
const tooMany = '(too many different texts to keep)';
const unnamed = { kind: 'hub', id: '', label: tooMany } as const;
const pending = outcomes.indexOf('pending');
const waiting = outcomes.indexOf('waiting');
const none = outcomes.indexOf('none');

/** Bounds of a trace: entries, and bytes of payloads. */
export interface TraceLimits {
  readonly entries: number;
  readonly payloadBytes: number;
}

export class TraceColumns {
  readonly capacity: number;
  /** From whom to whom, see `parseRoute`. */
  readonly routes = new StringPool(routeName(unnamed, unnamed));
  /** Method and tool, see `parseWhat`. */
  readonly whats = new StringPool(tooMany);
  /** Code, rule and reason, see `parseVerdict`. */
  readonly verdicts = new StringPool(verdictName({ code: null, rule: null, why: null, reason: tooMany }) ?? '');
  /** Slots that were filled, emptied or changed. */
  readonly changes = new ChangeLog(keptChanges);
  readonly state: Uint8Array;
  readonly route: Uint32Array;
  readonly what: Uint32Array;
  readonly verdict: Uint32Array;
  readonly bytes: Uint32Array;
  readonly responseBytes: Uint32Array;
  /** NaN without an answer. */
  readonly latencyMs: Float32Array;
  readonly plain: PlainColumns;
  /** How many entries before this one its parent is; 0 without one. */
  readonly #parent: Uint32Array;
  readonly #at: TimeColumn;
  readonly #place: Float64Array;
  readonly #payloads: PayloadRing;
  /** By slot, for the few that waited for the user. */
  readonly #waitedMs = new Map<number, number>();
  /** When requests without an answer were opened, by slot, on the monotonic clock. */
  readonly #openedAt = new Map<number, number>();
  #newest = 0;
  #total = 0;

  constructor({ entries, payloadBytes }: TraceLimits) {
    this.capacity = entries;
    this.state = new Uint8Array(entries);
    this.route = new Uint32Array(entries);
    this.what = new Uint32Array(entries);
    this.verdict = new Uint32Array(entries);
    this.bytes = new Uint32Array(entries);
    this.responseBytes = new Uint32Array(entries);
    this.latencyMs = new Float32Array(entries);
    this.plain = new PlainColumns(entries);
    this.#parent = new Uint32Array(entries);
    this.#at = new TimeColumn(entries);
    this.#place = new Float64Array(entries);
    this.#payloads = new PayloadRing(payloadBytes);
  }

  /** Entries kept. */
  get total(): number {
    return this.#total;
  }

  /** The highest `seq` ever added, 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** The lowest `seq` that may be kept. */
  get oldest(): number {
    return Math.max(1, this.#newest - this.capacity + 1);
  }

  /** Slot of an entry, or -1 when it is not kept. */
  slotOf(seq: number): number {
    if (seq <= this.#newest - this.capacity || seq > this.#newest || seq < 1) return -1;
    const slot = seq % this.capacity;
    return this.state[slot] === 0 ? -1 : slot;
  }

  /** Adds an entry; its `seq` may skip some, and may be one that was skipped and would still be kept. */
  open(op: OpenOp): void {
    const { seq } = op;
    const firstFreed = Math.max(this.#newest + 1, seq - this.capacity + 1);
    for (let passed = firstFreed; passed <= seq; passed += 1) this.#empty(passed % this.capacity);
    this.#newest = Math.max(this.#newest, seq);
    this.#total += 1;
    const slot = seq % this.capacity;
    const direction = op.isOut ? stateBits.out : 0;
    this.state[slot] = stateBits.present | direction | (op.isNotification ? stateBits.notification | none : pending);
    if (!op.isNotification) this.#openedAt.set(slot, op.clock);
    this.route[slot] = this.routes.take(op.route);
    this.what[slot] = this.whats.take(op.what);
    this.verdict[slot] = 0;
    this.bytes[slot] = op.bytes;
    this.responseBytes[slot] = noNumber;
    this.latencyMs[slot] = Number.NaN;
    this.plain.set(slot, op);
    this.#parent[slot] = op.parent === null ? 0 : seq - op.parent;
    this.#at.set(slot, op.at);
    this.#place[slot] = this.#payloads.request(op.payload);
    this.changes.add(slot);
  }

  waiting(seq: number): void {
    const slot = this.slotOf(seq);
    if (slot < 0 || this.#outcome(slot) !== pending) return;
    this.#setOutcome(slot, waiting);
    this.changes.add(slot);
  }

  /** Joins an answer to its request. Ignored when the request is evicted or has an answer. */
  close(op: CloseOp): void {
    const slot = this.slotOf(op.seq);
    const openedAt = slot < 0 ? undefined : this.#openedAt.get(slot);
    if (openedAt === undefined) return;
    this.#openedAt.delete(slot);
    this.#setOutcome(slot, outcomes.indexOf(op.outcome));
    this.verdict[slot] = this.verdicts.take(verdictName(op));
    this.responseBytes[slot] = op.bytes ?? noNumber;
    this.latencyMs[slot] = op.clock - openedAt;
    if (op.waitedMs !== 0) this.#waitedMs.set(slot, op.waitedMs);
    if (op.answers) this.plain.answer(slot, op.answers);
    this.#place[slot] = this.#payloads.response(op.payload, this.#place[slot] ?? noPlace);
    this.changes.add(slot);
  }

  /** The entry in a slot that `slotOf` gave. */
  entry(slot: number): TraceEntry {
    const state = this.state[slot] ?? 0;
    const behind = (this.#newest - slot) % this.capacity;
    const seq = this.#newest - behind;
    const latencyMs = this.latencyMs[slot] ?? Number.NaN;
    const responseBytes = this.responseBytes[slot] ?? noNumber;
    return {
      seq,
      at: this.#at.get(slot),
      dir: state & stateBits.out ? 'out' : 'in',
      ...parseRoute(this.routes.text(this.route[slot] ?? 0) ?? ''),
      kind: state & stateBits.notification ? 'notification' : 'request',
      ...parseWhat(this.whats.text(this.what[slot] ?? 0) ?? ''),
      ...this.plain.get(slot),
      parent: this.parentOf(slot, seq),
      bytes: this.bytes[slot] ?? 0,
      responseBytes: responseBytes === noNumber ? null : responseBytes,
      latencyMs: Number.isNaN(latencyMs) ? null : latencyMs,
      waitedMs: this.waitedMs(slot),
      outcome: outcomes[this.#outcome(slot)] ?? 'pending',
      ...parseVerdict(this.verdicts.text(this.verdict[slot] ?? 0)),
    };
  }

  /** When the entry in a slot began, in milliseconds since the epoch. */
  at(slot: number): number {
    return this.#at.get(slot);
  }

  /** Of request and response together. */
  allBytes(slot: number): number {
    const response = this.responseBytes[slot] ?? noNumber;
    return (this.bytes[slot] ?? 0) + (response === noNumber ? 0 : response);
  }

  /** The `seq` of the entry that caused the one in this slot, or null. */
  parentOf(slot: number, seq: number): number | null {
    const before = this.#parent[slot] ?? 0;
    return before === 0 ? null : seq - before;
  }

  /** Of its latency, how long the user was waited for. */
  waitedMs(slot: number): number {
    return this.#waitedMs.get(slot) ?? 0;
  }

  /** Both texts of an entry, as far as the ring still has them. */
  payload(seq: number): TracePayload {
    const slot = this.slotOf(seq);
    if (slot < 0) return { seq, request: null, response: null, dropped: true };
    return this.#payloads.read(seq, this.#place[slot] ?? noPlace);
  }

  #empty(slot: number): void {
    if (this.state[slot] === 0) return;
    this.state[slot] = 0;
    this.changes.add(slot);
    this.#total -= 1;
    this.routes.drop(this.route[slot] ?? 0);
    this.whats.drop(this.what[slot] ?? 0);
    this.verdicts.drop(this.verdict[slot] ?? 0);
    this.plain.drop(slot);
    this.#waitedMs.delete(slot);
    this.#openedAt.delete(slot);
  }

  #outcome(slot: number): number {
    return (this.state[slot] ?? 0) & stateBits.outcome;
  }

  #setOutcome(slot: number, outcome: number): void {
    this.state[slot] = ((this.state[slot] ?? 0) & ~stateBits.outcome) | outcome;
  }
}
