// The one address that the desktop window shows, and who counts as being at it.

import { isFleetName } from '../../contract/fleet.ts';

export const panelScheme = 'app';
export const panelHost = 'bundle';
export const panelUrl = `${panelScheme}://${panelHost}/`;

/** Compares protocol and host: Node reads the origin of every custom scheme as the same string `null`. */
export function isPanelUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.protocol === `${panelScheme}:` && url.host === panelHost && url.username === '';
}

/** Whose panel an address of ours shows: the name of another hub of the fleet, or null for this one. */
export function hubOfAddress(text: string): string | null {
  const name = (isPanelUrl(text) && new URL(text).searchParams.get('hub')) || '';
  return isFleetName(name) ? name : null;
}

/** A frame as Electron names it in an IPC event; null once it has navigated away or is gone. */
export interface SenderFrame {
  readonly url: string;
  readonly isMainFrame: boolean;
}

/** Only the panel itself, in the window's own frame, may ask the hub for anything. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && frame.isMainFrame && isPanelUrl(frame.url);
}
