// The real trace worker, which ends its thread as soon as a message with the method `die` arrives.
import { parentPort } from 'node:worker_threads';
import type { ToTraceThread } from '../../../../electron/core/trace/trace-messages.ts';

// Before the real one hears it, which gives the bytes away. Names stand in a chunk as they are.
parentPort?.on('message', (message: ToTraceThread) => {
  if (message.kind === 'chunk' && Buffer.from(message.bytes, 0, message.length).includes('die')) process.exit(3);
});
await import('../../../../electron/core/trace/trace-worker.ts');
