// What the trace's thread does: masks what chunks bring, keeps it, and answers queries, of the live trace or of an imported one.
import { toErrorValue } from '../../../contract/errors.ts';
import { mapTexts } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { Redactor } from '../redaction/redact.ts';
import { exportPiece, previewPiece } from './export/export-pieces.ts';
import { readFigures } from './figures.ts';
import { findCall } from './find-call.ts';
import { NameMask } from './name-mask.ts';
import { OpReader } from './op-codec.ts';
import { createQueriedTrace, type QueriedTrace } from './queried-trace.ts';
import { readRelated } from './read-related.ts';
import { KeptTail } from './record/kept-tail.ts';
import { Recorder } from './record/recorder.ts';
import { restoreKept } from './restore-kept.ts';
import { Slices, type Work } from './slices.ts';
import { TracePins } from './trace-pins.ts';
import { readValues } from './trace-values.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ImportedTraces } from './import/imported-traces.ts';
import type { TraceColumns } from './trace-columns.ts';
import type {
  FromTraceThread,
  QueryAnswer,
  QueryName,
  QueryParams,
  QueryReply,
  RecorderState,
  ToTraceThread,
} from './trace-messages.ts';
import type { CloseOp, OpenOp, Payload } from './trace-op.ts';

/** What takes long is told in slices. */
type Answers = { readonly [N in QueryName]: (params: QueryParams<N>) => QueryAnswer<N> | Work<QueryAnswer<N>> };

/** The thread's end of the line to the hub. */
export interface TracePort {
  on(event: 'message', take: (message: ToTraceThread) => void): unknown;
  postMessage(message: FromTraceThread, transfer: readonly ArrayBuffer[]): void;
}

const off: RecorderState = { on: false, entries: 0, bytes: 0, failure: null };

let makeImports: (() => ImportedTraces) | null = null;

/** To be awaited before an import begins: what checks a file is loaded when the first one comes. */
export async function loadImports(): Promise<void> {
  const { ImportedTraces: Traces } = await import('./import/imported-traces.ts');
  makeImports = () => new Traces();
}

