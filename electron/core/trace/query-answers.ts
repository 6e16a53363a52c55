// What the trace's thread answers, of the live trace or of an imported one. Whatever goes wrong becomes a sentence: the thread lives on.
import { exportPiece, previewPiece } from './export/export-pieces.ts';
import { readFigures } from './figures.ts';
import { findCall } from './find-call.ts';
import { createQueriedTrace, type QueriedTrace } from './queried-trace.ts';
import { readRelated } from './read-related.ts';
import { Recorder } from './record/recorder.ts';
import { TracePins } from './trace-pins.ts';
import { readValues } from './trace-values.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { ImportedTraces } from './import/imported-traces.ts';
import type { Work } from './slices.ts';
import type { TraceColumns } from './trace-columns.ts';
import type { QueryAnswer, QueryName, QueryParams, QueryReply, RecorderState } from './trace-queries.ts';

/** What takes long is told in slices. */
type Answers = { readonly [N in QueryName]: (params: QueryParams<N>) => QueryAnswer<N> | Work<QueryAnswer<N>> };

const off: RecorderState = { on: false, entries: 0, bytes: 0, failure: null };

export class QueryAnswers {
  readonly #live: QueriedTrace;
  readonly #pins: TracePins;
  readonly #redactor: () => Redactor;
  readonly #answers: Answers;
  #recorder: Recorder | null = null;
  #imported: ImportedTraces | null;

  /** `redactor` gives the one that knows the secrets of now; without `imported` see `loadImports`. */
  constructor(columns: TraceColumns, redactor: () => Redactor, imported: ImportedTraces | null = null) {
    this.#live = createQueriedTrace(columns);
    this.#pins = new TracePins(columns);
    this.#redactor = redactor;
    this.#imported = imported;
    this.#answers = this.#makeAnswers();
  }

  /** To be awaited before an import begins: what checks a file is loaded when the first one comes. */
  async loadImports(): Promise<void> {
    const { ImportedTraces } = await import('./import/imported-traces.ts');
    this.#imported ??= new ImportedTraces();
  }

  /** Never throws. */
  *answer(name: QueryName, params: unknown): Work<QueryReply> {
    try {
      // The table pairs each name with its own params, which a union of names hides.
      const answer = this.#answers[name] as (params: unknown) => unknown;
      const value = answer(params);
      return { ok: true, value: isWork(value) ? yield* value : value };
    } catch (error) {
      return { ok: false, sentence: error instanceof Error ? error.message : String(error) };
    }
  }

  /** To be called for each notification, and for each request that has ended. */
  ended(seq: number): void {
    const { columns } = this.#live;
    this.#pins.changed(seq);
    if (!this.#recorder) return;
    const slot = columns.slotOf(seq);
    if (slot >= 0) this.#recorder.entry(columns.entry(slot), columns.payload(seq));
  }

  #makeAnswers(): Answers {
    const live = this.#live;
    const pins = this.#pins;
    const imported = () => this.#expectImported();
    const traceOf = ({ importId }: { importId?: number | undefined }) =>
      importId === undefined ? live : imported().expect(importId);
    return {
      window: params => traceOf(params).windows.read(params),
      values: params => readValues(traceOf(params).columns, params),
      payload: params =>
        (params.importId === undefined ? pins.payload(params.seq) : null) ??
        traceOf(params).columns.payload(params.seq),
      related: params => readRelated(traceOf(params).columns, params.seq),
      figures: params => readFigures(traceOf(params).columns, params),
      'export-preview': params => previewPiece(traceOf(params).columns, this.#redactor(), params),
      export: params => exportPiece(traceOf(params), this.#redactor, params),
      call: ({ seq }) => findCall(live.columns, seq),
      pin: ({ seq, on }) => {
        pins.set(seq, on);
        return {};
      },
      // An imported trace loses nothing, so nothing of it is pinned.
      pins: ({ importId }) => ({ entries: importId === undefined ? pins.entries() : [] }),
      'import-begin': () => ({ importId: imported().begin() }),
      'import-lines': ({ importId, text }) => imported().lines(importId, text, this.#redactor()),
      'import-end': ({ importId }) => {
        imported().end(importId);
        return {};
      },
      record: params => this.#record(params),
      recorder: () => this.#recorderState(),
    };
  }

  #expectImported(): ImportedTraces {
    if (this.#imported) return this.#imported;
    throw new Error('No trace is imported; import a file first, and start Pilothouse again if it does not begin.');
  }

  #record({ folder, about }: QueryParams<'record'>): RecorderState {
    if (folder !== null) this.#recorder ??= new Recorder(folder, about, Date.now);
    else {
      this.#recorder?.stop();
      this.#recorder = null;
    }
    return this.#recorderState();
  }

  #recorderState(): RecorderState {
    this.#recorder?.flush();
    const state = this.#recorder?.state ?? off;
    if (!state.on) this.#recorder = null;
    return state;
  }
}

function isWork(value: unknown): value is Work<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}
