// What a browser takes from its native messaging host in one frame.
import { HubError } from '../../../contract/errors.ts';
import { maxBrowserFrameBytes } from '../../../contract/frame-bounds.ts';
/** Throws ERR_TOO_LARGE for a message that the browser would not take; its port then stays as it is. */
export function expectBrowserTakes(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBrowserFrameBytes) return;
  throw new HubError(
    'ERR_TOO_LARGE',
    `The request is ${bytes} bytes; a browser takes at most ${maxBrowserFrameBytes}. Send less.`,
  );
}