export class TraceThread {
  readonly #live: QueriedTrace;
  readonly #pins: TracePins;
  readonly #port: TracePort;
  readonly #answers = this.#makeAnswers();
  readonly #slices = new Slices({ now: () => performance.now(), later: next => setImmediate(next) });
  readonly #reader = new OpReader({
    open: op => this.#open(op),
    waiting: seq => this.#live.columns.waiting(seq),
    close: op => this.#close(op),
  });
  #redactor = new Redactor([]);
  #words = new NameMask(this.#redactor);
  #recorder: Recorder | null = null;
  #tail: KeptTail | null = null;
  #imported: ImportedTraces | null = null;

  /** `keptFolder`: where the newest part is kept for the next run of the hub; nothing is kept when it is null. */
  constructor(columns: TraceColumns, port: TracePort, keptFolder: string | null = null) {
    this.#live = createQueriedTrace(columns);
    this.#pins = new TracePins(columns);
    this.#port = port;
    const entry = (seq: number) => {
      const slot = columns.slotOf(seq);
      return slot < 0 ? null : columns.entry(slot);
    };
    if (keptFolder !== null) this.#tail = new KeptTail({ folder: keptFolder, entry });
    port.on('message', message => this.#take(message));
  }

  #take(message: ToTraceThread): void {
    switch (message.kind) {
      case 'secrets':
        this.#redactor = new Redactor(message.values);
        this.#words = new NameMask(this.#redactor);
        return;
      case 'restore':
        return restoreKept(this.#live.columns, message.entries);
      case 'chunk': {
        const { bytes, length, ops } = message;
        this.#reader.read(bytes, length);
        const { total, newest } = this.#live.columns;
        return this.#port.postMessage({ kind: 'taken', bytes, length, ops, total, newest }, [bytes]);
      }
      case 'query': {
        const { id, name, params } = message;
        const run = () =>
          this.#slices.run(this.answer(name, params), reply =>
            this.#port.postMessage({ kind: 'reply', id, reply }, []),
          );
        // Where it cannot be loaded, the answer says so; the trace goes on.
        if (name === 'import-begin') void loadImports().then(run, run);
        else run();
      }
    }
  }

  /** Never throws: whatever goes wrong becomes a value, and the thread lives on. */
  *answer(name: QueryName, params: unknown): Work<QueryReply> {
    try {
      // The table pairs each name with its own params, which a union of names hides.
      const answer = this.#answers[name] as (params: unknown) => unknown;
      const value = answer(params);
      return { ok: true, value: isWork(value) ? yield* value : value };
    } catch (error) {
      return { ok: false, error: toErrorValue(error) };
    }
  }

  #open(op: OpenOp): void {
    const texts = op.texts.map(text => text && this.#words.text(text));
    this.#live.columns.open({ ...op, texts, what: this.#words.name(op.what), payload: this.#masked(op.payload) });
    if (op.isNotification) this.#ended(op.seq);
  }

  #close(op: CloseOp): void {
    const reason = op.reason && this.#redactor.sentence(op.reason);
    const why = op.why && this.#maskedValue(op.why);
    this.#live.columns.close({ ...op, reason, why, payload: this.#masked(op.payload) });
    this.#ended(op.seq);
  }

  #maskedValue(json: string): string {
    return JSON.stringify(mapTexts(JSON.parse(json) as Reason, text => this.#redactor.sentence(text)));
  }

  #masked(payload: Payload): Payload {
    if (payload.text === null) return payload;
    const text = payload.text.toString();
    const masked = this.#redactor.message(text);
    return masked === text ? payload : { ...payload, text: Buffer.from(masked) };
  }

  /** A notification ends as it begins. */
  #ended(seq: number): void {
    const { columns } = this.#live;
    this.#pins.changed(seq);
    this.#tail?.ended(seq);
    if (!this.#recorder) return;
    const slot = columns.slotOf(seq);
    if (slot >= 0) this.#recorder.entry(columns.entry(slot), columns.payload(seq));
  }

  #makeAnswers(): Answers {
    const imported = () => this.#expectImported();
    const traceOf = ({ importId }: { importId?: number | undefined }) =>
      importId === undefined ? this.#live : imported().expect(importId);
    const columnsOf = (params: { importId?: number | undefined }) => traceOf(params).columns;
    return {
      window: params => {
        const { windows, columns } = traceOf(params);
        const { slots, ...place } = windows.find(params);
        return { ...place, entries: slots.map(slot => columns.entry(slot)) };
      },
      values: params => readValues(columnsOf(params), params),
      payload: params =>
        (params.importId === undefined ? this.#pins.payload(params.seq) : null) ??
        columnsOf(params).payload(params.seq),
      related: params => readRelated(columnsOf(params), params.seq),
      figures: params => readFigures(columnsOf(params), params),
      'export-preview': params => previewPiece(columnsOf(params), this.#redactor, params),
      export: params => exportPiece(traceOf(params), () => this.#redactor, params),
      call: ({ seq }) => findCall(this.#live.columns, seq),
      pin: ({ seq, on }) => {
        this.#pins.set(seq, on);
        return {};
      },
      // An imported trace loses nothing, so nothing of it is pinned.
      pins: ({ importId }) => ({ entries: importId === undefined ? this.#pins.entries() : [] }),
      'import-begin': () => ({ importId: imported().begin() }),
      'import-lines': ({ importId, text }) => imported().lines(importId, text, this.#redactor),
      'import-end': ({ importId }) => {
        imported().end(importId);
        return {};
      },
      record: params => this.#record(params),
      recorder: () => this.#recorderState(),
      ...this.#keptAnswers(),
    };
  }

  #keptAnswers(): Pick<Answers, 'flush-kept' | 'forget-kept'> {
    return {
      'flush-kept': () => {
        this.#tail?.flush();
        return { failure: this.#tail?.failure ?? null };
      },
      'forget-kept': () => {
        this.#tail?.forget();
        return {};
      },
    };
  }

  #expectImported(): ImportedTraces {
    if (makeImports) return (this.#imported ??= makeImports());
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-import' });
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
