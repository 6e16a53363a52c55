// Which era a message belongs to that claims the stateless one, and whether its headers say what its body says (MCP 2026-07-28
// "Streamable HTTP"). The SDK has the rules; it is large, so this is loaded when the first such message comes.
import { classifyInboundRequest, UnsupportedProtocolVersionError } from '@modelcontextprotocol/server';
import { statelessVersion } from './era.ts';
import { checkMirror } from './mirrored-headers.ts';
import { headerOf, refused } from './refusal.ts';
import type { IncomingMessage } from 'node:http';
import type { Era } from './era.ts';

/** Of a message on a connection, where no headers are. Throws HttpError for an envelope that cannot be read. */
export function eraOf(message: unknown): Era {
  return routed(classifyInboundRequest({ httpMethod: 'POST', body: message }), message);
}

/** Of a POST, by its body. Throws HttpError where body and headers disagree. */
export function eraOfPost(request: IncomingMessage, body: unknown): Era {
  const versionHeader = headerOf(request, 'mcp-protocol-version');
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(versionHeader !== undefined && { protocolVersionHeader: versionHeader }),
    ...named('mcpMethodHeader', headerOf(request, 'mcp-method')),
    ...named('mcpNameHeader', headerOf(request, 'mcp-name')),
  });
  const era = routed(route, body);
  if (era.kind === 'stateless' && 'id' in era.message) checkMirror(request, era.message, versionHeader);
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

function named<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}
