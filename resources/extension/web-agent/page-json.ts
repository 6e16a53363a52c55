// A value of the page as JSON, in which all of them travel, and what the page hears of one that JSON cannot say.
import type { PageError } from '../../../contract/web-agent.ts';

/** Null where the value has no JSON. What is undefined is null there. */
export function write(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return null;
  }
}

/** `what` holds it. */
export function unwritable(what: string): PageError {
  const why = 'holds what JSON cannot say, such as a circle or a BigInt; send plain values.';
  return { code: 'ERR_INVALID_REQUEST', message: `${what.slice(0, 100)} ${why}` };
}
