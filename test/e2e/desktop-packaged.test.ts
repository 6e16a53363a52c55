// The packed app as a user gets it: built by `npm run dist -- --dir`, started on a display, asked by its own executable, looked at.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderConfig, fuses } from '../../resources/packaging/builder-config.mjs';
import { readFuses } from '../../resources/packaging/check-app.mjs';
import { packSmall } from '../support/bundles/official-tool.ts';
import { electronSwitches } from '../support/electron.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { startDisplay, type VirtualDisplay } from '../support/xvfb.ts';

const run = promisify(execFile);
const packMs = 300_000;
/** Below those that systems give to whoever asks for any. */
const debuggingPort = '21113';
const pack = (...args: string[]) => run(process.execPath, [path.join(repositoryRoot, 'package.mjs'), ...args]);

let folder = '';
let display: VirtualDisplay;
let app: ChildProcess;
let output = '';
let publicKey = '';
let privateKey = '';
const inApp = (...parts: string[]) => path.join(folder, 'out/linux-unpacked', ...parts);
const home = () => path.join(folder, 'data');
/** Nothing of this machine's Node: an installed app has none to find. */
const env = () => ({ HOME: path.join(folder, 'home'), PATH: '/usr/bin:/bin', DISPLAY: display.name });
/** What another program of the session may have left there. */
const planted = () => ({
  PILOTHOUSE_HOME: path.join(folder, 'planted'),
  PILOTHOUSE_NODE: '/bin/false',
  CLAUDE_BROWSER_MCP_PORT: '1',
  CLAUDE_BROWSER_AUTH_TOKEN: 'a token that somebody else knows',
});
const cli = (...args: string[]) => run(inApp('resources/pilothouse'), ['--home', home(), ...args], { env: env() });
const status = async () => JSON.parse((await cli('status', '--json')).stdout) as Record<string, unknown>;

/** What is on the display. */
const drawn = () => fs.readFileSync(path.join(folder, 'Xvfb_screen0'));
let plain: Buffer;
let handedOver: Buffer;

