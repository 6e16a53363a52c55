// Spans of time that the audit is looked at in.
export const spans = ['all', 'hour', 'day', 'week', 'own'] as const;
export type Span = (typeof spans)[number];

const HOUR = 3_600_000;
const lengths = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const;
/** An address keeps the moment and not the span, so the span is read from how long ago that is. */
const SLACK = 0.25 * HOUR;

/** The moment from which a span counts; undefined is from the beginning. */
export function spanSince(span: Span, now: number): number | undefined {
  return span === 'all' || span === 'own' ? undefined : now - lengths[span];
}

/** Which span begins at a moment; `own` is none of them. */
export function spanOf(since: number | undefined, now: number): Span {
  if (since === undefined) return 'all';
  const ago = now - since;
  const near = (length: number) => ago >= length && ago < length + SLACK;
  if (near(lengths.hour)) return 'hour';
  if (near(lengths.day)) return 'day';
  return near(lengths.week) ? 'week' : 'own';
}
