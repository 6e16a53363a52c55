// What the supervisor of servers is given: its neighbours in the hub, the stored servers, and its times.
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { ServerSecrets } from '../../secrets/server-secrets.ts';
import type { StateWriter } from '../../state/publisher.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { HeartbeatTimes } from '../client/heartbeat.ts';
import type { McpClient, McpClientTimeouts } from '../client/mcp-client.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { WorkFolders } from '../config/work-folders.ts';
import type { ChildLedger } from '../process/child-ledger.ts';
import type { Spawn } from '../process/server-process.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { SignIns } from '../remote/sign-in/sign-ins.ts';
import type { Runtimes } from '../runtimes/runtimes.ts';
import type { Asker, Everybody } from './lease.ts';
import type { ServerRow } from './server-entry.ts';

export interface ServerSupervisorOptions {
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os' | 'nodePath' | 'distDir' | 'now' | 'log'> &
    Partial<Pick<HubPlatform, 'home' | 'runtimeDir' | 'runnerProblem'>>;
  readonly state: StateWriter;
  readonly tap: TraceTap;
  /** How the hub is named in the trace. */
  readonly hub?: Party;
  /** The stored servers. Those that are wanted running and are approved as they stand are started. */
  readonly rows: readonly ServerRow[];
  readonly persist: { save(row: ServerRow): Promise<void> | void; remove(id: string): Promise<void> | void };
  /** The lists of the last runs, which are offered while their servers start. */
  readonly toolMemory?: ToolMemory;
  /** Takes secrets out of configs and puts them in at a start; they stay as they are when absent. */
  readonly secrets?: Pick<ServerSecrets, 'keep' | 'resolve' | 'values'>;
  readonly signIns?: Pick<SignIns, 'authOf' | 'isSignedIn'>;
  /** Who hears shared runs; nobody when absent. */
  readonly everybody?: Everybody;
  /** Called when a run is ready, with its client, before anybody else can ask it for something. */
  onReady?(serverId: string, client: McpClient, asker: Asker | null): void;
  /** Called with every list that a server gives, with the remembered one when it starts, and with none when it is over. */
  onTools(serverId: string, tools: readonly ServerTool[]): void;
  /** The same for the run that one agent has. */
  onOwnTools?(serverId: string, tools: readonly ServerTool[], asker: Asker): void;
  /** There are new lines in the logs of these servers, or fewer. At most five times a second. */
  onLogs?(serverIds: string[]): void;
  /** Where servers run whose configs name no folder. */
  readonly workFolders: Pick<WorkFolders, 'of' | 'prepare' | 'putAside'>;
  /** Where the logs of servers lie; in memory only when absent. */
  readonly logFolder?: string;
  /** Finds the programs of servers; nothing is shown of them when absent. */
  readonly runtimes?: Pick<Runtimes, 'runtimeOf' | 'look' | 'again' | 'onChange'>;
  /** Where children are noted while they run; nowhere when absent. */
  readonly ledger?: ChildLedger;
  /** Nothing starts before this has resolved. */
  readonly cleared?: Promise<void>;
  readonly times?: Partial<SupervisorTimes>;
  readonly spawn?: Spawn;
  /** In [0, 1). */
  random?(): number;
}

export interface ToolMemory {
  /** By server id; a list counts for the config with that hash only. */
  readonly remembered: ReadonlyMap<string, { readonly hash: string; readonly tools: readonly ServerTool[] }>;
  save(serverId: string, hash: string, tools: readonly ServerTool[]): Promise<void> | void;
  remove(serverId: string): Promise<void> | void;
}

/** In ms. */
export interface SupervisorTimes {
  readonly client: McpClientTimeouts;
  /** For a stop that the user asked for. */
  readonly stop: StopGraces;
  /** For what is left of a server that ended or misbehaved by itself. */
  readonly sweep: StopGraces;
  readonly heartbeat: HeartbeatTimes;
  /** How long a crash is shown as such before the wait for the next start. */
  readonly crashShownMs: number;
  /** How long the client of a run that is starting is waited for where the caller does not say. */
  readonly leaseMs: number;
}

export const defaultHub: Party = { kind: 'hub', id: 'hub', label: 'Hub' };

export const defaultTimes: SupervisorTimes = {
  // The first start of a package downloads it, which takes its time.
  client: { handshakeMs: 60_000, listMs: 30_000, debounceMs: 100 },
  stop: { inputMs: 2_000, termMs: 3_000 },
  sweep: { inputMs: 500, termMs: 500 },
  heartbeat: { everyMs: 30_000, answerMs: 10_000 },
  crashShownMs: 1_000,
  leaseMs: 30_000,
};
