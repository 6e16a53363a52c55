// What a hub in the process of a test runs on: a home of its own, nothing of the machine's, nothing said.
import { join } from 'node:path';
import { pino } from 'pino';
import { nodePlatform } from '../../electron/core/platform/node-platform.ts';
import { repositoryRoot } from './provided.ts';
import type { HubPlatform } from '../../electron/core/platform/platform.ts';

export interface QuietHome {
  /** What it takes for the home folder of its user. */
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

export function quietPlatform({ folder, home, env }: QuietHome): HubPlatform {
  const base = nodePlatform();
  return {
    ...base,
    machine: { ...base.machine, homeDir: folder },
    env,
    say: () => {},
    open: () => ({ url: null, page: null }),
    quit: () => {},
    version: '0.1.0',
    shell: 'headless',
    home,
    runtimeDir: join(home, 'run'),
    appDir: repositoryRoot,
    distDir: join(repositoryRoot, 'dist'),
    nodePath: process.execPath,
    mcpPort: 0,
    wellKnownRoot: folder,
    log: pino({ level: 'silent' }),
  };
}
