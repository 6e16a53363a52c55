// Milliseconds as OpenTelemetry writes time: seconds and nanoseconds.
export function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  const nanos = Math.round((ms - seconds * 1_000) * 1_000_000);
  return nanos < 1_000_000_000 ? [seconds, nanos] : [seconds + 1, 0];
}
