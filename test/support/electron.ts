// Launches the built desktop app for a test: a provided Electron, a data home of its own and a display of its own.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { holdWindow } from './jitter.ts';
import { providedPath, repositoryRoot } from './provided.ts';
import { startDisplay, type VirtualDisplay } from './xvfb.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';

/** A home and a display for an app that may be started several times. */
export interface AppPlace {
  readonly folder: string;
  readonly home: string;
  readonly display: VirtualDisplay;
  remove(): Promise<void>;
}

export interface StartedApp {
  readonly app: ElectronApplication;
  /** Everything the app wrote to stdout and stderr so far. */
  output(): string;
}

export interface LaunchedApp extends StartedApp {
  /** The panel's window, loaded. */
  readonly window: Page;
  readonly home: string;
  /** Quits the app as a user would, then removes its home and its display. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function openAppPlace(): Promise<AppPlace> {
  const display = await startDisplay();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-app-'));
  const remove = async () => {
    await display.stop();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  return { folder, home: path.join(folder, 'data'), display, remove };
}

/** Starts the app on a place; it may have no window. */
export async function startApp(place: AppPlace, { args = [], env = {} }: LaunchOptions = {}): Promise<StartedApp> {
  const own = [`--home=${place.home}`, '--mcp-port=0', `--well-known-root=${place.folder}`];
  const app = await _electron.launch({
    executablePath: providedPath('electron'),
    args: [...electronSwitches(), repositoryRoot, ...own, ...args],
    env: electronEnv(place.folder, place.display.name, env),
  });
  let output = '';
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return { app, output: () => output };
}

/** A bound for what hangs; a busy machine must not reach it. */
const startMs = 120_000;

export async function firstWindow(app: ElectronApplication): Promise<Page> {
  const window = await app.firstWindow({ timeout: startMs });
  await window.waitForLoadState('domcontentloaded');
  await holdWindow(app, window);
  return window;
}

export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const place = await openAppPlace();
  try {
    const started = await startApp(place, options);
    const window = await firstWindow(started.app);
    const close = async () => {
      await started.app.close();
      await place.remove();
    };
    return { ...started, window, home: place.home, close };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** Asks the hub as the panel in the window does, over its bridge. */
export async function askFrom<N extends PanelRequestName>(
  window: Page,
  name: N,
  params: PanelParams<N>,
): Promise<PanelResult<N>> {
  const reply = await window.evaluate(
    ([request, given]) => Reflect.get(globalThis, 'pilothouse').request(request, given) as unknown,
    [name, params] as const,
  );
  const { ok, value, error } = reply as { ok: boolean; value: PanelResult<N>; error?: { message: string } };
  if (!ok) throw new Error(error?.message);
  return value;
}

/** Root has no sandbox to start; only tests run as root, and only tests switch it off. */
export function electronSwitches(): string[] {
  return ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
}

/** What of the tester's own screen, shell and language would change the app. */
const notInherited = /^(WAYLAND_DISPLAY|DISPLAY|ELECTRON_RUN_AS_NODE|LANGUAGE|LC_.*)$/;

/** HOME and the runtime folder move into `folder`, so that no test meets the user's own Pilothouse or browsers. */
export function electronEnv(folder: string, display: string, more: Readonly<Record<string, string>> = {}) {
  const inherited = Object.entries(process.env).filter(([name, value]) => {
    return value !== undefined && !notInherited.test(name);
  }) as [string, string][];
  const [home, runtime] = [path.join(folder, 'home'), path.join(folder, 'runtime')];
  for (const made of [home, runtime]) fs.mkdirSync(made, { recursive: true, mode: 0o700 });
  return {
    ...Object.fromEntries(inherited),
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    ...(display ? { DISPLAY: display } : {}),
    PILOTHOUSE_NODE: process.execPath,
    ...more,
  };
}
