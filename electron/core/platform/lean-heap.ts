// Keeps the heap of a hub that is open all day close to what it needs.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then whoever waited for the start has what they came for. */
const settleMs = 3_000;

/**
 * To be given to Node where we start a hub: under a steady load V8 would let the part where objects begin grow to three times 32 MiB.
 * Three times 4 are enough to forget nearly everything before it has to be copied; with 2 a fifth of the calls a second is lost.
 */
export const youngHeapFlag = '--max-semi-space-size=4';

/** Under a steady load V8 lets a heap grow to several times of what lives, for the sake of speed. The hub gains little by that. */
export function keepHeapLean(): void {
  const isBounded = process.execArgv.some(argument => argument.startsWith('--max-semi-space-size'));
  // It cannot be bounded any more, but stay as large as it is after the start.
  if (!isBounded) setFlagsFromString('--semi-space-growth-factor=1');
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
