// What a browser takes from its native messaging host in one frame.
import { maxBrowserFrameBytes } from '../../../contract/frame-bounds.ts';
import { hubError } from '../../../words/hub-error.ts';
/** Throws ERR_TOO_LARGE for a message that the browser would not take; its port then stays as it is. */
export function expectBrowserTakes(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBrowserFrameBytes) return;
  throw hubError('ERR_TOO_LARGE', { kind: 'request-too-large', bytes, most: maxBrowserFrameBytes });
}
