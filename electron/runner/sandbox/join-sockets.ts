// Two connections as one: what comes in at either goes out at the other, whole where it came to its end, and neither outlives the other.
import type { Socket } from 'node:net';

export function joinSockets(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  endWith(one, other);
  endWith(other, one);
}

function endWith(first: Socket, second: Socket): void {
  first.on('error', () => second.destroy());
  // A slow reader has not taken all of it yet.
  first.on('close', () => (first.readableEnded ? second.destroySoon() : second.destroy()));
}
