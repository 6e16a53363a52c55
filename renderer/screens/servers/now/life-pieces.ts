// A server's life as a track: one piece for each state that it was in, as wide as it lasted.
import { stateTone } from '../../../words/server-words.ts';
import type { ServerEventRow } from '../../../../contract/schemas/servers.ts';
import type { Tone } from '../../../words/tone.ts';

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

/** Oldest first, over the time from the first event to now, at most an hour. Empty where nothing is known. */
export function lifePieces(events: readonly ServerEventRow[], now: number): LifePiece[] {
  const shared = events.filter(({ agentId }) => agentId === null);
  const start = Math.max(shared[0]?.at ?? now, now - longestMs);
  const span = now - start;
  if (span <= 0) return [];
  const pieces = shared.flatMap(({ at, state }, index) => {
    const from = Math.max(at, start);
    const to = shared[index + 1]?.at ?? now;
    return to < start
      ? []
      : [{ state, tone: stateTone(state), from, to, share: Math.max(leastShare, (to - from) / span) }];
  });
  const total = pieces.reduce((sum, { share }) => sum + share, 0);
  return pieces.map(piece => ({ ...piece, share: piece.share / total }));
}
