// Launches the built desktop app for a test: a provided Electron, a data home of its own and a display of its own.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { providedPath, repositoryRoot } from './provided.ts';
import { startDisplay } from './xvfb.ts';

export interface LaunchedApp {
  readonly app: ElectronApplication;
  /** The panel's window, loaded. */
  readonly window: Page;
  readonly home: string;
  /** Everything the app wrote to stdout and stderr so far. */
  output(): string;
  /** Quits the app as a user would, then removes its home and its display. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function launchApp({ args = [], env = {} }: LaunchOptions = {}): Promise<LaunchedApp> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-app-'));
  const home = path.join(folder, 'data');
  const display = await startDisplay();
  const cleanUp = async () => {
    await display.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    const app = await _electron.launch({
      executablePath: providedPath('electron'),
      args: [
        ...electronSwitches(),
        repositoryRoot,
        `--home=${home}`,
        '--mcp-port=0',
        `--well-known-root=${folder}`,
        ...args,
      ],
      env: electronEnv(folder, display.name, env),
    });
    let output = '';
    for (const stream of [app.process().stdout, app.process().stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const window = await app.firstWindow();
    await window.waitForLoadState('domcontentloaded');
    const close = async () => {
      await app.close();
      await cleanUp();
    };
    return { app, window, home, output: () => output, close };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** Root has no sandbox to start; only tests run as root, and only tests switch it off. */
export function electronSwitches(): string[] {
  return ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
}

/** HOME and the runtime folder move into `folder`, so that no test meets the user's own Pilothouse or browsers. */
export function electronEnv(folder: string, display: string, more: Readonly<Record<string, string>> = {}) {
  const inherited = Object.entries(process.env).filter(([name, value]) => {
    return value !== undefined && name !== 'WAYLAND_DISPLAY' && name !== 'ELECTRON_RUN_AS_NODE' && name !== 'DISPLAY';
  }) as [string, string][];
  const [home, runtime] = [path.join(folder, 'home'), path.join(folder, 'runtime')];
  for (const made of [home, runtime]) fs.mkdirSync(made, { recursive: true, mode: 0o700 });
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    ...(display ? { DISPLAY: display } : {}),
    PILOTHOUSE_NODE: process.execPath,
    ...more,
  };
}
