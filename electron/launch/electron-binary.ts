// The Electron to start: one that is here, or one that Electron's own installer fetches now.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronPackage, findElectron, ownElectron } from './find-electron.mjs';

const installerLimitMs = 5 * 60_000;

/** Null where none can be had. */
export function provideElectron(env: NodeJS.ProcessEnv, say: (line: string) => void): string | null {
  return findElectron(env) ?? fetchElectron(env, say);
}

function fetchElectron(env: NodeJS.ProcessEnv, say: (line: string) => void): string | null {
  const folder = electronPackage();
  if (!folder) return null;
  say("Fetching Electron's binary (once, about 100 MB)…");
  // Its failure is long and about its own innards; ours is one line, said by the caller.
  spawnSync(process.execPath, [path.join(folder, 'install.js')], { stdio: 'ignore', timeout: installerLimitMs, env });
  return ownElectron(env);
}
