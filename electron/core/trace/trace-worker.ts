// The worker thread that holds the trace: takes chunks, redacts, answers queries.
import { parentPort, workerData } from 'node:worker_threads';
import { mapTexts } from '../../../contract/reason.ts';
import { Redactor } from '../redaction/redact.ts';
import { OpReader } from './op-codec.ts';
import { QueryAnswers } from './query-answers.ts';
import { Slices } from './slices.ts';
import { TraceColumns, type TraceLimits } from './trace-columns.ts';
import { WordMask } from './word-mask.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Payload } from './trace-op.ts';
import type { FromTraceWorker, ToTraceWorker } from './worker-messages.ts';

const columns = new TraceColumns(workerData as TraceLimits);
let redactor = new Redactor([]);
let words = new WordMask(redactor);
const queries = new QueryAnswers(columns, () => redactor);
const slices = new Slices({ now: () => performance.now(), later: next => setImmediate(next) });
const reader = new OpReader({
  open: op => {
    const texts = op.texts.map(text => text && words.text(text));
    columns.open({ ...op, texts, what: words.name(op.what), payload: redacted(op.payload) });
    if (op.isNotification) queries.ended(op.seq);
  },
  waiting: seq => columns.waiting(seq),
  close: op => {
    const why = op.why && maskedJson(op.why);
    columns.close({ ...op, why, reason: op.reason && redactor.sentence(op.reason), payload: redacted(op.payload) });
    queries.ended(op.seq);
  },
});

parentPort?.on('message', (message: ToTraceWorker) => {
  switch (message.kind) {
    case 'secrets':
      redactor = new Redactor(message.values);
      words = new WordMask(redactor);
      return;
    case 'chunk': {
      const { bytes, length, ops } = message;
      reader.read(bytes, length);
      const { total, newest } = columns;
      return post({ kind: 'taken', bytes, length, ops, total, newest }, [bytes]);
    }
    case 'query': {
      const { id, name, params } = message;
      const run = () => slices.run(queries.answer(name, params), reply => post({ kind: 'reply', id, reply }));
      // Where it cannot be loaded, the answer says so; the trace goes on.
      if (name === 'import-begin') void queries.loadImports().then(run, run);
      else run();
    }
  }
});

function post(answer: FromTraceWorker, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, transfer);
}

function maskedJson(text: string): string {
  return JSON.stringify(mapTexts(JSON.parse(text) as Reason, words => redactor.sentence(words)));
}

function redacted(payload: Payload): Payload {
  if (payload.text === null) return payload;
  const { buffer, byteOffset, byteLength } = payload.text;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  const masked = redactor.message(text);
  return masked === text ? payload : { ...payload, text: Buffer.from(masked) };
}
