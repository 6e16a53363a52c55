// How much of a source is read at most. Tests hand in smaller ones.

export interface SourceLimits {
  /** Of one answer, and of all of a refresh. */
  readonly pageBytes: number;
  readonly totalBytes: number;
  readonly pages: number;
  readonly entries: number;
  /** Until an answer has come to its end. */
  readonly answerMs: number;
  /** How often a page is asked for again, and the pause before the first of these; each further one is twice as long. */
  readonly retries: number;
  readonly backOffMs: number;
  /** The longest pause that a registry may ask for. */
  readonly waitMs: number;
  readonly files: number;
}

const MiB = 1024 * 1024;

export const sourceLimits: SourceLimits = {
  pageBytes: 16 * MiB,
  totalBytes: 1024 * MiB,
  pages: 5_000,
  entries: 200_000,
  answerMs: 30_000,
  retries: 3,
  backOffMs: 500,
  waitMs: 60_000,
  files: 5_000,
};

/** In whole ones, for a sentence. */
export function mibOf(bytes: number): number {
  return Math.max(1, Math.round(bytes / MiB));
}
