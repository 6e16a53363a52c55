// WASI's `poll_oneoff` where regular files are among what is waited for: these are always ready, so nothing is waited for.
import type { Descriptors } from './descriptors.ts';
import type { GuestMemory } from './guest-memory.ts';

const [subscriptionBytes, eventBytes] = [48, 32];

/** False when none of the subscriptions is for a file of ours, and the pipes and clocks are to be waited for. */
export function pollFiles(
  memory: GuestMemory,
  open: Descriptors,
  [list, events, count, told]: readonly [number, number, number, number],
): boolean {
  let ready = 0;
  for (let index = 0; index < count >>> 0; index++) {
    const subscription = memory.view((list >>> 0) + index * subscriptionBytes, subscriptionBytes);
    // `eventtype`: 0 is a clock, 1 reading, 2 writing; the descriptor's number follows.
    const type = subscription.getUint8(8);
    if (type === 0 || !open.has(subscription.getUint32(16, true))) continue;
    const event = memory.view((events >>> 0) + ready * eventBytes, eventBytes);
    const userdata = subscription.getBigUint64(0, true);
    for (let at = 0; at < eventBytes; at += 8) event.setBigUint64(at, at === 0 ? userdata : 0n, true);
    event.setUint8(10, type);
    ready += 1;
  }
  if (ready > 0) memory.setU32(told, ready);
  return ready > 0;
}
