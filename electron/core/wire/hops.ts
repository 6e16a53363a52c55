// Which hubs a request has passed, in its `_meta`: a hub that is asked by itself over other programs knows its own id there.
import { isRecord } from '../../../contract/json.ts';
import { hubError } from '../../../words/hub-error.ts';
import { AnsweredError } from './rpc-error.ts';

export const hopsKey = 'dev.pilothouse/hops';
/** In the data of the error, for the hub that asked. */
const loopKey = 'dev.pilothouse/loop';
const maxHops = 8;

/**
 * The params as this hub sends them on. Every request to a server carries its id, not only those of agents that came with hops: the first
 * hub of a circle is asked by an agent that has none, and `initialize` and the lists are asked by no agent. Nothing else of the params is
 * touched, servers are to ignore what they do not know in `_meta` (MCP 2025-11-25 "_meta"), and it costs two small objects per call.
 */
export function withHop(params: unknown, hubId: string): unknown {
  if (params !== undefined && !isRecord(params)) return params;
  const meta = isRecord(params?._meta) ? params._meta : {};
  return { ...params, _meta: { ...meta, [hopsKey]: [...hopsIn(params), hubId] } };
}

/** Throws HubError for a request of an agent that has passed this hub already, or too many others. */
export function expectNoLoop(params: unknown, hubId: string): void {
  const hops = hopsIn(params);
  const reason = hops.includes(hubId)
    ? ({ kind: 'hub-asks-itself' } as const)
    : hops.length >= maxHops
      ? ({ kind: 'too-many-hops', hops: hops.length, most: maxHops } as const)
      : null;
  if (reason) throw hubError('ERR_SERVER_UNAVAILABLE', reason, { [loopKey]: true });
}

/** Whether a hub has refused a request because it came in a circle. */
export function isLoop(error: unknown): boolean {
  if (!(error instanceof AnsweredError)) return false;
  const { data } = error.answer;
  return isRecord(data) && data[loopKey] === true;
}

/** What is no id, and more of them than can be meant, is left out: the rest goes on to servers. */
function hopsIn(params: unknown): readonly string[] {
  const meta = isRecord(params) ? params._meta : undefined;
  const hops = isRecord(meta) ? meta[hopsKey] : undefined;
  return Array.isArray(hops) ? hops.filter(isHubId).slice(0, maxHops) : [];
}

function isHubId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 64;
}
