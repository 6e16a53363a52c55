// What the trace's thread does beside windows and payloads. Whatever goes wrong becomes a sentence: the thread lives on.
import { randomBytes } from 'node:crypto';
import { exportPiece, previewPiece } from './export/export-pieces.ts';
import { readFigures } from './figures.ts';
import { findCall } from './find-call.ts';
import { readRelated } from './read-related.ts';
import { Recorder } from './record/recorder.ts';
import { readValues } from './trace-values.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { ImportedTraces } from './import/imported-traces.ts';
import type { Work } from './slices.ts';
import type { TraceColumns } from './trace-columns.ts';
import type { RecorderState, ToolAnswer, ToolAsk, ToolName, ToolReply } from './trace-queries.ts';

/** What takes long is told in slices. */
type Tools = { readonly [N in ToolName]: (ask: ToolAsk<N>) => ToolAnswer<N> | Work<ToolAnswer<N>> };

const off: RecorderState = { on: false, entries: 0, bytes: 0, failure: null };

export class TraceTools {
  readonly #columns: TraceColumns;
  readonly #redactor: () => Redactor;
  readonly #runId = randomBytes(8).toString('hex');
  readonly #tools: Tools;
  #recorder: Recorder | null = null;
  #imported: ImportedTraces | null;

  /** `redactor` gives the one that knows the secrets of now; without `imported` see `loadImports`. */
  constructor(columns: TraceColumns, redactor: () => Redactor, imported: ImportedTraces | null = null) {
    this.#columns = columns;
    this.#redactor = redactor;
    this.#imported = imported;
    this.#tools = this.#makeTools();
  }

  /** To be awaited before an import begins: what checks a file is loaded when the first one comes. */
  async loadImports(): Promise<void> {
    const { ImportedTraces } = await import('./import/imported-traces.ts');
    this.#imported ??= new ImportedTraces();
  }

  /** Never throws. */
  *answer(tool: ToolName, ask: unknown): Work<ToolReply> {
    try {
      // The table pairs each name with its own ask, which a union of names hides.
      const answer = this.#tools[tool] as (ask: unknown) => unknown;
      const value = answer(ask);
      return { ok: true, value: isWork(value) ? yield* value : value };
    } catch (error) {
      return { ok: false, sentence: error instanceof Error ? error.message : String(error) };
    }
  }

  /** To be called for each notification, and for each request that has ended. */
  ended(seq: number): void {
    if (!this.#recorder) return;
    const slot = this.#columns.slotOf(seq);
    if (slot >= 0) this.#recorder.entry(this.#columns.entry(slot), this.#columns.payload(seq));
  }

  #makeTools(): Tools {
    const living = { columns: this.#columns, runId: this.#runId };
    const imported = () => this.#expectImported();
    const traceOf = ({ importId }: { importId?: number }) =>
      importId === undefined ? living : imported().expect(importId);
    return {
      call: ({ seq }) => findCall(living.columns, seq),
      related: ask => readRelated(traceOf(ask).columns, ask.seq),
      figures: ask => readFigures(traceOf(ask).columns, ask),
      preview: ask => previewPiece(traceOf(ask).columns, this.#redactor(), ask),
      export: ask => exportPiece(traceOf(ask), this.#redactor, ask),
      importBegin: () => ({ importId: imported().begin() }),
      importLines: ({ importId, text }) => imported().lines(importId, text, this.#redactor()),
      importEnd: ({ importId }) => {
        imported().end(importId);
        return null;
      },
      importedWindow: ({ importId, ...ask }) => imported().expect(importId).windows.read(ask),
      importedPayload: ({ importId, seq }) => imported().expect(importId).columns.payload(seq),
      importedValues: ({ importId, ...ask }) => readValues(imported().expect(importId).columns, ask),
      record: ask => this.#record(ask),
      recorder: () => this.#recorderState(),
    };
  }

  #expectImported(): ImportedTraces {
    if (this.#imported) return this.#imported;
    throw new Error('No trace is imported; import a file first, and start Pilothouse again if it does not begin.');
  }

  #record({ folder, about }: ToolAsk<'record'>): RecorderState {
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
