// What a hub asks of another one: a request of MCP 2026-07-28, whose envelope ("Per-request metadata") is what that of any agent has to be. Pure.
import { isRecord } from '../../../../contract/json.ts';
import { statelessVersion } from '../../http/stateless/era.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';

/** Null for everything else. Hubs speak one era alone, so none of the rules is needed by which the SDK tells several from each other for each call. */
export function hubRequestIn(message: unknown): JSONRPCRequest | null {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || 'result' in message || 'error' in message) return null;
  const { id, method, params } = message;
  if ((typeof id !== 'string' && !Number.isSafeInteger(id)) || typeof method !== 'string') return null;
  const meta = isRecord(params) && isRecord(params._meta) ? params._meta : {};
  if (meta[envelopeKeys.protocolVersion] !== statelessVersion) return null;
  if (!isInfo(meta[envelopeKeys.clientInfo]) || !isRecord(meta[envelopeKeys.clientCapabilities])) return null;
  return message as JSONRPCRequest;
}

/** It need not say who it is. */
function isInfo(info: unknown): boolean {
  if (info === undefined) return true;
  return isRecord(info) && typeof info.name === 'string' && typeof info.version === 'string';
}
