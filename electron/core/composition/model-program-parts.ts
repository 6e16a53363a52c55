// The programs that run the user's model files: each by a runner of its own, with a log, and known to the next hub.
import { dirname, join } from 'node:path';
import { ModelPrograms } from '../models/programs/model-programs.ts';
import { ProgramFolders } from '../models/programs/program-folders.ts';
import { programWalls } from '../models/programs/program-walls.ts';
import { ServerLogs } from '../servers/logs/server-logs.ts';
import { childEnv } from '../servers/process/child-env.ts';
import { listProcesses } from '../servers/process/process-table.ts';
import { RunnerTransport } from '../servers/process/runner-transport.ts';
import { StartTimes } from '../servers/process/start-times.ts';
import { TrackedChildren } from '../servers/process/tracked-children.ts';
import { UsageWatch } from '../servers/process/usage-watch.ts';
import type { ModelRegistry } from '../models/model-registry.ts';
import type { ModelProgramsOptions } from '../models/programs/model-programs.ts';
import type { ModelServices } from '../panel/model-handlers.ts';
import type { SandboxSupport } from '../servers/sandbox/sandbox-support.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { ServerParts } from './server-parts.ts';

type Neighbours = Pick<ServerParts, 'servers' | 'children' | 'userEnv'>;

/** A model's program reads no input whose end would tell it to go. */
const stopGraces = { inputMs: 50, termMs: 3_000 };
const exitGraces = { inputMs: 50, termMs: 600 };

export function createPrograms(
  { platform, closers, panels }: Boot,
  { home, secrets }: BaseParts,
  { servers, children, userEnv }: Neighbours,
  registry: ModelRegistry,
): Pick<ModelServices, 'modelLog'> & { programs: ModelPrograms } {
  const folder = join(home.logs, 'models');
  const logs = new ServerLogs({
    folder,
    now: () => platform.now(),
    secrets: secrets.read,
    onChanged: providerIds => panels.tell({ event: 'models:logged', data: { providerIds } }),
    onTrouble: (id, error) =>
      platform.log.warn({ model: id, reason: String(error) }, 'The log of a model was not written.'),
  });
  const open = opener(platform, {
    ...{ sandbox: servers.sandbox, ownFolders: [home.path, platform.runtimeDir] },
    children,
    userEnv,
    mask: text => logs.mask(text),
  });
  const programs = new ModelPrograms({
    ...{ registry, logs, open, os: platform.os, env: userEnv, graces: stopGraces, sandbox: servers.sandbox },
    now: () => platform.now(),
    folders: new ProgramFolders(join(home.path, 'models')),
  });
  const watch = watchUsage(programs, panels, platform.os);
  closers.add(async () => {
    watch.stop();
    await programs.stopAll(exitGraces);
    await logs.stop();
  });
  const modelLog: ModelServices['modelLog'] = (id, count) => ({
    path: join(folder, `${id}.log`),
    lines: logs.read(id, { count }).lines,
  });
  return { programs, modelLog };
}

/** Memory and CPU of each program, looked at while a panel is open. */
function watchUsage(programs: ModelPrograms, panels: Boot['panels'], os: NodeJS.Platform): UsageWatch {
  const watch = new UsageWatch({
    os,
    roots: () => programs.roots(),
    monotonic: () => performance.now(),
    list: () => (panels.any ? listProcesses(os) : Promise.resolve([])),
  });
  watch.watch(measured => programs.measured(measured));
  return watch;
}

interface OpenerOptions extends Pick<Neighbours, 'children' | 'userEnv'> {
  readonly sandbox: SandboxSupport;
  /** Folders of Pilothouse that no program may see. */
  readonly ownFolders: readonly string[];
  readonly mask: (text: string) => string;
}

/** Each program has a runner of its own, which ends with the hub, and is known to the next hub where this one is killed. */
function opener(
  platform: Boot['platform'],
  { sandbox, ownFolders, children: ledger, userEnv, mask }: OpenerOptions,
): ModelProgramsOptions['open'] {
  const { os, nodePath, distDir } = platform;
  const starts = new StartTimes(os);
  const runner = { nodePath, program: join(distDir, 'runner/runner.cjs') };
  return (providerId, { home: cwd, temporary }, wanted) =>
    (command, events) => {
      const tracked = new TrackedChildren({ ledger, starts, serverId: providerId, os });
      const walls = async () =>
        wanted &&
        programWalls({
          ...{ tool: await sandbox.check(), command, port: wanted.port, workFolder: cwd, ownFolders },
          env: childEnv(userEnv(), {}, os),
          runtimeFolders: [dirname(runner.program), dirname(nodePath)],
        });
      // What it unpacks and keeps for the next time has no other place inside walls.
      const env: Record<string, string> = wanted ? { HOME: cwd, TMPDIR: temporary } : {};
      return new RunnerTransport({
        ...{ ...events, env: userEnv(), os, mask, runner, graces: stopGraces, walls: wanted && walls },
        config: { kind: 'stdio', ...command, env, cwd },
        spawn: tracked.spawn,
        nonce: () => tracked.nonce,
      });
    };
}
