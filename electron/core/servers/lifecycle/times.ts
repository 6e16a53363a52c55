// How long each step in the life of a server may take, in ms.
import { defaultStartSeconds } from '../../../../contract/server-times.ts';
import type { HeartbeatTimes } from '../client/heartbeat.ts';
import type { McpClientTimeouts } from '../client/mcp-client.ts';
import type { StopGraces } from '../process/stop-ladder.ts';

export interface SupervisorTimes {
  readonly client: McpClientTimeouts;
  /** While a package is fetched: how often it is looked, and how much longer its server may take by that. */
  readonly fetch: { readonly everyMs: number; readonly mostMs: number };
  /** For a stop that the user asked for. */
  readonly stop: StopGraces;
  /** For what is left of a server that ended or misbehaved by itself. */
  readonly sweep: StopGraces;
  readonly heartbeat: HeartbeatTimes;
  /** How long a crash is shown as such before the wait for the next start. */
  readonly crashShownMs: number;
  /** How long the client of a run that is starting is waited for where the caller does not say. */
  readonly clientMs: number;
}

export const defaultTimes: SupervisorTimes = {
  // Of a server that says nothing else. What a launcher downloads comes on top.
  client: {
    handshakeMs: defaultStartSeconds * 1_000,
    discoverMs: 5_000,
    listMs: 30_000,
    debounceMs: 100,
    again: { firstMs: 2_000, mostMs: 300_000 },
  },
  fetch: { everyMs: 1_000, mostMs: 900_000 },
  stop: { inputMs: 2_000, termMs: 3_000 },
  sweep: { inputMs: 500, termMs: 500 },
  heartbeat: { everyMs: 30_000, answerMs: 10_000 },
  crashShownMs: 1_000,
  clientMs: 30_000,
};
