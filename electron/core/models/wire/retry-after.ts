// How long a provider that limits its rate asks to be left alone.

const unsaidSeconds = 30;
const mostSeconds = 86_400;

/** RFC 9110 10.2.3: seconds or a date; OpenAI says milliseconds too. Where nothing can be read, half a minute. */
export function retryAfterSeconds(headers: Headers, now: number): number {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms > 0) return bounded(ms / 1_000);
  const said = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(said)) return bounded(Number(said));
  const date = Date.parse(said);
  return Number.isNaN(date) ? unsaidSeconds : bounded((date - now) / 1_000);
}

function bounded(seconds: number): number {
  return Math.min(mostSeconds, Math.max(1, Math.ceil(seconds)));
}
