// Which schedules a test tries: the few that it names, or `SCHEDULES` of them, which begin with those.

/** `SCHEDULES=50 npx vitest run --project integration shared-schedules` tries at length. */
export function scheduleSeeds(...named: readonly number[]): number[] {
  const count = Number(process.env['SCHEDULES'] ?? named.length);
  const first = Math.max(...named) + 1;
  return [...named, ...Array.from({ length: Math.max(0, count - named.length) }, (_, index) => first + index)];
}
