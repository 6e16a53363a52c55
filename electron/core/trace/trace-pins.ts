// Entries that the user pinned: kept whole beside the ring, so that newer messages do not push them or their payloads out.
import { maxPins } from '../../../contract/trace-bounds.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { TraceEntry, TracePayload } from '../../../contract/schemas/trace.ts';
import type { TraceColumns } from './trace-columns.ts';

interface Pinned {
  readonly entry: TraceEntry;
  readonly payload: TracePayload;
}

export class TracePins {
  readonly #columns: TraceColumns;
  readonly #pins = new Map<number, Pinned>();

  constructor(columns: TraceColumns) {
    this.#columns = columns;
  }

  /** Throws HubError when it is not kept any more, or too many are pinned. */
  set(seq: number, on: boolean): void {
    if (!on) this.#pins.delete(seq);
    if (!on || this.#pins.has(seq)) return;
    if (this.#pins.size >= maxPins) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'too-many-pins', most: maxPins });
    const slot = this.#columns.slotOf(seq);
    if (slot < 0) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'entry-not-kept', entry: seq });
    this.#pins.set(seq, this.#copy(seq, slot));
  }

  /** Must be called when an entry got its answer. */
  changed(seq: number): void {
    const slot = this.#pins.has(seq) ? this.#columns.slotOf(seq) : -1;
    if (slot >= 0) this.#pins.set(seq, this.#copy(seq, slot));
  }

  /** By their place in the trace. */
  entries(): TraceEntry[] {
    return [...this.#pins.values()].map(({ entry }) => entry).sort((a, b) => a.seq - b.seq);
  }

  payload(seq: number): TracePayload | null {
    return this.#pins.get(seq)?.payload ?? null;
  }

  #copy(seq: number, slot: number): Pinned {
    const payload = this.#columns.payload(seq);
    const before = this.#pins.get(seq)?.payload;
    // The ring may have dropped the request before its answer came.
    const request = payload.request ?? before?.request ?? null;
    return { entry: this.#columns.entry(slot), payload: { ...before, ...payload, request } };
  }
}
