// The only place for what differs between Electron 33 and 45.
import type { IpcMainInvokeEvent } from 'electron';
import type { SenderFrame } from './panel-address.ts';

/** The frame that sent a message. A frame that is gone is null in newer versions and throws when read in older ones. */
export function readSenderFrame(event: IpcMainInvokeEvent): SenderFrame | null {
  try {
    const frame = event.senderFrame;
    if (!frame) return null;
    return { url: frame.url, isMainFrame: frame === event.sender.mainFrame };
  } catch {
    return null;
  }
}
