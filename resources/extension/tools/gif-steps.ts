// What a GIF of a recording shows, one step after the other: which picture, and what is drawn on it.
import type { Point } from './page-input.ts';
import type { Frame } from './recordings.ts';

export interface Step {
  readonly frame: Frame;
  readonly label: string;
  readonly points: readonly Point[];
  readonly delayMs: number;
}

const usualMs = 1_000;
const lastMs = 2_500;

/** A place is marked on the document that it belongs to: where an act led to another one, on the picture that was taken before. */
export function stepsOf(frames: readonly Frame[]): Step[] {
  return frames.flatMap((frame, at) => {
    const { label, points } = frame.deed;
    const delayMs = at === frames.length - 1 ? lastMs : usualMs;
    if (points.length === 0 || frame.document === frame.actedIn) return [{ frame, label, points, delayMs }];
    const before = frames[at - 1];
    const marked = before?.document === frame.actedIn ? [{ frame: before, label, points, delayMs: usualMs }] : [];
    return [...marked, { frame, label, points: [], delayMs }];
  });
}
