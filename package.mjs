// `npm run dist [-- --dir] [--out FOLDER] [--update-key FILE]` packs the desktop app; `npm run dist:xpi` what is for Firefox.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findElectron } from './electron/launch/find-electron.mjs';
import { writeIcns, writeIco } from './resources/packaging/app-icons.mjs';
import { builderConfig } from './resources/packaging/builder-config.mjs';
import { checkApp } from './resources/packaging/check-app.mjs';
import { publicHalf, readSigningKey, signUpdates } from './resources/packaging/sign-updates.mjs';
import { makeSingleExecutable } from './resources/packaging/single-executable.mjs';
import { writeXpi } from './resources/packaging/xpi.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const flag = { type: 'boolean' };
const text = { type: 'string' };
const { values } = parseArgs({ options: { dir: flag, xpi: flag, out: text, 'update-key': text } });
const out = path.resolve(values.out ?? path.join(root, 'out'));

await pack().catch(error => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

async function pack() {
  const { status } = spawnSync(process.execPath, [path.join(root, 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed (see above).');
  fs.mkdirSync(out, { recursive: true });
  if (values.xpi) return packExtensions();
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-pack-'));
  try {
    await packApp(work);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

async function packExtensions() {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const [name, folder] of Object.entries({ companion: 'firefox', plugins: 'plugin-hub' })) {
    const file = path.join(out, `pilothouse-${name}-${version}.xpi`);
    const names = await writeXpi(path.join(root, 'dist/extension', folder), file);
    console.log(`${file} has ${names.length} files. Sign it at addons.mozilla.org before users can install it.`);
  }
}

async function packApp(work) {
  const key = values['update-key'] === undefined ? null : readSigningKey(values['update-key']);
  const program = process.platform === 'win32' ? 'pilothouse.exe' : 'pilothouse';
  fs.mkdirSync(path.join(work, 'executable'));
  const target = path.join(work, 'executable', program);
  await makeSingleExecutable({ root, work, target, platform: process.platform, arch: process.arch });
  recordOwnFiles(work, target);
  makeIcons(work);
  const electron = localElectron();
  const config = builderConfig({ root, work, out, electron, updateKey: key && publicHalf(key) });
  const { build, Platform } = await import('electron-builder');
  const targets = Platform.current().createTarget(values.dir ? 'dir' : undefined);
  await build({ projectDir: root, config, targets, publish: 'never' });
  const app = unpackedApp();
  const problems = checkApp({ root, program, ...app });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  sayUpdates(key);
  console.log(`${app.folder} is whole: its fuses are set, and it holds what it needs and nothing else.`);
}

/**
 * Into the archive, for the app to compare at each start: what lies beside it. Elsewhere than on Linux the executable is signed later, and
 * the system compares that. The relay's hash is in the app's own code.
 */
function recordOwnFiles(work, target) {
  const hash = file => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  const dist = path.join(root, 'dist');
  const loose = ['runner', 'extension'].flatMap(part =>
    fs
      .readdirSync(path.join(dist, part), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !entry.name.endsWith('.map'))
      .map(entry => path.join(entry.parentPath, entry.name)),
  );
  const recorded = {
    ...(process.platform === 'linux' ? { [path.basename(target)]: hash(target) } : {}),
    ...Object.fromEntries(loose.map(file => [path.relative(dist, file).replaceAll('\\', '/'), hash(file)])),
  };
  fs.mkdirSync(path.join(work, 'recorded'));
  fs.writeFileSync(path.join(work, 'recorded/own-files.json'), JSON.stringify(recorded));
}

function sayUpdates(key) {
  if (key === null) return console.log('Without --update-key this app takes no updates but on macOS.');
  const lists = values.dir ? [] : signUpdates(out, key);
  console.log(
    `The app takes updates that this key signed. Signed now: ${lists.join(', ') || 'none, for nothing was listed'}.`,
  );
}

function makeIcons(work) {
  const picture = path.join(root, 'resources/icons/app.png');
  fs.mkdirSync(path.join(work, 'icons'));
  fs.copyFileSync(picture, path.join(work, 'icons/512x512.png'));
  writeIcns(picture, path.join(work, 'icon.icns'));
  writeIco(picture, path.join(work, 'icon.ico'));
}

/** An Electron that is here already, whose version then counts; null lets electron-builder fetch the pinned one. */
function localElectron() {
  const found = findElectron(process.env);
  if (!found || process.platform === 'darwin') return null;
  const folder = path.dirname(found);
  const version = fs.readFileSync(path.join(folder, 'version'), 'utf8').trim();
  return { folder, version };
}

function unpackedApp() {
  if (process.platform === 'darwin') {
    const app = path.join(out, process.arch === 'arm64' ? 'mac-arm64' : 'mac', 'Pilothouse.app/Contents');
    const folder = path.join(app, 'Frameworks/Electron Framework.framework');
    return { folder, executable: 'Electron Framework', resources: path.join(app, 'Resources') };
  }
  const windows = process.platform === 'win32';
  const folder = path.join(out, windows ? 'win-unpacked' : 'linux-unpacked');
  const executable = windows ? 'Pilothouse.exe' : 'pilothouse-app';
  return { folder, executable, resources: path.join(folder, 'resources') };
}
