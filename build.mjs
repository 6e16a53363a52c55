// Builds everything that runs from dist/: hub, shell, relay, extension folders and panel. Plain JavaScript, because it runs before anything is compiled.
//   node build.mjs [--if-stale] [node|preload|relay|runner|extension|renderer|icons ...]
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildPluginHub } from './resources/packaging/build-plugin-hub.mjs';
import { mergeJson, readJson, writeAtomically } from './resources/packaging/json-files.mjs';
import { withoutFetch, withoutLocales } from './resources/packaging/leave-out.mjs';
import { checkerOnce, sharedOnce } from './resources/packaging/only-once.mjs';
import { writePageFlags } from './resources/packaging/page-flags.mjs';
import { writeSandbox } from './resources/packaging/sandbox-files.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, 'dist');
const stampFile = path.join(dist, '.built');
const lockFile = path.join(dist, '.lock');
const staleLockMs = 5 * 60_000;

/**
 * Packages that come with binaries, or look for files of theirs, and so stay in node_modules. The others are built in, because to
 * read each of their 250 files by itself was a tenth of a start, and more on a busy machine.
 */
const kept = ['electron', 'electron-updater', 'libsql', '@silvia-odwyer/photon-node'];
/** What `ws` asks for and does without. */
const optional = ['bufferutil', 'utf-8-validate'];

/** Packages that are CommonJS inside ask for Node's own modules by `require`. */
const requireInModule =
  "import { createRequire as requirer } from 'node:module'; const require = requirer(import.meta.url);";

/** What each part builds, and which folders of dist/ belong to it. */
const parts = {
  node: { owns: ['headless', 'core', 'main', 'launch', 'chunks', 'catalogue'], build: buildNode },
  preload: { owns: ['preload'], build: buildPreload },
  relay: { owns: ['relay'], build: buildRelay },
  runner: { owns: ['runner'], build: buildRunner },
  extension: { owns: ['extension'], build: buildExtensions },
  renderer: { owns: ['renderer'], build: buildRenderer },
  icons: { owns: ['icons'], build: copyIcons },
};

const args = process.argv.slice(2);
const named = args.filter(arg => !arg.startsWith('--'));
/** The hub knows the hash of the relay that it was built with. */
const wanted = named.includes('relay') && !named.includes('node') ? ['node', ...named] : named;
for (const name of wanted) {
  if (!(name in parts)) fail(`There is no part "${name}" to build; choose from ${Object.keys(parts).join(', ')}.`);
}

if (!isDone()) await buildLocked();

async function buildLocked() {
  const unlock = await lock();
  try {
    // Whoever held the lock may have built exactly what we came for.
    if (!isDone()) await buildAll(wanted.length > 0 ? wanted : Object.keys(parts));
  } catch (error) {
    process.exitCode = 1;
    // esbuild has printed its own errors already, with the lines of code.
    console.error(Array.isArray(error?.warnings) ? 'The build failed (see above).' : (error?.message ?? error));
  } finally {
    unlock();
  }
}

