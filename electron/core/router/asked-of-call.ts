// All that a call carries and that the user is asked about.
import { isRecord } from '../../../contract/json.ts';
import { runMetaKey } from '../../../contract/limits.ts';
import { ownParams } from '../../../native-host/dialects/claudezilla/claudezilla-own.ts';
import { hopsKey } from '../wire/hops.ts';
import type { AgentCall } from './agent-call.ts';

/**
 * What a call carries, for the user to read: its arguments, and what stands beside them where something does (an answer to an earlier
 * round, a task, what `_meta` tells a server), or the command of an extension's own wire, which goes to it as it is.
 */
export function askedOf({ params, own }: Pick<AgentCall, 'params' | 'own'>): unknown {
  const { name: _, _meta, arguments: args = {}, ...beside } = params;
  const meta = Object.entries(isRecord(_meta) ? _meta : {}).filter(([key]) => !hubMeta.has(key));
  const more = {
    ...beside,
    ...(meta.length > 0 && { _meta: Object.fromEntries(meta) }),
    ...(own && { command: own.command, params: ownParams(own) }),
  };
  return Object.keys(more).length === 0 ? args : { arguments: args, ...more };
}

/** Read by hubs, or new for each call (MCP "Progress"; W3C Trace Context). */
const hubMeta: ReadonlySet<string> = new Set([
  ...[runMetaKey, hopsKey],
  ...['progressToken', 'traceparent', 'tracestate', 'baggage'],
]);
