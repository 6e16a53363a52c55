// What a browser's link needs of the connection below it: a relay's frames, or the companion's own WebSocket.
import type { socketEnds } from '../../../contract/companion-socket.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

/** Why it ends, where the extension is to know. A relay passes no such thing on. */
export type SocketEnd = keyof typeof socketEnds;

export interface BrowserChannel extends Pick<FrameChannel, 'send' | 'onFrame' | 'onDrain'> {
  onClose(listener: (reason: string) => void): void;
  close(reason?: string, end?: SocketEnd): void;
}

/** Who came over a WebSocket: the key that it proved to know, and the profile that the key was made for. */
export interface SocketBrowser {
  readonly keyId: string;
  readonly extensionId: string;
  readonly profileId: string;
  /** It has just proved to know a code that the user typed, which counts as the approval. */
  readonly isPaired: boolean;
}

/** What follows for keys and codes from what becomes of a browser. */
export interface SocketBrowsers {
  connected(socket: SocketBrowser, browser: { readonly id: string; readonly name: string }): void;
  /** Its keys are worth nothing any more. */
  forgotten(browserId: string, keyId: string | null): Promise<void>;
}
