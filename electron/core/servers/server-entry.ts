// What the supervisor keeps of one server, and how the panel sees it.
import { HubError } from '../../contract/errors.ts';
import { approvalHash, commandLineOf, envNamesOf, programOf } from './approval.ts';
import { describeState } from './server-state.ts';
import type { Server, ServerConfig, ServerOptions, ServerState } from '../../contract/servers.ts';
import type { Handshake, ServerTool } from './mcp-client.ts';
import type { ServerRun } from './server-run.ts';

/** A server as it is stored. */
export interface ServerRow {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
  readonly options: ServerOptions;
  /** What was approved (`approvalHash`), or null. */
  readonly approvedHash: string | null;
  readonly wanted: 'running' | 'stopped';
  /** Rises in the order of adding. */
  readonly position: number;
}

export interface ServerEntry {
  row: ServerRow;
  readonly hash: string;
  state: ServerState;
  /** The run that speaks for this server now. An older one may still be ending. */
  run: ServerRun | null;
  /** The start under way, which a second caller joins. */
  starting: Promise<void> | null;
  handshake: Handshake | null;
  tools: readonly ServerTool[];
  starts: number;
  crashes: number;
  /** Kept after the end of a run, because they tell why it ended. */
  stderr: string[];
}

export function createEntry(row: ServerRow, now: number): ServerEntry {
  const hash = approvalHash(row.config);
  const state: ServerState =
    row.approvedHash === hash
      ? { kind: 'stopped', since: now }
      : { kind: 'blocked', since: now, by: 'approval', reason: blockedReason(row) };
  return {
    row,
    hash,
    state,
    run: null,
    starting: null,
    handshake: null,
    tools: [],
    starts: 0,
    crashes: 0,
    stderr: [],
  };
}

export function serverOf(entry: ServerEntry): Server {
  const { row, hash, state, handshake, tools, starts, crashes, stderr } = entry;
  const { config } = row;
  return {
    id: row.id,
    name: row.name,
    kind: config.kind,
    commandLine: commandLineOf(config),
    program: programOf(config),
    envNames: envNamesOf(config),
    cwd: 'cwd' in config ? (config.cwd ?? null) : null,
    options: row.options,
    hash,
    state,
    serverInfo: handshake?.serverInfo ?? null,
    toolCount: tools.length,
    starts,
    crashes,
    stderr,
  };
}

/** Names the server, its state and what helps. */
export function unavailable(entry: ServerEntry): HubError {
  return new HubError(
    'ERR_SERVER_UNAVAILABLE',
    `The server ${JSON.stringify(entry.row.name)} ${describeState(entry.state)}.`,
    { serverId: entry.row.id, state: entry.state.kind },
  );
}

export function unknownServer(id: string): HubError {
  return new HubError(
    'ERR_SERVER_UNAVAILABLE',
    `There is no server ${JSON.stringify(id)}; add it under Servers in Pilothouse.`,
  );
}

function blockedReason(row: ServerRow): string {
  return row.approvedHash === null
    ? 'Nothing of it runs before you approve its command.'
    : 'Its command is not the one that you approved; read it and approve it again.';
}
