// What the keeper of a run is given: its time, its turn, how a run begins, and who hears of it.
import type { HubError } from '../../../../contract/errors.ts';
import type { ServerState } from '../../../../contract/schemas/servers.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { AwakeClock } from './awake-clock.ts';
import type { ServerRun } from './server-run.ts';
import type { StartQueue } from './start-queue.ts';
import type { SupervisorTimes } from './supervisor-options.ts';

/** What a run tells while it is the one that counts. */
export interface RunEvents {
  onTools(tools: readonly ServerTool[]): void;
  onStderr(): void;
  onPid(pid: number): void;
}

/** What a keeper needs of a run. */
export type KeptRun = Pick<ServerRun, 'client' | 'ready' | 'ended' | 'pid' | 'stderr' | 'stop' | 'fail'>;

export interface RunKeeperOptions {
  readonly clock: AwakeClock;
  readonly queue: StartQueue;
  readonly times: SupervisorTimes;
  /** Milliseconds since the epoch. */
  now(): number;
  random(): number;
  /** Hides secret values. */
  mask(text: string): string;
  /** Begins a run. */
  open(events: RunEvents): KeptRun;
  /** What is said of it when it does not run. */
  unavailable(state: ServerState): HubError;
  /** Something of what is shown has changed. */
  onChange(): void;
  onTools(tools: readonly ServerTool[]): void;
  /** The state has changed, in the order in which it did. */
  onState(state: ServerState): void;
  /** A run is ready, and nobody else could ask it for something yet. */
  onReady(client: McpClient): void;
}
