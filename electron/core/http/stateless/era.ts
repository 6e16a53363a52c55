// The eras of MCP, and which messages claim to be of the stateless one. Whether they may is in claimed-era.ts.
import { isRecord } from '../../../../contract/json.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import { headerOf } from './refusal.ts';
import type { IncomingMessage } from 'node:http';
import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';

/** The revision of the stateless era that the hub speaks. */
export const statelessVersion = '2026-07-28';

export type Era =
  | { readonly kind: 'session' }
  | { readonly kind: 'stateless'; readonly message: JSONRPCRequest | JSONRPCNotification };

/** Cheap, because every message of a session passes here. */
export function claimsStateless(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(claimsStateless);
  if (!isRecord(body) || !isRecord(body.params)) return false;
  const meta = body.params['_meta'];
  return isRecord(meta) && envelopeKeys.protocolVersion in meta;
}

/** The same of a POST, whose header may claim it too. */
export function postClaimsStateless(request: IncomingMessage, body: unknown): boolean {
  const version = headerOf(request, 'mcp-protocol-version');
  return claimsStateless(body) || (version !== undefined && version >= statelessVersion);
}
