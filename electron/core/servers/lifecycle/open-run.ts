// Begins a run of a server as it is stored: its transport with our MCP client on it, its children noted while they live.
import { TrackedChildren } from '../process/tracked-children.ts';
import { nobody } from './lease.ts';
import { ServerRun } from './server-run.ts';
import { defaultHub } from './supervisor-options.ts';
import type { StartTimes } from '../process/start-times.ts';
import type { SandboxSupport } from '../sandbox/sandbox-support.ts';
import type { Asker } from './lease.ts';
import type { RunEvents } from './run-keeper-options.ts';
import type { ServerRow } from './server-entry.ts';
import type { ServerSupervisorOptions, SupervisorTimes } from './supervisor-options.ts';

export interface RunRequest {
  readonly row: ServerRow;
  /** Whose run it is; null is the one for all. */
  readonly asker: Asker | null;
  readonly times: SupervisorTimes;
  readonly sandbox: SandboxSupport;
  readonly starts: StartTimes;
  /** Hides secret values. */
  mask(text: string): string;
  onLog(line: string): void;
}

export function openRun(options: ServerSupervisorOptions, request: RunRequest, events: RunEvents): ServerRun {
  const { platform, hub = defaultHub, tap, spawn, everybody = nobody, ledger } = options;
  const { row, asker, times, starts, sandbox, mask, onLog } = request;
  const children = ledger && new TrackedChildren({ ledger, starts, serverId: row.id, os: platform.os, spawn });
  const spawnChild = children?.spawn ?? spawn;
  const run: ServerRun = new ServerRun({
    ...events,
    id: row.id,
    name: row.name,
    config: row.config,
    options: row.options,
    platform,
    sandbox,
    workFolders: options.workFolders,
    ...(options.secrets && { secrets: options.secrets }),
    ...(options.signIns && { signIns: options.signIns }),
    hub,
    tap,
    asker,
    everybody,
    timeouts: times.client,
    graces: times.sweep,
    mask,
    ...(spawnChild ? { spawn: spawnChild } : {}),
    onLog,
    onPid: pid => {
      children?.adopt(pid, run.gone);
      events.onPid(pid);
    },
  });
  return run;
}
