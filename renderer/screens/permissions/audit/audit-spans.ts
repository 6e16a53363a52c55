// Spans of time that the audit is looked at in.
export const spans = ['all', 'hour', 'day', 'week', 'own'] as const;
export type Span = (typeof spans)[number];

const hourMs = 3_600_000;
const lengths = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
/** An address keeps the moment and not the span, so the span is read from how long ago that is. */
const slack = 0.25 * hourMs;

/** The moment from which a span counts; undefined is from the beginning. */
export function spanSince(span: Span, now: number): number | undefined {
  return span === 'all' || span === 'own' ? undefined : now - lengths[span];
}

/** Which span begins at a moment; `own` is none of them. */
export function spanOf(since: number | undefined, now: number): Span {
  if (since === undefined) return 'all';
  const ago = now - since;
  const near = (length: number) => ago >= length && ago < length + slack;
  if (near(lengths.hour)) return 'hour';
  if (near(lengths.day)) return 'day';
  return near(lengths.week) ? 'week' : 'own';
}
