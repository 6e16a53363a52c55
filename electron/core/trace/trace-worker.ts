// Starts the thread that holds the trace.
import { parentPort, workerData } from 'node:worker_threads';
import { TraceColumns, type TraceLimits } from './trace-columns.ts';
import { TraceThread } from './trace-thread.ts';

if (parentPort) new TraceThread(new TraceColumns(workerData as TraceLimits), parentPort);
