// Which transport carries a server of which kind.
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
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os'>;
  /** For what is left of a server that ended or misbehaved by itself. */
  readonly graces: StopGraces;
  readonly spawn?: Spawn;
}

export function openTransport(request: TransportRequest, events: TransportEvents): ServerTransport {
  const { config, platform, graces, spawn } = request;
  if (config.kind !== 'stdio') throw new Error(`No transport carries ${config.kind}.`);
  return new ServerProcess({ ...events, config, env: platform.env, os: platform.os, graces, ...(spawn && { spawn }) });
}
