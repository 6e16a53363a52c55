// A life as a track: one piece for each state that something was in, as wide as it lasted.
import type { Tone } from '../../words/tone.ts';

/** A state, and when it began. */
export interface LifeEvent {
  readonly at: number;
  readonly state: string;
}

export interface LifePiece {
  readonly state: string;
  readonly tone: Tone;
  /** Share of the track's width, 0 to 1. */
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

const longestMs = 3_600_000;
/** What lasted shorter is still to be seen. */
const leastShare = 0.006;

/** Of events that come oldest first, over the time from the first to now, at most an hour. Empty where nothing is known. */
export function lifePieces(events: readonly LifeEvent[], now: number, toneOf: (state: string) => Tone): LifePiece[] {
  const start = Math.max(events[0]?.at ?? now, now - longestMs);
  const span = now - start;
  if (span <= 0) return [];
  const pieces = events.flatMap(({ at, state }, index) => {
    const from = Math.max(at, start);
    const to = events[index + 1]?.at ?? now;
    return to < start
      ? []
      : [{ state, tone: toneOf(state), from, to, share: Math.max(leastShare, (to - from) / span) }];
  });
  const total = pieces.reduce((sum, { share }) => sum + share, 0);
  return pieces.map(piece => ({ ...piece, share: piece.share / total }));
}
