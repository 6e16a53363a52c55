// Traces that were read from files: each in columns of its own, apart from the live one and never written to again.
import { hubError } from '../../../../words/hub-error.ts';
import { createQueriedTrace, type QueriedTrace } from '../queried-trace.ts';
import { TraceColumns, type TraceLimits } from '../trace-columns.ts';
import { LineReader } from './read-line.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ImportedLines } from '../../../../contract/schemas/trace-tools.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { CloseOp, OpenOp, Payload } from '../trace-op.ts';

interface Imported extends QueriedTrace {
  readonly reader: LineReader;
  /** Numbers that the file has passed over: each of them costs a look. */
  skipped: number;
}

/** The memory is taken as it is written. */
const importLimits: TraceLimits = { entries: 1_000_000, payloadBytes: 64 * 1024 * 1024 };
const maxImports = 2;
const maxSkipped = 20_000_000;

export class ImportedTraces {
  readonly #limits: TraceLimits;
  readonly #traces = new Map<number, Imported>();
  #lastId = 0;

  constructor(limits = importLimits) {
    this.#limits = limits;
  }

  /** Makes room for one; the oldest goes when there are too many. */
  begin(): number {
    this.#lastId += 1;
    const trace = createQueriedTrace(new TraceColumns(this.#limits));
    this.#traces.set(this.#lastId, { ...trace, reader: new LineReader(), skipped: 0 });
    const [oldest = 0] = this.#traces.keys();
    if (this.#traces.size > maxImports) this.#traces.delete(oldest);
    return this.#lastId;
  }

  end(id: number): void {
    this.#traces.delete(id);
  }

  /** Throws ERR_INVALID_ARGUMENTS for one that is gone. */
  expect(id: number): Imported {
    const found = this.#traces.get(id);
    if (found) return found;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'import-not-kept' });
  }

  /** Takes whole lines, in any order as long as the newest million numbers have room for them. */
  lines(id: number, text: string, redactor: Redactor): ImportedLines {
    const trace = this.expect(id);
    const told = { entries: 0, refused: 0, refusal: null as Reason | null };
    for (const line of text.split('\n')) {
      const read = trace.reader.read(line, trace.columns.newest + 1);
      if (read === null) continue;
      const refusal = 'kind' in read ? read : placeRefusal(trace, read.open);
      if (!('kind' in read) && refusal === null) {
        take(trace.columns, redactor, read);
        told.entries += 1;
        continue;
      }
      told.refused += 1;
      told.refusal ??= refusal;
    }
    return told;
  }
}

/** Why an entry has no place, or null. */
function placeRefusal(trace: Imported, { seq }: OpenOp): Reason | null {
  const { columns } = trace;
  if (columns.slotOf(seq) >= 0) return { kind: 'entry-twice', entry: seq };
  if (columns.newest > 0 && seq < columns.oldest) return { kind: 'entry-too-old', entry: seq };
  trace.skipped += Math.min(columns.capacity, Math.max(0, seq - columns.newest - 1));
  return trace.skipped > maxSkipped ? { kind: 'entries-leave-out' } : null;
}

function take(
  columns: TraceColumns,
  redactor: Redactor,
  { open, close }: { open: OpenOp; close: CloseOp | null },
): void {
  columns.open({ ...open, payload: masked(open.payload, redactor) });
  if (!close) return;
  const reason = close.reason && redactor.sentence(close.reason);
  columns.close({ ...close, reason, payload: masked(close.payload, redactor) });
}

function masked(payload: Payload, redactor: Redactor): Payload {
  if (payload.text === null) return payload;
  return { ...payload, text: Buffer.from(redactor.message(payload.text.toString())) };
}
