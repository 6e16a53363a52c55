// Finds Electron's binary without ever requiring the electron package, whose import would start a download.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The version that the test runner can provide and check where the vendor's download cannot be reached. */
const checkedVersion = '33.3.0';
const installerLimitMs = 5 * 60_000;

/** The package's own binary, a copy that was provided and checked, or one fetched now by Electron's installer; else null. */
export function provideElectron(env: NodeJS.ProcessEnv, say: (line: string) => void): string | null {
  return ownElectron(env) ?? checkedElectron(env) ?? fetchElectron(env, say);
}

/** The binary inside the electron package (or `ELECTRON_OVERRIDE_DIST_PATH`), as that package itself looks for it. */
export function ownElectron(env: NodeJS.ProcessEnv): string | null {
  const folder = electronPackage();
  if (!folder) return null;
  const names: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  };
  const name = readText(path.join(folder, 'path.txt')) ?? names[process.platform] ?? 'electron';
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH'];
  return executable(path.join(dist || path.join(folder, 'dist'), name));
}

/** The copy in the cache, which is used only where its zip was checked against the official checksums. */
export function checkedElectron(env: NodeJS.ProcessEnv): string | null {
  const caches = env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache');
  const folder = path.join(caches, 'pilothouse', `electron-${checkedVersion}`);
  return readText(path.join(folder, 'verified.json')) ? executable(path.join(folder, 'electron')) : null;
}

function fetchElectron(env: NodeJS.ProcessEnv, say: (line: string) => void): string | null {
  const folder = electronPackage();
  if (!folder) return null;
  say("Fetching Electron's binary (once, about 100 MB)…");
  // Its failure is long and about its own innards; ours is one line, said by the caller.
  spawnSync(process.execPath, [path.join(folder, 'install.js')], { stdio: 'ignore', timeout: installerLimitMs, env });
  return ownElectron(env);
}

function electronPackage(): string | null {
  try {
    return path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

function executable(file: string): string | null {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return file;
  } catch {
    return null;
  }
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
