// What every request to a server of the stateless era carries: revision, who asks, what they can (MCP 2026-07-28 "Per-request metadata").
import { isRecord } from '../../../../contract/json.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import { statelessVersion } from '../client/handshake.ts';

export interface Sender {
  readonly clientInfo: Readonly<Record<string, unknown>>;
  readonly declares: Readonly<Record<string, unknown>>;
  /** Messages of this level and above are wanted; null wants none. */
  readonly logLevel: string | null;
}

/** Other keys of `_meta` stay. */
export function enveloped(params: unknown, { clientInfo, declares, logLevel }: Sender): Record<string, unknown> {
  const own = isRecord(params) ? params : {};
  return {
    ...own,
    _meta: {
      ...(isRecord(own._meta) ? own._meta : {}),
      [envelopeKeys.protocolVersion]: statelessVersion,
      [envelopeKeys.clientInfo]: clientInfo,
      [envelopeKeys.clientCapabilities]: declares,
      ...(logLevel !== null && { [envelopeKeys.logLevel]: logLevel }),
    },
  };
}
