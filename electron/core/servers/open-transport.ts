// Which transport carries a server of which kind.
import { join } from 'node:path';
import { ownRuntimeCommand } from './own-runtimes.ts';
import { RunnerTransport } from './runner-transport.ts';
import { ServerProcess } from './server-process.ts';
import type { ServerConfig, ServerOptions } from '../../contract/servers.ts';
import type { HubPlatform } from '../platform.ts';
import type { Spawn } from './server-process.ts';
import type { ServerTransport, TransportEvents } from './server-transport.ts';
import type { StopGraces } from './stop-ladder.ts';

export interface TransportRequest {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
  readonly options: ServerOptions;
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os' | 'nodePath' | 'distDir'>;
  /** For what is left of a server that ended or misbehaved by itself. */
  readonly graces: StopGraces;
  readonly spawn?: Spawn;
}

export function openTransport(request: TransportRequest, events: TransportEvents): ServerTransport {
  const { config, options, platform, graces, spawn } = request;
  if ('url' in config) throw new Error(`No transport carries ${config.kind}.`);
  const { env, os, nodePath, distDir } = platform;
  const command = config.kind === 'stdio' ? config : ownRuntimeCommand(config, platform);
  const process = { ...events, config: command, env, os, graces, ...(spawn && { spawn }) };
  if (!options.isolation) return new ServerProcess(process);
  return new RunnerTransport({ ...process, runner: { nodePath, program: join(distDir, 'runner/runner.cjs') } });
}
