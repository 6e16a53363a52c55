// A trace tap that keeps what it is told, for the tests of whatever writes the trace.
import type { TraceClose, TraceOpen, TraceTap } from '../../../../electron/core/trace/tap.ts';

export interface Recorded {
  readonly open: TraceOpen;
  readonly closes: TraceClose[];
  waited: boolean;
}

export class RecordingTap implements TraceTap {
  /** By `seq`. */
  readonly entries: Recorded[] = [];

  open(entry: TraceOpen): number {
    return this.entries.push({ open: entry, closes: [], waited: false }) - 1;
  }

  waiting(seq: number): void {
    const entry = this.entries[seq];
    if (entry) entry.waited = true;
  }

  close(seq: number, close: TraceClose): void {
    this.entries[seq]?.closes.push(close);
  }

  /** Every entry as one line: direction, kind, method and how it ended. */
  get lines(): string[] {
    return this.entries.map(({ open, closes }) =>
      [open.dir, open.kind, open.method, ...closes.map(({ outcome }) => outcome)].join(' '),
    );
  }
}
