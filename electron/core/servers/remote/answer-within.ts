// The JSON-RPC error in the body of an HTTP error, which in the stateless era is how a request is answered (MCP 2026-07-28 "Errors").
import { SdkHttpError } from '@modelcontextprotocol/client';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/core';
import { isRecord, jsonIn } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

const unsupportedVersion = -32022;

/** Null where it holds none for `id`. Of a handshake only what says that the server knows none: the rest has better words. */
export function answerWithin(error: unknown, id: string | number, isHandshake: boolean): JSONRPCMessage | null {
  const text = error instanceof SdkHttpError && isRecord(error.data) ? error.data.text : undefined;
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return null;
  const parsed = JSONRPCMessageSchema.safeParse(jsonIn(text));
  if (!parsed.success || !('error' in parsed.data) || parsed.data.id !== id) return null;
  const { code } = parsed.data.error;
  const saysEra = code === rpcErrors.methodNotFound || code === unsupportedVersion;
  return isHandshake && !saysEra ? null : parsed.data;
}
