// What the bodies of MCP over HTTP hold: one JSON-RPC message, or several in an array (JSON-RPC 2.0 section 6).
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { HttpError } from './replies.ts';
import type { MessageId } from '../../../contract/schemas/messages.ts';

export interface RpcValue {
  readonly kind: 'request' | 'notification' | 'response';
  readonly id: MessageId | null;
  readonly method: string | null;
  readonly value: Readonly<Record<string, unknown>>;
}

const maxBatch = 100;

/** Throws HttpError 400 with -32600 for what is no message, or more than 100 of them. */
export function readRpcValues(body: unknown): readonly RpcValue[] {
  if (!Array.isArray(body)) return [readRpcValue(body)];
  if (body.length === 0 || body.length > maxBatch)
    throw unreadable(`An array of ${body.length} messages is not taken; send 1 to ${maxBatch}.`);
  return body.map(readRpcValue);
}

/** The same of one message alone. */
export function readRpcValue(value: unknown): RpcValue {
  if (!isRecord(value) || value.jsonrpc !== '2.0') throw unreadable('This is no JSON-RPC 2.0 message.');
  const { id = null, method = null } = value;
  const isId = typeof id === 'string' || typeof id === 'number';
  if (typeof method === 'string') {
    if (!('id' in value)) return { kind: 'notification', id: null, method, value };
    if (isId) return { kind: 'request', id, method, value };
  } else if (method === null && ('result' in value || 'error' in value)) {
    return { kind: 'response', id: isId ? id : null, method: null, value };
  }
  throw unreadable('This is no JSON-RPC 2.0 message: it needs a method, or an id with a result or an error.');
}

function unreadable(sentence: string): HttpError {
  return new HttpError(400, sentence, rpcErrors.invalidRequest);
}
