// The server's stderr on its way to the hub: every byte, at a pace at which nobody else suffers.
import { Bucket } from '../core/servers/process/bucket.ts';
import type { Readable, Writable } from 'node:stream';

const burstBytes = 4 * 1024 * 1024;
const bytesPerMs = (2 * 1024 * 1024) / 1000;

/** Ends with `from` and leaves `to` open. What it returns lets the rest pass at once: the last words of a server that has ended. */
export function passStderr(from: Readable, to: Writable): () => void {
  const bucket = new Bucket(burstBytes, bytesPerMs);
  let holds = 0;
  let isPaced = true;
  const release = () => {
    holds -= 1;
    if (holds === 0) from.resume();
  };
  const hold = (until: (release: () => void) => void) => {
    holds += 1;
    from.pause();
    until(release);
  };
  from.on('data', (chunk: Buffer) => {
    if (!to.destroyed && !to.write(chunk)) hold(go => to.once('drain', go));
    const waitMs = bucket.fill(chunk.length, performance.now());
    if (waitMs > 0 && isPaced) hold(go => setTimeout(go, waitMs));
  });
  from.on('error', () => {});
  return () => {
    isPaced = false;
    from.resume();
  };
}
