// What the supervisor of servers is given: its neighbours in the hub, the stored servers, and who hears of them.
import type { Reason } from '../../../../contract/reasons.ts';
import type { Server, ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { NetworkWatch } from '../../outbound/network-watch.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { ServerSecrets } from '../../secrets/server-secrets.ts';
import type { StateWriter } from '../../state/publisher.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { OwnHub } from '../config/own-hub.ts';
import type { WorkFolders } from '../config/work-folders.ts';
import type { ServerPackages } from '../import/server-packages.ts';
import type { ChildLedger } from '../process/child-ledger.ts';
import type { Spawn } from '../process/server-process.ts';
import type { SignIns } from '../remote/sign-in/sign-ins.ts';
import type { Runtimes } from '../runtimes/runtimes.ts';
import type { AccountTokens } from './account-tokens.ts';
import type { Asker, Everybody } from './asker.ts';
import type { DefinitionMemory, KeptLists } from './kept-definitions.ts';
import type { ServerRow } from './server-row.ts';
import type { Installing } from './server-state.ts';
import type { SharedServers } from './server-transport.ts';
import type { SupervisorTimes } from './times.ts';

export interface ServerSupervisorOptions {
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os' | 'nodePath' | 'distDir' | 'now' | 'log'> &
    Partial<Pick<HubPlatform, 'home' | 'runtimeDir' | 'runnerProblem'>>;
  /** The user's, for what stands for it in lists of servers; not known when absent. */
  readonly userHome?: string;
  readonly state: StateWriter;
  readonly tap: TraceTap;
  /** How the hub is named in the trace. */
  readonly hub: Party;
  /** What requests to servers carry, by which this hub knows them when they come back (`wire/hops.ts`). */
  readonly hubId?: string;
  /** Recognises servers that are this hub itself; none is when absent. */
  readonly ownHub?: Pick<OwnHub, 'leadsHere' | 'leadsHereByAnyName'>;
  /** Why the policy forbids what a server would run, or null; nothing is forbidden when absent. */
  readonly forbids?: (id: string, config: ServerConfig) => Reason | null;
  /** Carries what another hub of the fleet shares. */
  readonly sharedServers?: SharedServers;
  /** The stored servers. Those that are wanted running and are approved as they stand are started. */
  readonly rows: readonly ServerRow[];
  readonly persist: { save(row: ServerRow): Promise<void> | void; remove(id: string): Promise<void> | void };
  /** The lists of the last runs, which are offered while their servers start. */
  readonly toolMemory?: ToolMemory;
  /** What servers that start on first use offer beside their tools. */
  readonly definitionMemory?: DefinitionMemory;
  /** Takes secrets out of configs and puts them in at a start; they stay as they are when absent. */
  readonly secrets?: Pick<ServerSecrets, 'keep' | 'resolve' | 'values' | 'valueOf' | 'set'>;
  readonly signIns?: Pick<SignIns, 'authOf' | 'isSignedIn'>;
  /** The tokens of accounts that configs refer to. */
  readonly tokens?: AccountTokens;
  /** Takes in servers that bring their code along; they are refused when absent. */
  readonly packages?: Pick<ServerPackages, 'read' | 'keep' | 'forget'>;
  /** Whether a server that is added gets a runner of its own; it does when absent. */
  readonly isolatesNew?: boolean;
  /** The site whose page has brought a server, where one has. */
  readonly siteOf?: (serverId: string) => Server['ofSite'];
  /** The trace entry that a server is met for; null, as when absent, where nobody asked for it. */
  readonly causeOf?: (serverId: string) => number | null;
  /** Where servers run whose configs name no folder. */
  readonly workFolders: Pick<WorkFolders, 'of' | 'prepare' | 'putAside'>;
  /** Where the logs of servers lie; in memory only when absent. */
  readonly logFolder?: string;
  /** What is known of the installs of servers; none is installed when absent. */
  readonly installs?: InstallFacts;
  /** Finds the programs of servers; nothing is shown of them when absent. */
  readonly runtimes?: Pick<Runtimes, 'runtimeOf' | 'look' | 'again' | 'onChange' | 'ofShell'>;
  /** Where children are noted while they run; nowhere when absent. */
  readonly ledger?: ChildLedger;
  /** Nothing starts before this has resolved. */
  readonly cleared?: Promise<void>;
  readonly times?: Partial<SupervisorTimes>;
  /** Tells when this machine is on another network; it is looked for when absent. */
  readonly network?: Pick<NetworkWatch, 'onChange'>;
  readonly spawn?: Spawn;
  /** In [0, 1). */
  random?(): number;
}

/** What servers need to know of how they were installed. */
export interface InstallFacts {
  /** Where all packages lie, absolute. */
  readonly folder: string;
  /** How far its install is; null where none is under way. */
  stateOf(serverId: string): Installing | null;
  /** Why it may not start now, such as files that were changed since its approval. Null where nothing was installed for it. */
  mayStart(serverId: string, config: ServerConfig): Promise<Reason | null> | null;
}

/** Who hears what becomes of servers. An `asker` is null for what all agents share. */
export interface SupervisorEvents {
  /** What servers ask and tell in the runs that all share. */
  readonly everybody: Everybody;
  /**
   * A run is ready, and nobody else could ask its client for something yet. `isKnown`: what it lists is offered already, and what has
   * changed of it is told by itself.
   */
  onReady(serverId: string, client: McpClient, asker: Asker | null, isKnown: boolean): void;
  /** Reads what the run for all lists; a list that cannot be read is not there. Called while it is not sure to be ready yet. */
  readLists(serverId: string, client: McpClient): Promise<Partial<KeptLists>>;
  /** A server that was asleep lists something else than was offered meanwhile. */
  onListChanged(serverId: string, what: 'prompts' | 'resources'): void;
  /** Nothing of it runs any more, and nothing will until the user says so: it was stopped, or is not approved as it stands now. */
  onStopped(serverId: string): void;
  /** Whether agents keep something open at the run: a subscription or a task. */
  inUse(serverId: string, asker: Asker | null): boolean;
  /**
   * For all: what is offered now, which is the remembered list while the server starts and none when it is over. For one agent: every
   * list that its own run gives.
   */
  onTools(serverId: string, tools: readonly ServerTool[], asker: Asker | null): void;
  /** There are new lines in the logs of these servers, or fewer. At most five times a second. */
  onLogs(serverIds: string[]): void;
  /** It was removed, and nothing of it runs any more. The removal has succeeded once this has. */
  onRemoved(serverId: string): Promise<void>;
}

export interface ToolMemory {
  /** By server id; a list counts for the config with that hash only. */
  readonly remembered: ReadonlyMap<string, { readonly hash: string; readonly tools: readonly ServerTool[] }>;
  save(serverId: string, hash: string, tools: readonly ServerTool[]): Promise<void> | void;
  remove(serverId: string): Promise<void> | void;
}
