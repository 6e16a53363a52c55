// The worker thread that holds the trace: takes chunks, redacts, answers windows and payloads.
import { parentPort, workerData } from 'node:worker_threads';
import { Redactor } from '../redaction/redact.ts';
import { OpReader } from './op-reader.ts';
import { TraceTools } from './query-answers.ts';
import { Slices } from './slices.ts';
import { TraceColumns } from './trace-columns.ts';
import { TracePins } from './trace-pins.ts';
import { readValues } from './trace-values.ts';
import { TraceWindows } from './trace-window.ts';
import { WordMask } from './word-mask.ts';
import type { Payload } from './trace-op.ts';
import type { FromTraceWorker, ToTraceWorker, TraceLimits } from './worker-messages.ts';

const columns = new TraceColumns(workerData as TraceLimits);
const windows = new TraceWindows(columns);
const pins = new TracePins(columns);
let redactor = new Redactor([]);
let words = new WordMask(redactor);
const tools = new TraceTools(columns, () => redactor);
const slices = new Slices({ now: () => performance.now(), later: next => setImmediate(next) });
const reader = new OpReader({
  open: op => {
    const { what, rpcId } = op;
    columns.open({ ...op, what: words.name(what), rpcId: words.id(rpcId), payload: redacted(op.payload) });
    if (op.isNotification) tools.ended(op.seq);
  },
  waiting: seq => columns.waiting(seq),
  close: op => {
    columns.close({ ...op, reason: op.reason && redactor.sentence(op.reason), payload: redacted(op.payload) });
    pins.changed(op.seq);
    tools.ended(op.seq);
  },
});

parentPort?.on('message', (message: ToTraceWorker) => {
  if (message.kind === 'tool') {
    const { id, tool, ask } = message;
    const run = () => slices.run(tools.answer(tool, ask), reply => post({ kind: 'tool', id, reply }));
    // Where it cannot be loaded, the answer says so; the trace goes on.
    if (tool === 'importBegin') void tools.loadImports().then(run, run);
    else run();
    return;
  }
  const answer = answerTo(message);
  if (answer) post(answer);
});

function post(answer: FromTraceWorker): void {
  parentPort?.postMessage(answer, answer.kind === 'taken' ? [answer.bytes] : []);
}

function answerTo(message: Exclude<ToTraceWorker, { kind: 'tool' }>): FromTraceWorker | null {
  switch (message.kind) {
    case 'secrets':
      redactor = new Redactor(message.values);
      words = new WordMask(redactor);
      return null;
    case 'chunk': {
      const { bytes, length, ops } = message;
      reader.read(bytes, length);
      return { kind: 'taken', bytes, length, ops, total: columns.total, newest: columns.newest };
    }
    case 'window':
      return { kind: 'window', id: message.id, window: windows.read(message.ask) };
    case 'values':
      return { kind: 'values', id: message.id, values: readValues(columns, message.ask) };
    case 'pin':
      return { kind: 'pin', id: message.id, refusal: pins.set(message.seq, message.on) };
    case 'pins':
      return { kind: 'pins', id: message.id, entries: pins.entries() };
    case 'payload':
      return {
        kind: 'payload',
        id: message.id,
        payload: pins.payload(message.seq) ?? columns.payload(message.seq),
      };
  }
}

function redacted(payload: Payload): Payload {
  if (payload.text === null) return payload;
  const { buffer, byteOffset, byteLength } = payload.text;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  const masked = redactor.message(text);
  return masked === text ? payload : { ...payload, text: Buffer.from(masked) };
}
