// Keeps the heap of a hub that is open all day close to what it needs.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then whoever waited for the start has what they came for. */
const settleMs = 3_000;

/**
 * Under a steady load V8 lets the part where objects begin grow to three times 32 MiB, and the rest to several times of what lives,
 * for the sake of speed. Almost all that passes through the hub is forgotten at once, so it gains nothing by that.
 */
export function keepHeapLean(): void {
  // As large as it is after the start.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Collected when it has grown by half; a collection takes a few milliseconds here.
  setFlagsFromString('--heap-growing-percent=50');
  giveBackStart();
}

/**
 * A thread at rest makes nothing new, so V8 would see no reason to give back what its start has left: a fifth of the hub's heap, a third of
 * the trace's. For the thread that calls it.
 */
export function giveBackStart(): void {
  // Beside Chromium it would gain little.
  if (process.versions.electron === undefined) setTimeout(collect, settleMs).unref();
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
