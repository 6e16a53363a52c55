// What waits to be exported, in bounds of rows and bytes: on the path of a call it only pushes; what does not fit is counted.
export interface ExportQueueBounds {
  readonly rows: number;
  readonly bytes: number;
}

export class ExportQueue<T> {
  readonly #bounds: ExportQueueBounds;
  #rows: { readonly row: T; readonly bytes: number }[] = [];
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

  /** The oldest, which are no longer in it. */
  take(count: number): readonly T[] {
    const taken = this.#rows.slice(0, count);
    this.#rows = this.#rows.slice(count);
    for (const { bytes } of taken) this.#bytes -= bytes;
    return taken.map(({ row }) => row);
  }
}

/** When to try again: doubled each time, with jitter in its upper half, never before what the receiver asked for. */
export function backOffMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  const full = Math.min(60_000, 1_000 * 2 ** Math.min(Math.max(0, failures - 1), 6));
  const own = full / 2 + random() * (full / 2);
  return Math.max(own, Math.min(retryAfterMs ?? 0, 300_000));
}
