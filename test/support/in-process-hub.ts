// A hub in the process of the test, on a temporary home, ended with it.
import { pino } from 'pino';
import { createHub } from '../../electron/core/hub.ts';
import { nodePlatform } from '../../electron/core/platform/node-platform.ts';
import { repositoryRoot } from './provided.ts';
import { createTempHome } from './temp-home.ts';
import type { Hub } from '../../electron/core/hub.ts';

export async function startHubHere(onEnd: (end: () => Promise<void>) => void): Promise<Hub> {
  const temp = createTempHome();
  const base = nodePlatform();
  const hub = createHub({
    ...base,
    machine: { ...base.machine, homeDir: temp.folder },
    env: { ...temp.env },
    say: () => {},
    open: () => ({ url: null, page: null }),
    quit: () => {},
    version: '0.1.0',
    shell: 'headless',
    home: temp.home,
    runtimeDir: `${temp.home}/run`,
    appDir: repositoryRoot,
    distDir: `${repositoryRoot}/dist`,
    nodePath: process.execPath,
    mcpPort: 0,
    wellKnownRoot: temp.folder,
    log: pino({ level: 'silent' }),
  });
  await hub.start();
  onEnd(async () => {
    await hub.stop();
    temp.remove();
  });
  return hub;
}
