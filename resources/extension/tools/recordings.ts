// The recordings of tabs, for their owners, until a tab closes or the background starts anew: frames, within bounds.
import type { Region } from '../page/scripted-pointer.ts';
import type { Deed } from './deed.ts';

export interface Frame {
  /** A PNG as base64. */
  readonly data: string;
  /** What it shows, in CSS pixels of what can be seen. */
  readonly area: Region;
  /** The documents that it shows, and that the deed was done in. */
  readonly document: string;
  readonly actedIn: string;
  /** All that it shows something of: the page's own origin, and those of frames in it that are not covered. */
  readonly origins: readonly string[];
  readonly deed: Deed;
}

/** Why an act has no frame. */
export type Missing = 'hidden' | 'failed';

export interface Recording {
  /** Of the call that began it. */
  readonly keptFor: string;
  isRunning: boolean;
  readonly frames: Frame[];
  /** Frames that were given up for newer ones. */
  dropped: number;
  /** Acts of which there is no frame. */
  readonly missed: Record<Missing, number>;
}

export const maxFrames = 50;
/** Of all recordings together, as base64. */
const maxChars = 40 * 1024 * 1024;

const byTab = new Map<number, Recording>();

chrome.tabs.onRemoved.addListener(tabId => byTab.delete(tabId));

/** In place of the one that was there. */
export function beginRecording(tabId: number, keptFor: string): Recording {
  const recording = { keptFor, isRunning: true, frames: [], dropped: 0, missed: { hidden: 0, failed: 0 } };
  byTab.set(tabId, recording);
  return recording;
}

/** That of the asker. Another one who acts in the tab owns it now, and ends what was recorded for the one before. */
export function recordingOf(tabId: number, keptFor: string, acts: boolean): Recording | null {
  const recording = byTab.get(tabId);
  if (!recording) return null;
  if (recording.keptFor === keptFor) return recording;
  if (acts) byTab.delete(tabId);
  return null;
}

export function forgetRecording(tabId: number): void {
  byTab.delete(tabId);
}

/** A look that shows what was there already adds nothing. */
export function addFrame(recording: Recording, frame: Frame): void {
  const { frames } = recording;
  if (frame.deed.label === '' && frames.at(-1)?.data === frame.data) return;
  frames.push(frame);
  if (frames.length > maxFrames) dropOldest(recording);
  let chars = 0;
  for (const each of byTab.values()) chars += charsOf(each);
  while (chars > maxChars) chars -= dropOldest(largest());
}

function dropOldest(recording: Recording): number {
  recording.dropped += 1;
  return recording.frames.shift()?.data.length ?? 0;
}

/** So that no one's recording is kept at the cost of smaller ones. */
function largest(): Recording {
  return [...byTab.values()].reduce((one, other) => (charsOf(other) > charsOf(one) ? other : one));
}

function charsOf({ frames }: Recording): number {
  return frames.reduce((sum, { data }) => sum + data.length, 0);
}