/** `files` as a file manager hands them over. */
function startApp(...files: string[]): ChildProcess {
  const own = [`--home=${home()}`, '--mcp-port=0', `--well-known-root=${folder}`];
  const hostile = [`--remote-debugging-port=${debuggingPort}`, `--inspect=${Number(debuggingPort) + 1}`];
  const started = spawn(inApp('pilothouse-app'), [...electronSwitches(), ...own, ...hostile, ...files], {
    // Without its fuses, the first would make it a plain Node and the second would open it to a debugger.
    env: { ...env(), ...planted(), ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect=0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return started;
}

const answers = () =>
  until(
    () =>
      status().then(
        ({ shell }) => shell === 'electron',
        () => false,
      ),
    'the app answers',
  );

describeWith(['electron', 'display'], 'the packed app', () => {
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-packed-'));
    fs.mkdirSync(path.join(folder, 'home'), { mode: 0o700 });
    const keys = generateKeyPairSync('ed25519');
    publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    privateKey = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const keyFile = path.join(folder, 'update.key');
    fs.writeFileSync(keyFile, privateKey, { mode: 0o600 });
    await pack('--dir', '--out', path.join(folder, 'out'), '--update-key', keyFile);
    display = await startDisplay(folder);
    app = startApp();
  }, packMs);

  afterAll(async () => {
    if (app && app.exitCode === null && app.signalCode === null) {
      const ended = new Promise(resolve => app.once('exit', resolve));
      app.kill('SIGTERM');
      await ended;
    }
    await display?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test('has its fuses set in the binary', () => {
    const found = readFuses(inApp('pilothouse-app'));
    expect(Object.keys(found).length).toBeGreaterThanOrEqual(8);
    expect(found).toEqual(fuses);
  });

  test('carries the public half of the key that updates are signed with, and not the other', () => {
    const archive = fs.readFileSync(inApp('resources/app.asar'), 'latin1');
    expect(archive).toContain(`"updateKey": "${publicKey}"`);
    expect(archive).not.toContain(privateKey.split('\n')[1]);
  });

  test('runs, and its own executable tells so with no other Node at hand', async () => {
    await answers();
    expect(await status()).toMatchObject({ shell: 'electron', mode: 'running', home: home(), problems: [] });
  });

  test('takes nothing that decides over it from its environment, and says so', async () => {
    const names = Object.keys(planted()).join('|');
    expect(output.match(new RegExp(`^An installed Pilothouse does not take these variables .*$`, 'm'))?.[0]).toMatch(
      new RegExp(`(?:.*(?:${names})){4}`),
    );
    expect(fs.existsSync(planted().PILOTHOUSE_HOME)).toBe(false);
    const { endpoints } = (await status()) as { endpoints: { id: string; address: string }[] };
    const address = endpoints.find(({ id }) => id === 'mcp-http')?.address ?? '';
    expect(new URL(address).port).not.toBe('1');
    const asked = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${planted().CLAUDE_BROWSER_AUTH_TOKEN}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    expect(asked.status).toBe(401);
  });

  test('its executable does not either, and runs no code that NODE_OPTIONS names', async () => {
    const evil = path.join(folder, 'evil.cjs');
    fs.writeFileSync(evil, "process.stdout.write('evil ran');\n");
    const hostile = { ...env(), ...planted(), NODE_OPTIONS: `--require ${evil}` };
    const asked = await run(inApp('resources/pilothouse'), ['status'], { env: hostile }).catch(
      (error: unknown) => error,
    );
    expect(asked).toMatchObject({ stdout: '', stderr: expect.stringContaining(path.join(env().HOME, '.pilothouse')) });
    expect(asked).toMatchObject({ stderr: expect.stringContaining('PILOTHOUSE_HOME (start it with --home DIR)') });
  });

  test('listens to no debugger, however it was started', async () => {
    await expect(fetch(`http://127.0.0.1:${debuggingPort}/json`)).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${Number(debuggingPort) + 1}/json`)).rejects.toThrow();
    expect(output).not.toMatch(/DevTools listening|Debugger listening/);
  });

  test('shows its panel on the display', async () => {
    const colours = () => colourCount(drawn());
    // An empty screen has one colour, an empty window two; the panel has letters in many shades.
    await until(() => colours() > 50, 'the panel is drawn');
    const pictures = path.join(repositoryRoot, 'test-results/screenshots');
    fs.mkdirSync(pictures, { recursive: true });
    plain = await settled();
    fs.writeFileSync(path.join(pictures, 'desktop-packaged.xwd'), plain);
  });

  test('its executable is the relay, the shim and the runner too, and no Node for others', async () => {
    const program = inApp('resources/pilothouse');
    const launcher = fs.readFileSync(path.join(home(), 'launcher/relay'), 'utf8');
    expect(launcher).toContain(program);
    const runner = spawn(program, [inApp('resources/runner/runner.cjs')], {
      env: env(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    runner.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes('\n'), 'the runner has said a line');
    runner.stdin.end();
    expect(JSON.parse(said.slice(0, said.indexOf('\n')))).toMatchObject({ method: 'status' });
    const foreign = path.join(folder, 'foreign.cjs');
    fs.writeFileSync(foreign, "console.log('ran');\n");
    await expect(run(program, [foreign], { env: env() })).rejects.toThrow(/none of its own scripts/);
  });

  test('a double click on a bundle is handed to the app that runs, which shows it; the second one ends', async () => {
    const second = startApp(await packSmall(folder));
    expect(await new Promise(resolve => second.once('exit', resolve))).toBe(0);
    await until(() => differenceOf(plain, drawn()) > 0.2, 'the bundle is drawn');
    handedOver = await settled();
    keep('desktop-packaged-bundle', handedOver);
  });

  test('ends with its hub when it is told to', async () => {
    const ended = new Promise(resolve => app.once('exit', resolve));
    await cli('stop');
    expect(await ended).toBe(0);
    expect(fs.existsSync(path.join(home(), 'endpoint.json'))).toBe(false);
  });

  test('started by a double click on a bundle it shows the same', async () => {
    // The desktop entry ends with %U, so that a file manager hands over an address.
    app = startApp(pathToFileURL(path.join(folder, 'small.mcpb')).href);
    await answers();
    // All but the time that it has run, and whatever a second start leaves in its counts.
    await until(() => differenceOf(handedOver, drawn()) < 0.02, 'the same is drawn');
    keep('desktop-packaged-bundle-cold', drawn());
    const ended = new Promise(resolve => app.once('exit', resolve));
    await cli('stop');
    await ended;
  });

  test.each([
    ['extension/chromium/manifest.json', 'no browser is to load it', ['pilothouse']],
    ['runner/runner.cjs', 'no server is run with it', ['pilothouse', 'relay', 'relay.cjs']],
  ])('tells of %s that was changed after packing', async (name, so, launchers) => {
    const file = inApp('resources', name);
    const packed = fs.readFileSync(file);
    fs.appendFileSync(file, '\n');
    app = startApp();
    await answers();
    expect((await status())['problems']).toEqual([
      `The file ${file} is not the one that was packed with this Pilothouse, so ${so}; install Pilothouse again.`,
    ]);
    expect(fs.readdirSync(path.join(home(), 'launcher')).toSorted()).toEqual(launchers);
    const ended = new Promise(resolve => app.once('exit', resolve));
    await cli('stop');
    await ended;
    fs.writeFileSync(file, packed);
  });

  test('tells of an executable that was changed after packing, and gives no browser a launcher that starts it', async () => {
    const program = inApp('resources/pilothouse');
    expect(fs.existsSync(path.join(home(), 'launcher/relay'))).toBe(true);
    fs.appendFileSync(program, 'changed');
    app = startApp();
    await answers();
    expect((await status())['problems']).toEqual([
      `The file ${program} is not the one that was packed with this Pilothouse, so no server is run with it; install Pilothouse again.`,
      `The file ${program} is not the one that was packed with this Pilothouse, so no browser can start it; install Pilothouse again.`,
    ]);
    expect(fs.readdirSync(path.join(home(), 'launcher'))).toEqual(['pilothouse']);
    await cli('stop');
  });
});

describeWith([], 'npm run dist:xpi', () => {
  test('makes the same file twice, which holds the companion for Firefox', async () => {
    const out = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-xpi-'));
    try {
      const make = async (name: string) => {
        await pack('--xpi', '--out', path.join(out, name));
        const [file = ''] = fs.readdirSync(path.join(out, name));
        return path.join(out, name, file);
      };
      const [one, two] = [await make('one'), await make('two')];
      expect(fs.readFileSync(one).equals(fs.readFileSync(two))).toBe(true);
      const reader =
        'import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([z.namelist(), json.loads(z.read("manifest.json"))]))';
      const [names, manifest] = JSON.parse((await run('python3', ['-c', reader, one])).stdout) as [string[], object];
      expect(names).toContain('background.js');
      expect(manifest).toMatchObject({ browser_specific_settings: { gecko: { id: 'companion@pilothouse.dev' } } });
    } finally {
      fs.rmSync(out, { recursive: true, force: true });
    }
  });
});

test('each system gets its kinds of package', () => {
  const { linux, mac, win } = builderConfig({ root: '/app', work: '/work', out: '/out', electron: null });
  expect([linux.target, mac.target, win.target]).toEqual([['AppImage', 'deb'], ['dmg', 'zip'], ['nsis']]);
});

/** Once it stays as it is but for clocks. */
async function settled(): Promise<Buffer> {
  let before = drawn();
  for (let same = 0; same < 5; ) {
    await new Promise(resolve => setTimeout(resolve, 200));
    const now = drawn();
    same = differenceOf(before, now) < 0.001 ? same + 1 : 0;
    before = now;
  }
  return before;
}

/** The share of pixels that are not the same. */
function differenceOf(one: Buffer, other: Buffer): number {
  const start = pixelsOf(one);
  let differing = 0;
  for (let at = start; at + 4 <= one.length; at += 4)
    if (one.readUInt32LE(at) !== other.readUInt32LE(at)) differing += 1;
  return differing / ((one.length - start) / 4);
}

function keep(name: string, picture: Buffer): void {
  fs.writeFileSync(path.join(repositoryRoot, `test-results/screenshots/${name}.xwd`), picture);
}

/** Where its pixels begin: its header gives the header's length and the number of palette entries of 12 bytes. */
function pixelsOf(picture: Buffer): number {
  return picture.readUInt32BE(0) + picture.readUInt32BE(76) * 12;
}

/** How many colours a picture of `xwd` has. */
function colourCount(picture: Buffer): number {
  const start = pixelsOf(picture);
  const colours = new Set<number>();
  for (let at = start; at + 4 <= picture.length; at += 4) colours.add(picture.readUInt32LE(at));
  return colours.size;
}
