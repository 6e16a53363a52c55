// Columns with entries, and the tools of the trace over them, for the tests of exports, imports and figures.
import { OpWriter } from '../../../../../electron/core/trace/op-codec.ts';
import { TraceColumns } from '../../../../../electron/core/trace/trace-columns.ts';
import { loadImports, TraceThread } from '../../../../../electron/core/trace/trace-thread.ts';
import { finished } from '../../../../support/finished.ts';
import { closing, opening } from '../trace-fixtures.ts';
import type { Masked } from '../../../../../contract/schemas/trace-tools.ts';
import type { TraceFormat } from '../../../../../contract/trace-bounds.ts';
import type { TraceClose, TraceOpen } from '../../../../../electron/core/trace/tap.ts';
import type {
  QueryAnswer,
  QueryName,
  QueryParams,
  ToTraceThread,
} from '../../../../../electron/core/trace/trace-messages.ts';

await loadImports();

export const about = { version: '9.9.9', at: Date.UTC(2026, 10, 22) };

export interface Told {
  readonly open?: Partial<TraceOpen> & { payload?: string };
  /** Null leaves the request without an answer. */
  readonly close?: (Partial<TraceClose> & { payload?: string | null; latencyMs?: number }) | null;
}

interface BenchOptions {
  readonly secrets?: readonly string[];
  readonly entries?: number;
  readonly payloadBytes?: number;
}

export class Bench {
  readonly columns: TraceColumns;
  readonly #thread: TraceThread;
  readonly #writer: OpWriter;
  #seq = 0;

  constructor({ secrets = [], entries = 50_000, payloadBytes = 8 * 1024 * 1024 }: BenchOptions = {}) {
    this.columns = new TraceColumns({ entries, payloadBytes });
    const spare: ArrayBuffer[] = [];
    let tell: (message: ToTraceThread) => void = () => undefined;
    this.#thread = new TraceThread(this.columns, {
      on: (_, take) => (tell = take),
      postMessage: message => message.kind === 'taken' && spare.push(message.bytes),
    });
    tell({ kind: 'secrets', values: secrets });
    this.#writer = new OpWriter(
      chunk => tell({ kind: 'chunk', ...chunk }),
      () => spare.pop(),
    );
  }

  /** Adds an entry, one millisecond after the one before. Returns its number. */
  add({ open = {}, close = {} }: Told = {}): number {
    this.#seq += 1;
    const seq = this.#seq;
    this.#writer.open(seq, 1_000 + seq, seq, opening(open), true);
    if (close && open.kind !== 'notification') {
      const { latencyMs = 5, ...rest } = close;
      this.#writer.close(seq, seq + latencyMs, closing(rest), true);
    }
    this.#writer.flush();
    return this.#seq;
  }

  ask<N extends QueryName>(name: N, ask: QueryParams<N>): QueryAnswer<N> {
    const reply = finished(this.#thread.answer(name, ask));
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value as QueryAnswer<N>;
  }

  /** A whole file, and of how many pieces it was joined. */
  export(format: TraceFormat, more: Partial<QueryParams<'export'>> = {}): { text: string; pieces: string[] } {
    const pieces: string[] = [];
    const place: { after: number | null; written: number; until?: number } = { after: 0, written: 0 };
    while (place.after !== null) {
      const ask = {
        filter: { text: '' },
        payloads: true,
        fields: [],
        ...more,
        ...place,
        after: place.after,
        format,
        about,
      };
      const piece = this.ask('export', ask);
      pieces.push(piece.text);
      Object.assign(place, { after: piece.after, until: piece.until, written: place.written + piece.entries });
    }
    return { text: pieces.join(''), pieces };
  }

  /** The sum of all pieces, as the panel makes it. */
  preview(more: Partial<QueryParams<'export-preview'>> = {}): QueryAnswer<'export-preview'> {
    const sum = { entries: 0, payloadBytes: 0, dropped: 0, after: null, until: more.until ?? this.columns.newest };
    const masked = new Map<string, Masked>();
    for (let after: number | null = 0; after !== null; ) {
      const ask = { filter: { text: '' }, payloads: true, fields: [], ...more, after, until: sum.until };
      const piece: QueryAnswer<'export-preview'> = this.ask('export-preview', ask);
      sum.entries += piece.entries;
      sum.payloadBytes += piece.payloadBytes;
      sum.dropped += piece.dropped;
      for (const { kind, name, count } of piece.masked) {
        const key = `${kind} ${name}`;
        masked.set(key, { kind, name, count: count + (masked.get(key)?.count ?? 0) });
      }
      ({ after } = piece);
    }
    const list = [...masked.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    return { ...sum, masked: list };
  }
}
