// Names and installs the Debian packages that the end-to-end tests need; used only as root on a machine with apt-get.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Electron's shared libraries that a bare Debian lacks, with the package of each. */
const libraries = {
  'libasound.so.2': 'libasound2',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcups.so.2': 'libcups2',
  'libdrm.so.2': 'libdrm2',
  'libgbm.so.1': 'libgbm1',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnotify.so.4': 'libnotify4',
  'libnss3.so': 'libnss3',
  'libsecret-1.so.0': 'libsecret-1-0',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXss.so.1': 'libxss1',
  'libXtst.so.6': 'libxtst6',
};

export function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get');
}

export function missingLibraryPackages() {
  const known = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '';
  return Object.entries(libraries)
    .filter(([soname]) => !known.includes(`\t${soname} `))
    .map(([, name]) => name);
}

/** Installs `packages`; a failure is one line on stderr, and what then is missing is found missing afterwards. */
export function aptInstall(packages) {
  if (apt(['update', '-qq']) !== 0) console.error('apt-get update failed; going on with the package lists at hand.');
  const names = packages.map(currentName).filter(isOffered);
  if (names.length === 0) return;
  const status = apt(['install', '-y', '-qq', '--no-install-recommends', ...names]);
  if (status !== 0) console.error(`apt-get install ${names.join(' ')} ended with ${status}.`);
}

/** Newer releases renamed libraries for 64-bit time (`libgtk-3-0t64`). */
function currentName(name) {
  return isKnown(`${name}t64`) ? `${name}t64` : name;
}

/** One unknown name would keep apt-get from installing all the others; Ubuntu has no firefox-esr. */
function isOffered(name) {
  if (isKnown(name)) return true;
  console.error(`The package ${name} is not in the package lists of this machine.`);
  return false;
}

function isKnown(name) {
  const policy = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' }).stdout ?? '';
  return /Candidate: (?!\(none\))/.test(policy);
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status;
}