async function buildAll(names) {
  const started = Date.now();
  const before = fingerprint();
  removeLeftovers();
  const next = fs.mkdtempSync(path.join(dist, '.next-'));
  try {
    await Promise.all(names.map(name => parts[name].build(next)));
    for (const name of names) {
      for (const folder of parts[name].owns) syncTree(path.join(next, folder), path.join(dist, folder));
    }
    if (names.length === Object.keys(parts).length) writeAtomically(stampFile, before);
    console.error(`built ${names.join(', ')} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  } finally {
    fs.rmSync(next, { recursive: true, force: true });
  }
}

/** What a build that was killed had begun; we hold the lock, so it is nobody's. */
function removeLeftovers() {
  for (const name of fs.readdirSync(dist).filter(entry => entry.startsWith('.next-'))) {
    fs.rmSync(path.join(dist, name), { recursive: true, force: true });
  }
}

/** Everything that runs on Node or in Electron's main process; shared code lies in chunks/. */
async function buildNode(out) {
  await esbuild({
    entryPoints: {
      'headless/pilothouse': source('electron/headless/pilothouse.ts'),
      'core/trace-worker': source('electron/core/trace/trace-worker.ts'),
      'core/image-worker': source('electron/core/images/image-worker.ts'),
      'catalogue/main': source('electron/catalogue/main.ts'),
      'main/main': source('electron/main/main.ts'),
      'launch/start': source('electron/launch/start.ts'),
    },
    outdir: out,
    external: [...kept, ...optional],
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    chunkNames: 'chunks/[name]-[hash]',
    // Of jsonc-parser, whose other form asks for its files by names that no builder sees.
    mainFields: ['module', 'main'],
    plugins: [withoutLocales(), withoutFetch(), sharedOnce(root), checkerOnce()],
    banner: { js: requireInModule },
    define: {
      builtRelayHash: JSON.stringify(await relayHash()),
      builtVersion: JSON.stringify(readJson(source('package.json')).version),
    },
  });
  for (const file of listFiles(out).filter(name => name.endsWith('.js'))) escapeNonAscii(path.join(out, file));
  makeExecutable(path.join(out, 'headless/pilothouse.js'));
}

/**
 * One sign beyond Latin-1 makes V8 keep the whole file in two bytes for each sign, as long as it runs. esbuild writes strings in ASCII and
 * leaves the signs in regular expressions, where an escape means the same.
 */
function escapeNonAscii(file) {
  const text = fs.readFileSync(file, 'utf8');
  const escaped = text.replace(/[^\x00-\x7f]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== text) fs.writeFileSync(file, escaped);
}

/** A sandboxed preload script must be one CommonJS file that requires nothing but electron. */
async function buildPreload(out) {
  const entry = source('electron/preload/preload.ts');
  await esbuild({
    entryPoints: [entry],
    outfile: path.join(out, 'preload/preload.cjs'),
    format: 'cjs',
    external: ['electron'],
  });
}

/** Self-contained, so that a copy in the data home works without node_modules. Node starts CommonJS 2 ms sooner. */
async function buildRelay(out) {
  await esbuild(relayOptions(out));
}

/** sha256 (hex) of what `buildRelay` writes, which is the same bytes every time. */
async function relayHash() {
  const { outputFiles } = await esbuild({ ...relayOptions(dist), write: false });
  const relay = outputFiles.find(file => file.path.endsWith('relay.cjs'));
  return createHash('sha256').update(relay.contents).digest('hex');
}

function relayOptions(out) {
  return {
    entryPoints: [source('native-host/relay/main.ts')],
    outfile: path.join(out, 'relay/relay.cjs'),
    format: 'cjs',
  };
}

/** Self-contained for the same reason; the runner is CommonJS too, because one is started for each server. */
async function buildRunner(out) {
  const folder = path.join(out, 'runner');
  await esbuild({
    entryPoints: {
      runner: source('electron/runner/main.ts'),
      wasm: source('electron/runner/wasm/main.ts'),
      forwarder: source('electron/runner/sandbox/forwarder.ts'),
      inlet: source('electron/runner/sandbox/inlet.ts'),
    },
    outdir: folder,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
  });
  await esbuild({
    entryPoints: { javascript: source('electron/runner/javascript/main.ts') },
    outdir: folder,
    banner: { js: requireInModule },
  });
  await writeSandbox(root, folder, esbuild);
}

async function buildExtensions(out) {
  await buildPluginHub(root, path.join(out, 'extension/plugin-hub'), esbuild);
  const from = path.join(root, 'resources/extension');
  const collectors = ['page/console-collector.js', 'page/listener-collector.js'];
  for (const target of ['chromium', 'firefox']) {
    const manifest = mergeJson(
      readJson(source('resources/extension/manifest.json')),
      readJson(source(`resources/extension/manifest.${target}.json`)),
    );
    const to = path.join(out, 'extension', target);
    fs.cpSync(from, to, { recursive: true, filter: file => !/\.ts$|manifest(\.\w+)?\.json$|\.md$/.test(file) });
    // The panel's own, in which all colours stand.
    fs.copyFileSync(path.join(root, 'renderer/styles/tokens.css'), path.join(to, 'own-pages/tokens.css'));
    fs.writeFileSync(path.join(to, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await writeSandbox(root, path.join(to, 'boxed'), esbuild);
    await writePageFlags(root, path.join(to, 'web-agent/flags'), esbuild);
    const module = manifest.background?.type === 'module';
    for (const script of scriptsOf(manifest, to, target === 'firefox' ? collectors : [])) {
      const entry = path.join(from, script.replace(/\.js$/, '.ts'));
      const isBackground =
        script === manifest.background?.service_worker || manifest.background?.scripts?.includes(script);
      await esbuild({
        entryPoints: [source(path.relative(root, entry))],
        outfile: path.join(to, script),
        platform: 'browser',
        target: ['chrome120', 'firefox128'],
        format: isBackground && module ? 'esm' : 'iife',
        // Every page that is opened loads these, and every server is begun in the other.
        minify: /^(web-agent|boxed)\//.test(script),
        // The names stay, as in the hub's programs, for whoever looks into it.
        minifyWhitespace: true,
        sourcemap: false,
        // QuickJS would look beside itself for a file that it is handed.
        define: { 'import.meta.url': 'location.href' },
      });
    }
  }
}

async function buildRenderer(out) {
  // React brings what only its developers need wherever this says anything else, as it does in a test runner.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    root: path.dirname(source('renderer/index.html')),
    configFile: source('vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: path.join(out, 'renderer'), emptyOutDir: true },
  });
}

async function copyIcons(out) {
  const from = path.join(root, 'resources/icons');
  fs.cpSync(from, path.join(out, 'icons'), { recursive: true, filter: file => file === from || file.endsWith('.png') });
}

async function esbuild(options) {
  const { build } = await import('esbuild');
  return build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    ...options,
  });
}

/** The scripts of the extension, relative to its folder: what its manifest and pages name, and what it puts into web pages. */
function scriptsOf(manifest, folder, registered) {
  // These are named by nothing but the call that injects or registers them.
  const named = [
    'page/library.js',
    'boxed/box-worker.js',
    ...webAgentScripts(),
    ...registered,
    manifest.background?.service_worker,
    ...(manifest.background?.scripts ?? []),
  ];
  for (const { js = [] } of manifest.content_scripts ?? []) named.push(...js);
  for (const page of fs.readdirSync(folder).filter(name => name.endsWith('.html'))) {
    const html = fs.readFileSync(path.join(folder, page), 'utf8');
    for (const [, src] of html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)) named.push(src);
  }
  return new Set(named.filter(Boolean).map(name => name.replace(/^\.?\//, '')));
}

/** What is put into pages that are offered the Web Agent API. */
function webAgentScripts() {
  const ports = ['bit-0', 'bit-1', 'begin', 'blocked', 'end'].map(name => `ports/${name}`);
  return ['page-api', 'content', 'bridge', 'deeds/in-tab', ...ports].map(name => `web-agent/${name}.js`);
}

/** Prepends the line that makes a script a program, and keeps its source map right. */
function makeExecutable(file) {
  const text = fs.readFileSync(file, 'utf8');
  if (!text.startsWith('#!')) {
    fs.writeFileSync(file, `#!/usr/bin/env node\n${text}`);
    const map = readJson(`${file}.map`);
    fs.writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
  }
  fs.chmodSync(file, 0o755);
}

/** Makes `to` equal to `from` by renaming changed files into place, so that a running program never finds a gap. */
function syncTree(from, to) {
  const fresh = listFiles(from);
  for (const file of fresh) {
    const source = path.join(from, file);
    const target = path.join(to, file);
    if (fs.existsSync(target) && fs.readFileSync(target).equals(fs.readFileSync(source))) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.renameSync(source, target);
  }
  const keep = new Set(fresh);
  for (const file of listFiles(to)) if (!keep.has(file)) fs.rmSync(path.join(to, file), { force: true });
}

function isDone() {
  return (
    args.includes('--if-stale') && fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === fingerprint()
  );
}

/** Path, size and mtime of every source: notices removed and older files too, which the newest mtime alone would not. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = [
    'build.mjs',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'tsconfig.base.json',
  ];
  for (const folder of ['contract', 'words', 'electron', 'native-host', 'renderer', 'resources']) {
    files.push(...listFiles(path.join(root, folder)).map(file => path.join(folder, file)));
  }
  for (const file of files) {
    const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    hash.update(`${file}:${stat?.size}:${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function listFiles(folder, prefix = '') {
  const found = [];
  for (const entry of fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : []) {
    const name = path.join(prefix, entry.name);
    if (entry.isDirectory()) found.push(...listFiles(path.join(folder, entry.name), name));
    else found.push(name);
  }
  return found.toSorted();
}

/** Waits until no other build is at work; a lock left by a dead build is taken over. */
async function lock() {
  fs.mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return () => fs.rmSync(lockFile, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) fs.rmSync(lockFile, { force: true });
    else await sleep(100);
  }
}

function isAbandoned() {
  const stat = fs.statSync(lockFile, { throwIfNoEntry: false });
  if (!stat) return false;
  const pid = Number(fs.readFileSync(lockFile, 'utf8'));
  try {
    if (pid > 0) process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return true;
  }
  return Date.now() - stat.mtimeMs > staleLockMs;
}

function source(relative) {
  const file = path.join(root, relative);
  if (fs.existsSync(file)) return file;
  throw new Error(`${relative} is missing, so it cannot be built; restore it from version control.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
