// The worker thread that holds the trace: takes batches, redacts, answers windows and payloads.
import { parentPort, workerData } from 'node:worker_threads';
import { Redactor } from './redact.ts';
import { TraceColumns } from './trace-columns.ts';
import { readWindow } from './trace-window.ts';
import type { FromTraceWorker, ToTraceWorker, TraceLimits, TraceOp } from './worker-messages.ts';

const columns = new TraceColumns(workerData as TraceLimits);
let redactor = new Redactor([]);

parentPort?.on('message', (message: ToTraceWorker) => {
  const answer = answerTo(message);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  if (answer) parentPort?.postMessage(answer);
});

function answerTo(message: ToTraceWorker): FromTraceWorker | null {
  switch (message.kind) {
    case 'secrets':
      redactor = new Redactor(message.values);
      return null;
    case 'batch': {
      for (const op of message.ops) apply(op);
      const { total, newest } = columns;
      return { kind: 'taken', ops: message.ops.length, chars: message.chars, total, newest };
    }
    case 'window': {
      const window = readWindow(columns, message.filter, message.from, message.count);
      return { kind: 'window', id: message.id, window };
    }
    case 'payload':
      return { kind: 'payload', id: message.id, payload: columns.payload(message.seq) };
  }
}

function apply(op: TraceOp): void {
  switch (op.kind) {
    case 'open':
      columns.open(op.seq, op.at, op.clock, op.entry, op.kept ? redactor.message(op.entry.message.payload) : null);
      break;
    case 'waiting':
      columns.waiting(op.seq);
      break;
    case 'close': {
      const { close, kept } = op;
      const reason = close.reason && redactor.words(close.reason);
      const payload = kept && close.message ? redactor.message(close.message.payload) : null;
      columns.close(op.seq, op.clock, close, reason, payload);
      break;
    }
  }
}
