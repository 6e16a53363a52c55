// What a page has written, as values: JSON that the hub would read too.
import { isRecord, maxJsonDepth, nestsWithin, parseJson } from '../../../contract/json.ts';
import { PageFault } from './page-fault.ts';

/** Throws ERR_INVALID_REQUEST for what the hub would not read: a name that reaches a prototype, or too deep a nesting. */
export function readPayload(type: string, written: string): Record<string, unknown> {
  let payload: unknown;
  try {
    payload = readJson(written);
  } catch {
    throw new PageFault(
      'ERR_INVALID_REQUEST',
      `${type.slice(0, 100)} was called with what no JSON may hold: the name "__proto__", or more than ${maxJsonDepth} levels.`,
    );
  }
  if (payload === null) return {};
  if (isRecord(payload)) return payload;
  throw new PageFault('ERR_INVALID_REQUEST', `${type.slice(0, 100)} takes an object with its options.`);
}

/** Throws SyntaxError. */
export function readJson(text: string): unknown {
  const value = parseJson(text);
  if (!nestsWithin(value, maxJsonDepth)) throw new SyntaxError('It is nested too deep.');
  return value;
}
