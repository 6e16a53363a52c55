// The real trace worker, which ends its thread as soon as a message with the method `die` arrives.
import { parentPort } from 'node:worker_threads';
import '../../../../electron/core/trace/trace-worker.ts';
import type { ToTraceWorker } from '../../../../electron/core/trace/worker-messages.ts';

parentPort?.on('message', (message: ToTraceWorker) => {
  if (message.kind !== 'batch') return;
  if (message.ops.some(op => op.kind === 'open' && op.entry.method === 'die')) process.exit(3);
});
