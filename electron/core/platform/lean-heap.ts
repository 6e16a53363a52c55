// Keeps the heap of a hub that is open all day close to what it needs.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then whoever waited for the start has what they came for, and the browsers and agents that come back have done so. */
const settleMs = 10_000;

/**
 * To be given to Node where we start a hub. Under a steady load V8 would let the part where objects begin grow to three times 32 MiB; three
 * times 4 are enough to forget nearly everything before it has to be copied, and with 2 a fifth of the calls a second is lost. One helper
 * thread in place of four: the hub's collections are small, and to share them out costs more than it saves.
 */
export const hubFlags = ['--max-semi-space-size=4', '--v8-pool-size=1'] as const;

/**
 * Under a steady load V8 lets a heap grow to several times of what lives, for the sake of speed. The hub gains little by that. It holds for the
 * whole process, so whoever owns that asks for it: not the hub, which may be one part among others.
 */
export function keepHeapLean(): void {
  const isBounded = process.execArgv.some(argument => argument.startsWith('--max-semi-space-size'));
  // It cannot be bounded any more, but it can stay as large as it is after the start.
  if (!isBounded) setFlagsFromString('--semi-space-growth-factor=1');
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
