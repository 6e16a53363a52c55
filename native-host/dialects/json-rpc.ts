// JSON-RPC 2.0 as MCP uses it (MCP 2025-11-25, "Base protocol") and as our own extension speaks it: value ⇄ message.
import { isRecord } from '../../contract/json.ts';
import type { Message, MessageError, MessageId } from '../../contract/schemas/messages.ts';

/** Longer ones would make an answer larger than its request, and then no answer fits its wire. */
const maxIdChars = 1_000;

/** Reads one JSON-RPC message; returns a sentence when it is none. Batches were removed from MCP in 2025-06-18 and are refused. */
export function decodeJsonRpc(value: unknown): Message | string {
  if (Array.isArray(value)) return 'A JSON-RPC batch was sent; send one message at a time.';
  if (!isRecord(value)) return `A JSON-RPC message is an object, not ${value === null ? 'null' : typeof value}.`;
  if (value.jsonrpc !== '2.0') return `"jsonrpc" is ${shown(value.jsonrpc)}; it must be "2.0".`;
  if (typeof value.method === 'string') return decodeCall(value, value.method);
  if (!isId(value.id) && value.id !== null) return 'A JSON-RPC answer needs the "id" of its request.';
  if (isRecord(value.error)) return { kind: 'error', id: value.id, error: decodeError(value.error) };
  if (!('result' in value) || value.id === null) return 'A JSON-RPC message needs "method", "result" or "error".';
  return { kind: 'result', id: value.id, result: value.result };
}

export function encodeJsonRpc(message: Message): Record<string, unknown> {
  switch (message.kind) {
    case 'request':
      return { jsonrpc: '2.0', id: message.id, method: message.method, ...params(message.params) };
    case 'notification':
      return { jsonrpc: '2.0', method: message.method, ...params(message.params) };
    case 'result':
      return { jsonrpc: '2.0', id: message.id, result: message.result ?? null };
    case 'error':
      return { jsonrpc: '2.0', id: message.id, error: message.error };
  }
}

function decodeCall(value: Record<string, unknown>, method: string): Message | string {
  if (!('id' in value)) return { kind: 'notification', method, params: value.params };
  if (!isId(value.id))
    return `The "id" of ${shown(method)} must be a number or a string of at most ${maxIdChars} characters.`;
  return { kind: 'request', id: value.id, method, params: value.params };
}

function decodeError(error: Record<string, unknown>): MessageError {
  const code = typeof error.code === 'number' ? error.code : -32603;
  const message = typeof error.message === 'string' ? error.message : 'The other side gave no message.';
  return 'data' in error ? { code, message, data: error.data } : { code, message };
}

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' ? value.length <= maxIdChars : typeof value === 'number' && Number.isFinite(value);
}

/** What came, as a few words of a sentence: a refusal must not grow with the message that it refuses. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : typeof value;
}

function params(value: unknown): { params?: unknown } {
  return value === undefined ? {} : { params: value };
}
