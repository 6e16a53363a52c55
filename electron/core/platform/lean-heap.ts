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
  // Beside Chromium it would gain little.
  if (process.versions.electron === undefined) setTimeout(collectStart, settleMs).unref();
}

/** A hub at rest makes nothing new, so V8 would see no reason to give back what the start has left, which is a fifth of all it holds. */
function collectStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
