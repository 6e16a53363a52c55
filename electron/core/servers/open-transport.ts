// Which transport carries a server of which kind.
import { dirname, join } from 'node:path';
import { ownRuntimeCommand } from './own-runtimes.ts';
import { RunnerTransport } from './runner-transport.ts';
import { ServerProcess } from './server-process.ts';
import { childEnv } from './child-env.ts';
import { sandboxWalls } from './sandbox/sandbox-walls.ts';
import type { RunnerSandbox } from '../../contract/runner.ts';
import type { CommandConfig, ServerConfig, ServerOptions } from '../../contract/servers.ts';
import type { HubPlatform } from '../platform.ts';
import type { SandboxSupport } from './sandbox/sandbox-support.ts';
import type { Spawn } from './server-process.ts';
import type { ServerTransport, TransportEvents } from './server-transport.ts';
import type { StopGraces } from './stop-ladder.ts';

export interface TransportRequest {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
  readonly options: ServerOptions;
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os' | 'nodePath' | 'distDir'> &
    Partial<Pick<HubPlatform, 'home' | 'runtimeDir'>>;
  /** For what is left of a server that ended or misbehaved by itself. */
  readonly graces: StopGraces;
  readonly spawn?: Spawn;
  /** Makes the walls of a server that is to have some. */
  readonly sandbox: SandboxSupport;
}

export function openTransport(request: TransportRequest, events: TransportEvents): ServerTransport {
  const { config, options, platform, graces, spawn } = request;
  if ('url' in config) throw new Error(`No transport carries ${config.kind}.`);
  const { env, os, nodePath, distDir } = platform;
  const command = config.kind === 'stdio' ? config : ownRuntimeCommand(config, platform);
  const process = { ...events, config: command, env, os, graces, ...(spawn && { spawn }) };
  if (!options.isolation && !options.sandbox) return new ServerProcess(process);
  const runner = { nodePath, program: join(distDir, 'runner/runner.cjs') };
  const walls = options.sandbox && (() => wallsOf(request, command));
  return new RunnerTransport({ ...process, runner, walls });
}

async function wallsOf(
  { config, options, platform, sandbox }: TransportRequest,
  command: CommandConfig,
): Promise<RunnerSandbox | null> {
  if (!options.sandbox) return null;
  const { env, os, nodePath, distDir, home, runtimeDir } = platform;
  return sandboxWalls({
    tool: await sandbox.check(),
    options: options.sandbox,
    config,
    command,
    env: childEnv(env, command.env, os),
    ownFolders: [home, runtimeDir].filter(folder => folder !== undefined),
    runtimeFolders: [join(distDir, 'runner'), dirname(nodePath)],
  });
}
