// Makes the one executable of an installed app: a Node that carries our command line, relay and shim (Node's "single executable").
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
/** Node's own documentation gives it: where a Node looks for what it carries. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Writes it to `target`, for the system and processor that Electron names `platform` and `arch`. */
export async function makeSingleExecutable({ root, work, target, platform, arch }) {
  const script = path.join(work, 'pilothouse.cjs');
  await bundle(root, script);
  const blob = path.join(work, 'pilothouse.blob');
  const config = path.join(work, 'sea.json');
  // Without the last, NODE_OPTIONS would load code of whoever set it (Node's "single executable": `execArgvExtension`).
  const options = { disableExperimentalSEAWarning: true, execArgvExtension: 'none' };
  fs.writeFileSync(config, JSON.stringify({ main: script, output: blob, ...options }));
  const node = nodeFor(platform, arch);
  // The blob is made by the same version that reads it.
  const maker = nodeFor(process.platform, process.arch);
  execFileSync(maker, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  fs.copyFileSync(node, target);
  fs.chmodSync(target, 0o755);
  const { inject } = require('postject');
  const place = { sentinelFuse: fuse, ...(platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}) };
  await quietly(() => inject(target, 'NODE_SEA_BLOB', fs.readFileSync(blob), place));
}

async function bundle(root, outfile) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  await build({
    absWorkingDir: root,
    entryPoints: ['electron/single/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    minify: true,
    legalComments: 'none',
    define: { 'import.meta.url': 'ownUrl', builtVersion: JSON.stringify(version) },
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(process.execPath).href;" },
    plugins: [{ name: 'the hub is in the desktop app', setup: replaceServe(root) }],
    logLevel: 'warning',
  });
}

/** The hub brings a database that cannot be carried; an installed command line starts the desktop app for it. */
function replaceServe(root) {
  return ({ onResolve }) =>
    onResolve({ filter: /^\.\/(serve|run-gateway)\.ts$/ }, ({ path }) => ({ path: `${root}/electron/single/${path}` }));
}

/** A Node of the pinned version: it must be what the tests ran on. */
function nodeFor(platform, arch) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const program = platform === 'win32' ? 'node.exe' : 'node';
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', program);
  } catch {
    throw new Error(
      `The package ${name} is not installed, which has the Node for ${platform} on ${arch}; install it beside the others in optionalDependencies.`,
    );
  }
}

/** postject prints what it does, and warns of Node's own debug sections. */
async function quietly(work) {
  const { log, warn } = console;
  console.log = console.warn = () => {};
  try {
    await work();
  } finally {
    Object.assign(console, { log, warn });
  }
}
