// What the supervisor keeps of one server, and how the panel sees it.
import { hubError } from '../../../../words/hub-error.ts';
import { approvalHash, commandHash, commandLineOf, envNamesOf, programOf } from '../config/approval.ts';
import { packageIn } from '../config/package-in-command.ts';
import { canCall, isComing } from './server-state.ts';
import type { Reason } from '../../../../contract/reason.ts';
import type { HubError } from '../../../../contract/schemas/errors.ts';
import type { ServerShape } from '../../../../contract/schemas/server-config.ts';
import type { Server, ServerConfig, ServerOptions, ServerState } from '../../../../contract/schemas/servers.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { ServerRuns } from './server-runs.ts';

/** A server as it is stored. */
export interface ServerRow {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
  readonly options: ServerOptions;
  /** What was approved (`approvalHash`), or null. */
  readonly approvedHash: string | null;
  /** The same for reading; absent where it was approved before that was kept. */
  readonly approved?: ServerShape | null;
  readonly wanted: 'running' | 'stopped';
  /** Rises in the order of adding. */
  readonly position: number;
}

export interface ServerEntry {
  row: ServerRow;
  readonly hash: string;
  /** What its tools are known and pinned for (`commandHash`). */
  readonly commandHash: string;
  /** What is worth knowing before it may run. */
  readonly warning: Reason | null;
  readonly runs: ServerRuns;
  /** The newest list, also that of the last run. */
  tools: readonly ServerTool[];
  /** How it has shown that one run for all does not do. */
  wantsPerAgent: string | null;
}

/** Before anything of it has run. */
export function initialState(row: ServerRow, now: number): ServerState {
  return row.approvedHash === approvalHash(row.config)
    ? { kind: 'stopped', since: now }
    : { kind: 'blocked', since: now, by: 'approval', reason: blockedReason(row) };
}

/** The tools that it offers now: also while it is on its way, because calls wait for it then. */
export function offeredTools({ runs, tools }: ServerEntry): readonly ServerTool[] {
  const { state } = runs.shared;
  return canCall(state) || isComing(state) ? tools : [];
}

/** What is known of a server beside its entry. */
export interface ServerSurroundings {
  /** Hides secret values. */
  mask(text: string): string;
  readonly sandbox: Server['sandbox'];
  readonly runtime: Server['runtime'];
  /** The folder that it has of its own. */
  readonly workFolder: string;
}

export function serverOf(entry: ServerEntry, { mask, sandbox, runtime, workFolder }: ServerSurroundings): Server {
  const { row, hash, warning, runs } = entry;
  const { config } = row;
  const info = runs.handshake?.serverInfo;
  return {
    id: row.id,
    name: row.name,
    kind: config.kind,
    commandLine: commandLineOf(config),
    program: programOf(config),
    package: packageIn(config),
    runtime,
    envNames: envNamesOf(config),
    cwd: 'cwd' in config ? (config.cwd ?? null) : null,
    workFolder: 'url' in config ? null : workFolder,
    options: row.options,
    sandbox,
    warning,
    hash,
    state: runs.state,
    serverInfo: info ? { name: mask(info.name), version: mask(info.version) } : null,
    toolCount: offeredTools(entry).length,
    runs: runs.up,
    starts: runs.starts,
    crashes: runs.crashes,
    restarts: runs.restarts,
    stderr: runs.shared.stderr.map(mask),
    wantsPerAgent:
      row.options.instances === 'shared' && entry.wantsPerAgent !== null ? mask(entry.wantsPerAgent) : null,
  };
}

/** Names the server, its state and what helps. */
export function unavailable({ id, name }: ServerRow, state: ServerState): HubError {
  const kind = state.kind === 'degraded' ? 'running' : state.kind;
  const why = 'reason' in state ? (state.reason ?? null) : null;
  return hubError(
    'ERR_SERVER_UNAVAILABLE',
    { kind: 'server-away', server: name, state: kind, why },
    { serverId: id, state: state.kind },
  );
}

export function unknownServer(id: string): HubError {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'no-server', server: id });
}

function blockedReason({ config, approvedHash }: ServerRow): Reason {
  if (approvedHash !== null && approvedHash === commandHash(config))
    return { kind: 'approval-by-names', what: 'url' in config ? 'headers' : 'variables' };
  const what = 'url' in config ? 'address' : 'command';
  return { kind: approvedHash === null ? 'not-approved' : 'approval-changed', what };
}
