// Keeps the part of the heap where objects begin as small as it is once the hub has started.
import { setFlagsFromString } from 'node:v8';

/**
 * Under a steady load V8 lets that part grow to three times 32 MiB, which it then keeps for good; a hub that is always open pays for
 * it all day and gains nothing, because what passes through it is forgotten at once.
 */
export function holdYoungHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
