// One piece of memory that the sockets of this process read into, in place of 64 KiB of garbage for each read.
import type { OnReadOpts, Socket } from 'node:net';

const readBuffer = Buffer.allocUnsafeSlow(65_536);

/**
 * The `onread` of a socket that goes on as any stream does: 'data', 'end' and pauses are the same. Each read is copied out
 * before the next one of any socket can begin, so all may share the memory. `socketOf` is asked when bytes have come.
 */
export function sharedReads(socketOf: () => Socket): OnReadOpts {
  return {
    buffer: readBuffer,
    callback: (bytes, memory) => socketOf().push(Buffer.from(memory.subarray(0, bytes))),
  };
}
