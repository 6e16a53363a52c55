// What the registry keeps of one server, and how the panel sees it.
import { mapTexts } from '../../../../contract/reason.ts';
import { commandLineOf, envNamesOf, programOf } from '../config/approval.ts';
import { packageIn } from '../config/package-in-command.ts';
import { isReachable } from './server-state.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { AllRuns } from './all-runs.ts';
import type { KeptDefinitions } from './kept-definitions.ts';
import type { ServerRow } from './server-row.ts';

export interface RegisteredServer {
  row: ServerRow;
  readonly hash: string;
  /** What its tools are known and pinned for (`commandHash`). */
  readonly commandHash: string;
  /** What is worth knowing before it may run. */
  readonly warning: Reason | null;
  readonly runs: AllRuns;
  /** The newest list, also that of the last run. */
  tools: readonly ServerTool[];
  /** Of a server that starts on first use: what it offers beside its tools; null while nobody knows. */
  kept: KeptDefinitions | null;
  /** How it has shown that one run for all does not do. */
  wantsPerAgent: Reason | null;
}

/** The tools that it offers now: also while it is on its way or sleeps, because calls wait for it then. */
export function offeredTools({ runs, tools }: RegisteredServer): readonly ServerTool[] {
  const { state } = runs.shared;
  return isReachable(state) ? tools : [];
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

export function serverOf(entry: RegisteredServer, { mask, sandbox, runtime, workFolder }: ServerSurroundings): Server {
  const { row, hash, warning, runs } = entry;
  const { counts } = runs;
  const { config } = row;
  const info = (runs.handshake ?? entry.kept?.handshake)?.serverInfo;
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
    // Its literals may be secrets that the user left in the config.
    options: { ...row.options, literals: undefined },
    sandbox,
    warning,
    hash,
    state: runs.state,
    serverInfo: info ? { name: mask(info.name), version: mask(info.version) } : null,
    toolCount: offeredTools(entry).length,
    runs: runs.up,
    starts: counts.starts,
    startMs: runs.startMs ?? entry.kept?.startMs ?? null,
    crashes: counts.crashes,
    restartCount: counts.restarts,
    restarts: runs.restarts,
    stderr: runs.shared.stderr.map(mask),
    wantsPerAgent:
      row.options.instances === 'shared' && entry.wantsPerAgent !== null ? mapTexts(entry.wantsPerAgent, mask) : null,
  };
}
