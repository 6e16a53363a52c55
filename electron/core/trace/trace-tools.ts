// What the trace's thread does beside windows and payloads. Whatever goes wrong becomes a sentence: the thread lives on.
import { randomBytes } from 'node:crypto';
import { exportPiece, previewPiece } from './export/export-pieces.ts';
import { readFigures } from './figures.ts';
import { findCall } from './find-call.ts';
import { ImportedTraces } from './import/imported-traces.ts';
import { Recorder } from './record/recorder.ts';
import { readValues } from './trace-values.ts';
import type { Redactor } from './redact.ts';
import type { RecorderState, ToolAnswer, ToolAsk, ToolName, ToolReply } from './tool-asks.ts';
import type { TraceColumns } from './trace-columns.ts';

type Tools = { readonly [N in ToolName]: (ask: ToolAsk<N>) => ToolAnswer<N> };

const off: RecorderState = { on: false, entries: 0, bytes: 0, failure: null };

export class TraceTools {
  readonly #columns: TraceColumns;
  readonly #redactor: () => Redactor;
  readonly #runId = randomBytes(8).toString('hex');
  readonly #imported = new ImportedTraces();
  readonly #tools: Tools;
  #recorder: Recorder | null = null;

  /** `redactor` gives the one that knows the secrets of now. */
  constructor(columns: TraceColumns, redactor: () => Redactor) {
    this.#columns = columns;
    this.#redactor = redactor;
    this.#tools = this.#makeTools();
  }

  answer(tool: ToolName, ask: unknown): ToolReply {
    try {
      // The table pairs each name with its own ask, which a union of names hides.
      const answer = this.#tools[tool] as (ask: unknown) => unknown;
      return { ok: true, value: answer(ask) };
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
    const columns = this.#columns;
    const imported = this.#imported;
    return {
      call: ({ seq }) => findCall(columns, seq),
      figures: ({ filter, side }) => readFigures(columns, filter, side),
      preview: ask => previewPiece(columns, this.#redactor(), ask),
      export: ask => exportPiece(columns, this.#redactor(), this.#runId, ask),
      importBegin: () => ({ importId: imported.begin() }),
      importLines: ({ importId, text }) => imported.lines(importId, text, this.#redactor()),
      importEnd: ({ importId }) => {
        imported.end(importId);
        return null;
      },
      importedWindow: ({ importId, ...ask }) => imported.expect(importId).windows.read(ask),
      importedPayload: ({ importId, seq }) => imported.expect(importId).columns.payload(seq),
      importedValues: ({ importId, ...ask }) => readValues(imported.expect(importId).columns, ask),
      record: ask => this.#record(ask),
      recorder: () => this.#recorderState(),
    };
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
