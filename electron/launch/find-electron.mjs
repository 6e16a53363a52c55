// Which Electron binary is on this machine already, for starting, packing and testing alike. Plain JavaScript, because the packing and
// the test runner run before anything is compiled. It never requires the electron package, whose import would start a download.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The version that the test runner can provide and check where the vendor's download cannot be reached, and its official zip's hash. */
export const checkedVersion = '33.3.0';
export const checkedSha256 = '301ff45db3ee5e4222adecc07555c31dd1b56d82c20540d7ad6da504dde332c8';

export function findElectron(env) {
  return ownElectron(env) ?? checkedElectron(env);
}

export function electronPackage() {
  try {
    return path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

export function ownElectron(env) {
  const folder = electronPackage();
  if (!folder) return null;
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const name = readText(path.join(folder, 'path.txt')) ?? names[process.platform] ?? 'electron';
  return executable(path.join(env.ELECTRON_OVERRIDE_DIST_PATH || path.join(folder, 'dist'), name));
}

export function electronCacheDir(env) {
  const caches = env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(caches, 'pilothouse', `electron-${checkedVersion}`);
}

export function checkedElectron(env) {
  const folder = electronCacheDir(env);
  try {
    const { version, sha256 } = JSON.parse(fs.readFileSync(path.join(folder, 'verified.json'), 'utf8'));
    return version === checkedVersion && sha256 === checkedSha256 ? executable(path.join(folder, 'electron')) : null;
  } catch {
    return null;
  }
}

function executable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
