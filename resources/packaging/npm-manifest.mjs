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

/** Also what a pack that was killed has left. What somebody has written into package.json since then is never written over. */
function restore() {
  if (!fs.existsSync(whole)) return;
  const [kept, now] = [fs.readFileSync(whole, 'utf8'), fs.readFileSync(file, 'utf8')];
  if (now === trimmed(kept)) fs.renameSync(whole, file);
  else if (isWhole(now)) fs.rmSync(whole);
  else {
    console.error(
      `${file} is the short one of a pack that was ended midway, and was edited since. Put the edit into ${whole}, and that in its place.`,
    );
    process.exit(1);
  }
}

function trim() {
  const text = fs.readFileSync(file, 'utf8');
  replace(whole, text);
  replace(file, trimmed(text));
}

/** In one step, so that it is never there by half. */
function replace(target, text) {
  fs.writeFileSync(`${target}.next`, text);
  fs.renameSync(`${target}.next`, target);
}

/** What is trimmed away is there. */
function isWhole(text) {
  try {
    return JSON.parse(text).scripts !== undefined;
  } catch {
    return false;
  }
}

function trimmed(text) {
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
  return `${JSON.stringify({ ...kept, ...electron }, null, 2)}\n`;
}
