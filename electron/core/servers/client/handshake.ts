// What a server says of itself when we meet it, in either era of MCP.
import { DiscoverResultSchema, InitializeResultSchema } from '@modelcontextprotocol/core';
import { isRecord } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import { AnsweredError } from '../../wire/rpc-error.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';

/** Of the era of `initialize`, newest first; the first is what we offer. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
/** Of the era without one. */
export const statelessVersion = '2026-07-28';

const noObject: Reason = { kind: 'value-form', expected: 'object' };

export interface Handshake {
  readonly protocolVersion: string;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions: string | null;
  /** What the server declared. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The whole result of `initialize`, as it came; for a server without it the same in its words. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** Throws HubError. */
export function handshakeOf(result: unknown): Handshake {
  const parsed = InitializeResultSchema.safeParse(result);
  if (!parsed.success || !isRecord(result))
    throw hubError('ERR_SERVER_UNAVAILABLE', {
      kind: 'no-handshake',
      why: parsed.success ? noObject : faultOf(parsed.error, result),
    });
  const { protocolVersion, serverInfo, capabilities, instructions = null } = parsed.data;
  if (!handshakeVersions.includes(protocolVersion)) throw unspoken(JSON.stringify(protocolVersion));
  const { name, version } = serverInfo;
  return {
    protocolVersion,
    serverInfo: { name, version },
    instructions,
    capabilities: isRecord(result.capabilities) ? result.capabilities : capabilities,
    result,
  };
}

/** The same from the result of `server/discover` (MCP 2026-07-28), whose identity stands in its `_meta`. Throws HubError. */
export function discoveredHandshake(result: unknown): Handshake {
  const parsed = DiscoverResultSchema.safeParse(result);
  if (!parsed.success || !isRecord(result))
    throw wrongAnswer('server/discover', parsed.success ? noObject : faultOf(parsed.error, result));
  const { supportedVersions, instructions = null } = parsed.data;
  if (!supportedVersions.includes(statelessVersion)) throw unspoken(supportedVersions.join(', '));
  const capabilities = isRecord(result.capabilities) ? result.capabilities : {};
  const serverInfo = identityOf(result);
  return {
    protocolVersion: statelessVersion,
    serverInfo,
    instructions,
    capabilities,
    result: {
      protocolVersion: statelessVersion,
      capabilities,
      serverInfo,
      ...(instructions !== null && { instructions }),
    },
  };
}

/** Of a server that knows no handshake of either era: it may have tools, and says nothing of itself. */
export const unsaidHandshake: Handshake = handshakeOf({
  protocolVersion: '2024-11-05',
  capabilities: { tools: {} },
  serverInfo: { name: 'unknown', version: '' },
});

/** Whether the server answered that it knows no such method. */
export function knowsNoMethod(error: unknown): boolean {
  return error instanceof AnsweredError && error.answer.code === rpcErrors.methodNotFound;
}

/** Whether an answer to `initialize` says that the server has no such thing: then it is asked in the words of the other era. */
export function refusesHandshakes(error: unknown): boolean {
  if (!(error instanceof AnsweredError)) return false;
  if (knowsNoMethod(error)) return true;
  const { data } = error.answer;
  const supported = isRecord(data) ? data.supported : undefined;
  return Array.isArray(supported) && supported.includes(statelessVersion);
}

export function wrongAnswer(method: string, why: Reason): HubError {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'unusable-answer', method, why });
}

function unspoken(said: string): HubError {
  const spoken = [...handshakeVersions, statelessVersion].join(', ');
  return hubError('PROTOCOL_VERSION_MISMATCH', { kind: 'other-versions', said, spoken });
}

function identityOf({ _meta }: Readonly<Record<string, unknown>>): Handshake['serverInfo'] {
  const info = isRecord(_meta) ? _meta[envelopeKeys.serverInfo] : undefined;
  if (!isRecord(info)) return { name: 'unknown', version: '' };
  const { name, version } = info;
  return {
    ...info,
    name: typeof name === 'string' ? name : 'unknown',
    version: typeof version === 'string' ? version : '',
  };
}
