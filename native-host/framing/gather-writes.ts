// What is written to one stream in one turn of the event loop goes out in two calls of the operating system at most: they cost more than the bytes.
import type { Writable } from 'node:stream';

type Gathering = Pick<Writable, 'writableCorked' | 'cork' | 'uncork'>;

/** Those that were written to in this turn. */
const written = new Set<Gathering>();

/**
 * To be called before each small write. The first of a turn goes out at once, because it may be the only one and somebody
 * waits for it; those behind it go together. Order, `drain`, `writableLength` and `end` are as without this.
 */
export function gatherWrites(stream: Gathering): void {
  if (written.has(stream)) {
    if (stream.writableCorked === 0) stream.cork();
    return;
  }
  written.add(stream);
  // Runs when everything that came in with this turn was worked off, promises too.
  process.nextTick(endTurn, stream);
}

function endTurn(stream: Gathering): void {
  written.delete(stream);
  if (stream.writableCorked > 0) stream.uncork();
}
