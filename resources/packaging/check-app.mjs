// Looks at an unpacked app as it would be shipped: what must be there is, what must not be is not, and the fuses are set.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fuses } from './builder-config.mjs';

/** electron/fuses: the order in which the binary keeps them. */
const fuseOrder = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The fuses in a binary by name; those that this version of Electron does not have are left out. */
export function readFuses(binary) {
  const bytes = fs.readFileSync(binary);
  const at = bytes.indexOf(sentinel);
  if (at < 0) throw new Error(`${binary} has no fuses; it is no Electron.`);
  const count = bytes[at + sentinel.length + 1];
  const states = bytes.subarray(at + sentinel.length + 2, at + sentinel.length + 2 + count).toString('latin1');
  return Object.fromEntries(fuseOrder.slice(0, count).map((name, index) => [name, states[index] === '1']));
}

/** Sentences about what is wrong with the app in `folder`; none when it is whole. */
export function checkApp({ root, folder, executable, resources, program }) {
  const problems = [];
  const need = (is, sentence) => is || problems.push(sentence);
  const found = readFuses(path.join(folder, executable));
  for (const [name, on] of Object.entries(found))
    need(fuses[name] === on, `The fuse ${name} is ${on ? 'on' : 'off'} in ${executable}.`);
  for (const file of ['app.asar', program, 'relay/relay.cjs', 'runner/runner.cjs', 'extension/chromium/manifest.json'])
    need(fs.existsSync(path.join(resources, file)), `${file} is missing in ${resources}.`);
  const hash = file => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  // What lies beside the archive has no integrity of its own; it is exactly what was built.
  for (const file of ['relay/relay.cjs', 'runner/runner.cjs'])
    need(
      hash(path.join(resources, file)) === hash(path.join(root, 'dist', file)),
      `${file} is not the one that was built.`,
    );
  const inside = listAsar(path.join(resources, 'app.asar'));
  for (const file of [
    '/dist/main/main.js',
    '/dist/catalogue/main.js',
    '/dist/preload/preload.cjs',
    '/dist/renderer/index.html',
    '/dist/recorded/own-files.json',
    '/package.json',
  ])
    need(inside.includes(file), `${file} is missing in app.asar.`);
  const foreign = inside.find(file =>
    /^\/(test|docs|electron|renderer)\/|\/node_modules\/(vitest|electron(-33)?|node-[^/]*)(\/|$)/.test(file),
  );
  need(!foreign, `app.asar holds ${foreign}, which is not for users.`);
  return problems;
}

function listAsar(archive) {
  const require = createRequire(import.meta.url);
  const builder = createRequire(createRequire(require.resolve('electron-builder')).resolve('app-builder-lib'));
  return builder('@electron/asar')
    .listPackage(archive, { isPack: false })
    .map(file => file.replaceAll('\\', '/'));
}
