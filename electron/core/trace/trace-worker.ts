// Starts the thread that holds the trace.
import { parentPort, workerData } from 'node:worker_threads';
import { giveBackStart } from '../platform/lean-heap.ts';
import { TraceColumns } from './trace-columns.ts';
import { TraceThread } from './trace-thread.ts';
import type { ThreadData } from './trace-messages.ts';

const { limits, keptFolder } = workerData as ThreadData;
if (parentPort) new TraceThread(new TraceColumns(limits), parentPort, keptFolder);
giveBackStart();
