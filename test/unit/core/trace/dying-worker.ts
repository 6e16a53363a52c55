// The real trace worker, which ends its thread as soon as a message with the method `die` arrives.
import { parentPort } from 'node:worker_threads';
import type { ToTraceWorker } from '../../../../electron/core/trace/worker-messages.ts';

// Before the real one hears it, which gives the bytes away. Names stand in a chunk as they are.
parentPort?.on('message', (message: ToTraceWorker) => {
  if (message.kind === 'chunk' && Buffer.from(message.bytes, 0, message.length).includes('die')) process.exit(3);
});
await import('../../../../electron/core/trace/trace-worker.ts');
