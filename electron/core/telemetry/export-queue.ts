// What waits to be exported, in bounds of rows and bytes: on the path of a call it only pushes; what does not fit is counted.
export interface ExportQueueBounds {
  readonly rows: number;
  readonly bytes: number;
}

export interface Queued<T> {
  readonly row: T;
  readonly bytes: number;
}

export class ExportQueue<T> {
  readonly #bounds: ExportQueueBounds;
  #rows: Queued<T>[] = [];
  #bytes = 0;
  #dropped = 0;

  constructor(bounds: ExportQueueBounds) {
    this.#bounds = bounds;
  }

  get queued(): number {
    return this.#rows.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Whether more waits than may be taken at once. */
  exceeds({ rows, bytes }: ExportQueueBounds): boolean {
    return this.#rows.length > rows || this.#bytes > bytes;
  }

  /** The newest is dropped when there is no room: moving the others would cost the call. */
  push(row: T, bytes: number): boolean {
    const { rows: maxRows, bytes: maxBytes } = this.#bounds;
    if (this.#rows.length >= maxRows || this.#bytes + bytes > maxBytes) {
      this.#dropped += 1;
      return false;
    }
    this.#rows.push({ row, bytes });
    this.#bytes += bytes;
    return true;
  }

  /** The oldest that are within these bounds, and at least one; they are no longer in it. */
  take(most: ExportQueueBounds): readonly Queued<T>[] {
    const taken = this.#rows.splice(0, countWithin(this.#rows, most));
    for (const { bytes } of taken) this.#bytes -= bytes;
    return taken;
  }
}

/** How many of the first are within these bounds, and at least one. */
export function countWithin(all: readonly Queued<unknown>[], { rows, bytes }: ExportQueueBounds): number {
  let sum = 0;
  const beyond = all.findIndex((each, at) => {
    sum += each.bytes;
    return at > 0 && (at === rows || sum > bytes);
  });
  return beyond < 0 ? all.length : beyond;
}

/** When to try again: doubled each time, with jitter in its upper half, never before what the receiver asked for. */
export function backOffMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  const full = Math.min(60_000, 1_000 * 2 ** Math.min(Math.max(0, failures - 1), 6));
  const own = full / 2 + random() * (full / 2);
  return Math.max(own, Math.min(retryAfterMs ?? 0, 300_000));
}
