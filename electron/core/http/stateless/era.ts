// Which era of MCP a POST belongs to, and whether its headers say what its body says (MCP 2026-07-28 "Streamable HTTP").
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { isRecord } from '../../../../contract/json.ts';
import { checkMirror } from './mirrored-headers.ts';
import { headerOf, refused } from './refusal.ts';
import type { IncomingMessage } from 'node:http';
import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';

/** The revision of the stateless era that the hub speaks. */
export const statelessVersion = '2026-07-28';

export type Era =
  | { readonly kind: 'session' }
  | { readonly kind: 'stateless'; readonly message: JSONRPCRequest | JSONRPCNotification };

/** The same of a message on a connection, where no headers are. Throws HttpError for an envelope that cannot be read. */
export function eraOf(message: unknown): Era {
  if (!claimsStateless(message)) return { kind: 'session' };
  return routed(classifyInboundRequest({ httpMethod: 'POST', body: message }), message);
}

/** Decides by the body; the SDK's own classifier has the rules. Throws HttpError where body and headers disagree. */
export function readEra(request: IncomingMessage, body: unknown): Era {
  const versionHeader = headerOf(request, 'mcp-protocol-version');
  if (!claimsStateless(body) && !(versionHeader && versionHeader >= statelessVersion)) return { kind: 'session' };
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(versionHeader !== undefined && { protocolVersionHeader: versionHeader }),
    ...named('mcpMethodHeader', headerOf(request, 'mcp-method')),
    ...named('mcpNameHeader', headerOf(request, 'mcp-name')),
  });
  const era = routed(route, body);
  if (era.kind === 'stateless' && isJSONRPCRequest(era.message)) checkMirror(request, era.message, versionHeader);
  return era;
}

/** Throws HttpError for what is refused in either case. */
function routed(route: ReturnType<typeof classifyInboundRequest>, body: unknown): Era {
  if (route.kind === 'legacy') return { kind: 'session' };
  if (route.kind === 'reject') throw refused(route.httpStatus, route.code, route.message, route.data, body);
  const { revision } = route.classification;
  if (revision !== statelessVersion) {
    const { code, message, data } = new UnsupportedProtocolVersionError({
      supported: [statelessVersion],
      requested: revision ?? 'unknown',
    });
    throw refused(400, code, message, data, body);
  }
  return { kind: 'stateless', message: route.message };
}

/** Cheap, because every message of a session passes here. */
function claimsStateless(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(claimsStateless);
  if (!isRecord(body) || !isRecord(body.params)) return false;
  const meta = body.params['_meta'];
  return isRecord(meta) && PROTOCOL_VERSION_META_KEY in meta;
}

function named<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}
