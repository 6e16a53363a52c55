// Two connections as one: what comes in at either goes out at the other, and neither outlives the other.
import type { Socket } from 'node:net';

export function joinSockets(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.on('close', () => other.destroy());
  other.on('close', () => one.destroy());
}
