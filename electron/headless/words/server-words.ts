// What `pilothouse servers` and `pilothouse secrets` say.
import type { ServerState } from '../../../contract/schemas/servers.ts';

type Blocked = Extract<ServerState, { kind: 'blocked' }>;

export interface ServerWords {
  readonly noServers: string;
  readonly toolCount: (tools: number) => string;
  /** Of what runs of a server; null where nothing does. */
  readonly memory: (bytes: number | null) => string;
  /** How long its last start took, in ms; null where that is not known. */
  readonly startTook: (ms: number | null) => string;
  readonly serverStates: Readonly<Record<Exclude<ServerState['kind'], 'blocked' | 'installing' | 'waiting'>, string>>;
  /** Null where nobody knows how much there is. */
  readonly installingAt: (percent: number | null) => string;
  readonly blockedBy: Readonly<Record<Blocked['by'], string>>;
  /** Of one that waits to be started again, or tried again: `time` by the clock of this machine. */
  readonly nextTry: (time: string) => string;
  /** `state` as one of those above, with its reason. */
  readonly serverIs: (server: string, state: string) => string;
  readonly serverSet: (server: string) => string;
  readonly whatToSet: string;
  readonly serverGone: (server: string) => string;
  readonly serverAdded: (server: string) => string;
  readonly whichServer: string;
  readonly wouldRun: (server: string, command: string) => string;
  readonly inFolder: (folder: string) => string;
  readonly hiddenVariable: (name: string) => string;
  readonly warning: (sentence: string) => string;
  readonly serverApproved: (server: string, hash: string) => string;
  readonly noSecrets: string;
  readonly isSet: (isSet: boolean) => string;
  readonly usedBy: (servers: readonly string[]) => string;
  readonly typeSecret: (name: string) => string;
  readonly noValue: (name: string) => string;
  readonly secretSet: (name: string) => string;
  readonly secretRemoved: (name: string) => string;
  readonly noSecret: (name: string) => string;
  /** `cause` is the system's own code. */
  readonly noFile: (path: string, cause: string) => string;
}
