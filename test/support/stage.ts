// A whole Pilothouse for end-to-end tests and the demo: a user's home, the hub as a user starts it, a browser with the companion.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hubFlags } from '../../electron/core/platform/lean-heap.ts';
import { launchChromium } from './chromium.ts';
import { confirmed } from './confirmed.ts';
import { repositoryRoot } from './provided.ts';
import type { BrowserContext } from 'playwright';
import type { PanelClient } from './panel-client.ts';

const cli = join(repositoryRoot, 'dist/headless/pilothouse.js');

export interface Stage {
  /** The user's home: browsers keep their profiles here, and the data home lies in it. */
  readonly userHome: string;
  readonly home: string;
  /** The printed address, good for one page. */
  readonly url: string;
  readonly hub: ChildProcess;
  /** What the hub wrote so far. */
  output(): string;
  /** Another address, from `pilothouse open`; where a panel is open, that one confirms it. */
  freshUrl(panel?: PanelClient): Promise<string>;
  /** Ends the hub as the end of a session does, and starts it again on the same home. Resolves with its process. */
  restart(): Promise<ChildProcess>;
  /** Ends the hub as Ctrl-C does and removes the home. Resolves with its exit code. */
  close(): Promise<number | null>;
}

/** Starts the hub on a fresh home, in which Chromium is installed but has no manifest. */
export async function openStage(args: readonly string[] = ['--mcp-port', '0']): Promise<Stage> {
  const userHome = await mkdtemp(join(tmpdir(), 'pilothouse-stage-'));
  await mkdir(profileOf(userHome), { recursive: true });
  const home = join(userHome, '.pilothouse');
  const env = stageEnv(userHome);
  let output = '';
  const start = () => {
    const hub = spawn(
      process.execPath,
      [...hubFlags, cli, '--home', home, 'serve', '--well-known-root', userHome, ...args],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    output = '';
    for (const stream of [hub.stdout, hub.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
    return { hub, exited: new Promise<number | null>(resolve => hub.once('exit', resolve)) };
  };
  let running = start();
  const url = await printedUrl(running.hub, () => output).catch(async (error: unknown) => {
    await rm(userHome, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  });
  return {
    userHome,
    home,
    url,
    hub: running.hub,
    output: () => output,
    freshUrl: async panel => {
      const asked = promisify(execFile)(process.execPath, [cli, '--home', home, 'open'], { env });
      const { stdout } = await (panel ? confirmed(panel, asked) : asked);
      return stdout.trim();
    },
    restart: async () => {
      running.hub.kill('SIGTERM');
      await running.exited;
      running = start();
      await printedUrl(running.hub, () => output);
      return running.hub;
    },
    close: async () => {
      running.hub.kill('SIGINT');
      const code = await running.exited;
      await rm(userHome, { recursive: true, force: true, maxRetries: 10 });
      return code;
    },
  };
}

/** The user's Chromium, in its default profile folder, with the companion loaded as Connect tells the user to. */
export function openBrowser(stage: Stage): Promise<BrowserContext> {
  const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
  return launchChromium({ extensionDir, userDataDir: profileOf(stage.userHome) });
}

/** Chromium's default data folder on Linux, so that the manifest the panel writes is the one the browser reads. */
export function profileOf(userHome: string): string {
  return join(userHome, '.config/chromium');
}

function stageEnv(userHome: string): NodeJS.ProcessEnv {
  const { XDG_CONFIG_HOME: _config, XDG_RUNTIME_DIR: _runtime, CHROME_CONFIG_HOME: _chrome, ...env } = process.env;
  return { ...env, HOME: userHome };
}

function printedUrl(hub: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(output()) ?? [];
      if (url) resolve(url);
    };
    hub.stdout?.on('data', look);
    hub.once('exit', code =>
      reject(new Error(`The hub ended with ${code} before it printed its address: ${output()}`)),
    );
  });
}
