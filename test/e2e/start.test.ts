// `npm start` as a user types it: headless when it is told to or has to, a window where it can, and nothing left after Ctrl-C.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { electronEnv } from '../support/electron.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, providedPath, repositoryRoot } from '../support/provided.ts';
import { startDisplay } from '../support/xvfb.ts';

const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/;

let folder = '';
let home = '';
let started: Started[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pilothouse-start-'));
  home = join(folder, 'data');
  started = [];
});

afterEach(async () => {
  for (const { child } of started) if (groupOf(child).length > 0) process.kill(-(child.pid ?? 0), 'SIGKILL');
  await Promise.all(started.map(({ exited }) => exited));
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start -- --headless', () => {
  test('prints the address of the panel, and Ctrl-C leaves no process, socket or temporary file', async () => {
    const first = start(['--headless', '--port', '0', '--mcp-port', '0', '--home', home], plainEnv());
    await until(() => address.test(first.output()), 'the address is printed');
    await pressCtrlC(first);
    expect(readdirSync(join(home, 'run'))).toEqual([]);
    expect(readdirSync(home)).not.toContain('endpoint.json');
    expect(readdirSync(temporary()).filter(name => name.startsWith('pilothouse'))).toEqual([]);
  });

  test('finds the first when it is started again on the same home, prints its address and exits 0', async () => {
    const first = start(['--headless', '--port', '0', '--mcp-port', '0', '--home', home], plainEnv());
    await until(() => address.test(first.output()), 'the address is printed');
    const second = start(['--headless', '--port', '0', '--mcp-port', '0', '--home', home], plainEnv());
    expect(await second.exited).toBe(0);
    expect(second.output()).toMatch(/runs on .* already \(process \d+\)/);
    expect(second.output()).toMatch(address);
    await pressCtrlC(first);
  });
});

describe('npm start without a display', () => {
  test('says why in one line and serves the panel', async () => {
    const first = start(['--mcp-port', '0', '--home', home], plainEnv());
    await until(() => address.test(first.output()), 'the address is printed');
    expect(first.output().match(/^No window, because .*$/gm)).toHaveLength(1);
    await pressCtrlC(first);
  });
});

describeWith(['electron', 'display'], 'npm start with a display', () => {
  test('opens the window, which status tells, and Ctrl-C ends it whole', async () => {
    const display = await startDisplay();
    try {
      const dist = join(providedPath('electron'), '..');
      // Only the user may switch the sandbox off; here root is the user and has none to lose.
      const root: Record<string, string> = process.getuid?.() === 0 ? { ELECTRON_DISABLE_SANDBOX: '1' } : {};
      const env = electronEnv(folder, display.name, { ELECTRON_OVERRIDE_DIST_PATH: dist, ...root });
      const first = start(['--mcp-port', '0', '--home', home], env);
      const status = () =>
        promisify(execFile)(process.execPath, [
          join(repositoryRoot, 'dist/headless/pilothouse.js'),
          '--home',
          home,
          'status',
          '--json',
        ]);
      await until(
        () =>
          status().then(
            ({ stdout }) => JSON.parse(stdout).shell === 'electron',
            () => false,
          ),
        'the window runs',
      );
      await pressCtrlC(first);
    } finally {
      await display.stop();
    }
  });
});

interface Started {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  output(): string;
}

/** In a process group of its own, which Ctrl-C reaches as a whole. */
function start(args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn('npm', ['start', '--', '--well-known-root', folder, ...args], {
    cwd: repositoryRoot,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const exited = new Promise<number | null>(resolve => child.once('close', resolve));
  const one = { child, exited, output: () => output };
  started.push(one);
  return one;
}

/** As a terminal does: every process of the group gets the signal. npm and its shell die of it at once; the rest has to end by itself. */
async function pressCtrlC({ child, exited }: Started): Promise<void> {
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await exited;
  await until(() => groupOf(child).length === 0, 'every process of the group has ended');
}

/** A folder for temporary files, in which nobody else makes any. */
const temporary = () => join(folder, 'tmp');

function plainEnv(): NodeJS.ProcessEnv {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, XDG_RUNTIME_DIR: _runtime, ...env } = process.env;
  mkdirSync(temporary(), { recursive: true });
  return { ...env, HOME: folder, TMPDIR: temporary(), npm_config_cache: join(folder, 'npm') };
}

/** The processes of its group that still run. */
function groupOf(child: ChildProcess): string[] {
  const running = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return running.filter(pid => {
    try {
      const [state, , group] = statOf(pid);
      return group === String(child.pid) && state !== 'Z';
    } catch {
      return false;
    }
  });
}

/** State, parent and process group: the fields behind the name in /proc/PID/stat. */
function statOf(pid: string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
