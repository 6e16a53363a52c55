// What the supervisor of servers is given: its neighbours in the hub, the stored servers, and its times.
import type { Party } from '../../contract/trace.ts';
import type { HubPlatform } from '../platform.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { Asker, Everybody } from './lease.ts';
import type { McpClient, McpClientTimeouts, ServerTool } from './mcp-client.ts';
import type { ServerRow } from './server-entry.ts';
import type { Spawn } from './server-process.ts';
import type { StopGraces } from './stop-ladder.ts';

export interface ServerSupervisorOptions {
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os' | 'nodePath' | 'distDir' | 'now' | 'log'>;
  readonly state: StateWriter;
  readonly tap: TraceTap;
  /** How the hub is named in the trace. */
  readonly hub?: Party;
  /** The stored servers. Those that are wanted running and are approved as they stand are started. */
  readonly rows: readonly ServerRow[];
  readonly persist: { save(row: ServerRow): Promise<void> | void; remove(id: string): Promise<void> | void };
  /** Who hears shared runs; nobody when absent. */
  readonly everybody?: Everybody;
  /** Called when a run is ready, with its client, before anybody else can ask it for something. */
  onReady?(serverId: string, client: McpClient, asker: Asker | null): void;
  /** Called with every list that a server gives, and with none when it ends. */
  onTools(serverId: string, tools: readonly ServerTool[]): void;
  readonly times?: Partial<SupervisorTimes>;
  readonly spawn?: Spawn;
}

/** In ms. */
export interface SupervisorTimes {
  readonly client: McpClientTimeouts;
  /** For a stop that the user asked for. */
  readonly stop: StopGraces;
  /** For what is left of a server that ended or misbehaved by itself. */
  readonly sweep: StopGraces;
}

export const defaultHub: Party = { kind: 'hub', id: 'hub', label: 'Hub' };

export const defaultTimes: SupervisorTimes = {
  // The first start of a package downloads it, which takes its time.
  client: { handshakeMs: 60_000, listMs: 30_000, debounceMs: 100 },
  stop: { inputMs: 2_000, termMs: 3_000 },
  sweep: { inputMs: 500, termMs: 500 },
};
