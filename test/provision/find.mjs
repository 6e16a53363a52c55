// Finds what the end-to-end tests need on this machine, without installing anything. As a program it prints its findings as JSON.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { electronCacheDir, findElectron } from '../../electron/launch/find-electron.mjs';
import { findAgents } from './agents.mjs';

const require = createRequire(import.meta.url);

/** `strict_min_version` of the companion's manifest. */
const leastFirefox = 140;

/** Each is `{ path }` or `{ reason }`. */
export function findAll() {
  return {
    chromium: findChromium(),
    firefox: findFirefox(),
    electron: findOwnOrCheckedElectron(),
    display: findDisplay(),
    bubblewrap: findBubblewrap(),
    'message bus': findMessageBus(),
    nats: findNats(),
    ...findDesktopSession(),
    ...findAgents(),
  };
}

/** A Chromium that still takes `--load-extension` (branded Chrome does not) and is no Snap (which has no native messaging). */
export function findChromium() {
  const onPath = findOnPath('chromium') ?? findOnPath('chromium-browser');
  if (isNoSnap(onPath)) return { path: onPath };
  const own = require('playwright').chromium.executablePath();
  if (own && fs.existsSync(own)) return { path: own };
  return { reason: 'no Chromium on PATH or in the Playwright cache; run npx playwright install chromium' };
}

/**
 * A Firefox that is new enough for the companion and no Snap, whose portal asks the user before a relay starts. Elsewhere than
 * under Linux, HOME does not move where it looks for manifests, and the user's own would be written.
 */
export function findFirefox() {
  if (process.platform !== 'linux') return { reason: 'only under Linux does HOME move what Firefox reads' };
  const program = ['firefox-esr', 'firefox'].map(findOnPath).find(isNoSnap);
  if (!program) return { reason: 'no Firefox on PATH that is no Snap; install the package firefox-esr' };
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  const version = Number(/(\d+)\./.exec(stdout ?? '')?.[1]);
  if (version >= leastFirefox) return { path: program };
  return { reason: `${program} is no Firefox ${leastFirefox} or newer; install the package firefox-esr` };
}

function findOwnOrCheckedElectron() {
  const found = findElectron(process.env);
  if (found) return { path: found };
  const cache = electronCacheDir(process.env);
  return { reason: `no Electron binary in node_modules/electron/dist or ${cache}; run npx install-electron` };
}

/** Electron draws on its own virtual display under Linux, so that a test never takes the user's screen. */
export function findDisplay() {
  if (process.platform !== 'linux') return { path: '' };
  const xvfb = findOnPath('Xvfb');
  return xvfb ? { path: xvfb } : { reason: 'no Xvfb on PATH; install the package xvfb' };
}

/** The walls of sandboxed servers under Linux. Some machines carry it but forbid what it needs, which only trying tells. */
export function findBubblewrap() {
  if (process.platform !== 'linux') return { path: '' };
  const program = findOnPath('bwrap');
  if (!program) return { reason: 'no bwrap on PATH; install the package bubblewrap' };
  const args = ['--unshare-user-try', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--', '/bin/true'];
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? { path: program } : { reason: `bwrap cannot make a sandbox here: ${stderr?.trim()}` };
}

/** A bus of its own for each test that is about one; the machine's is never touched. */
export function findMessageBus() {
  if (process.platform !== 'linux') return { reason: 'only Linux has a message bus' };
  const daemon = findOnPath('dbus-daemon');
  return daemon ? { path: daemon } : { reason: 'no dbus-daemon on PATH; install the package dbus' };
}

/** The server of a fleet, which each test starts for itself; the service that the package brings is not used. */
export function findNats() {
  const server = findOnPath('nats-server') ?? ['/usr/sbin/nats-server'].find(isExecutable);
  return server ? { path: server } : { reason: 'no nats-server on PATH; install the package nats-server' };
}

/** What a desktop session of a test is made of, with the Debian package of each; other systems have no such bus. */
export const desktopPrograms = {
  'session-bus': { program: 'dbus-run-session', package: 'dbus-daemon' },
  busctl: { program: 'busctl', package: 'systemd' },
  tray: {
    program: '/usr/libexec/ayatana-indicator-application/ayatana-indicator-application-service',
    package: 'ayatana-indicator-application',
  },
  notifications: { program: 'dunst', package: 'dunst' },
  keyring: { program: 'gnome-keyring-daemon', package: 'gnome-keyring' },
  'window manager': { program: 'openbox', package: 'openbox' },
};

function findDesktopSession() {
  const found = Object.entries(desktopPrograms).map(([need, { program, package: from }]) => {
    const file = path.isAbsolute(program) ? isExecutable(program) && program : findOnPath(program);
    return [need, file ? { path: file } : { reason: `no ${path.basename(program)}; install the package ${from}` }];
  });
  return Object.fromEntries(found);
}

/** Ubuntu's own packages are shell scripts that start the Snap. */
function isNoSnap(program) {
  if (!program) return false;
  const file = fs.realpathSync(program);
  const text = fs.readFileSync(file, 'latin1');
  return !file.startsWith('/snap/') && !(text.startsWith('#!') && text.includes('/snap/bin/'));
}

function findOnPath(name) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    if (folder && isExecutable(path.join(folder, name))) return path.join(folder, name);
  }
  return null;
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(findAll()));
}
