// How a message of the stateless era is refused before anybody is asked: an HTTP status, and a JSON-RPC error with its own id.
import { isRecord } from '../../../../contract/json.ts';
import { HttpError } from '../replies.ts';
import type { IncomingMessage } from 'node:http';

export function refused(status: number, code: number, message: string, data: unknown, body: unknown): HttpError {
  return new HttpError(status, message, code, { data, requestId: idOf(body) });
}

/** The header where it came once. */
export function headerOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function idOf(body: unknown): string | number | null {
  if (!isRecord(body) || typeof body.method !== 'string') return null;
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : null;
}
