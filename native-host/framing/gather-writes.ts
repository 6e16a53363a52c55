// What is written to one stream in one turn of the event loop goes to the operating system at once: a call of it costs more than the bytes.
import type { Writable } from 'node:stream';

type Gathering = Pick<Writable, 'writableCorked' | 'cork' | 'uncork'>;

/** To be called before each small write. Order, `drain`, `writableLength` and `end` are as without it. */
export function gatherWrites(stream: Gathering): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  // Runs when everything that came in with this turn was worked off, promises too.
  process.nextTick(uncork, stream);
}

function uncork(stream: Gathering): void {
  stream.uncork();
}
