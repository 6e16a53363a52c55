// The package.json of the tarball that `npm pack` makes: without what only a checkout needs. npm reads the file from the disk when it
// packs, so `prepack` writes a shorter one in its place and `postpack` brings the whole one back.
//   node resources/packaging/npm-manifest.mjs trim | restore
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const file = path.join(root, 'package.json');
const whole = path.join(root, 'package.json.whole');

restore();
if (process.argv[2] === 'trim') trim();

/** Also what a pack that was killed has left. */
function restore() {
  if (fs.existsSync(whole)) fs.renameSync(whole, file);
}

function trim() {
  const text = fs.readFileSync(file, 'utf8');
  // The optional ones are whole Nodes for packing the app, 190 MB of them.
  const {
    scripts: _scripts,
    devDependencies,
    optionalDependencies: _nodes,
    allowScripts: _allowed,
    ...kept
  } = JSON.parse(text);
  // The window opens where Electron is there, of the oldest version that is tested or newer; nobody else is to download it.
  const [, oldest] = devDependencies['electron-33'].split('@');
  const electron = {
    peerDependencies: { electron: `>=${oldest}` },
    peerDependenciesMeta: { electron: { optional: true } },
  };
  fs.writeFileSync(`${whole}.next`, text);
  fs.renameSync(`${whole}.next`, whole);
  fs.writeFileSync(file, `${JSON.stringify({ ...kept, ...electron }, null, 2)}\n`);
}
