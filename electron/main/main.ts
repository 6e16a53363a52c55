// The desktop app: what happens at start and at the end, in order.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { app, powerMonitor, protocol, safeStorage, session, shell } from 'electron';
import { dropOverrides } from '../../contract/environment-overrides.ts';
import { HubError } from '../../contract/errors.ts';
import { askRunningHub } from '../core/ask-hub.ts';
import { createPanelAssets } from '../core/http/panel-assets.ts';
import { createHub, type Hub } from '../core/hub.ts';
import { keepHeapLean } from '../core/platform/lean-heap.ts';
import { printAside } from '../core/platform/terminal.ts';
import { type AppOptions, readAppOptions } from './app-options.ts';
import { createAppProtocol } from './app-protocol.ts';
import { dropDangerousSwitches } from './app-switches.ts';
import { BundleFiles } from './bundle-files.ts';
import { linkScheme, secondStartOf } from './deep-link.ts';
import { Desktop } from './desktop.ts';
import { createHubPlatform, reportsLock } from './hub-platform.ts';
import { servePanelOverIpc } from './ipc-main.ts';
import { denyLeaving, denyPermissions } from './lockdown.ts';
import { loginFactsOf } from './login-facts.ts';
import { linuxShell, openLink } from './open-link.ts';
import { ownFiles, readRecorded } from './own-files.ts';
import { panelScheme } from './panel-address.ts';
import { createUpdates } from './updater.ts';
import { createVault } from './vault.ts';
import type { OwnFiles } from './own-files.ts';

/** `npm start` reads this code as: the reason is on stderr, and headless would fail the same way. */
const ownFailure = 2;
const distDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The hub stops within a few seconds; whoever needs longer than this hangs. */
const stopLimitMs = 15_000;

let stopHub = (): Promise<void> => Promise.resolve();
let noteFailure = (_error: unknown): void => {};
let stoppedByUser = (): void => {};
let showHub = (_hub: string): void => {};

try {
  boot();
} catch (error) {
  fail(error);
}

function boot(): void {
  // Electron would only warn of a rejection that nobody handled.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, uncaught);
  const dropped = app.isPackaged ? dropOverrides(process.env) : null;
  if (dropped !== null) printAside(dropped);
  const options = readAppOptions({
    argv: process.argv.slice(1),
    env: process.env,
    userHome: os.homedir(),
    folder: process.cwd(),
  });
  dropDangerousSwitches(app);
  // Electron would take a sandbox that the user has switched off for half on, and lose its helper processes.
  if (!isSandboxSwitchedOff()) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    { scheme: panelScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  app.setPath('userData', makeUserData(options.home));
  if (!app.requestSingleInstanceLock(secondStartOf(options))) {
    printAside(`Pilothouse runs on ${options.home} already. Its window comes to the front.`);
    app.exit(0);
    return;
  }
  denyLeaving(app, hub => showHub(hub));
  const bundles = new BundleFiles();
  if (options.bundle !== null) bundles.add(options.bundle);
  // macOS names files by this event alone, and some before the app is ready.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    bundles.add(file);
  });
  app
    .whenReady()
    .then(() => run(options, bundles))
    .catch(fail);
}

async function run(options: AppOptions, bundles: BundleFiles): Promise<void> {
  denyPermissions(session.defaultSession);
  protocol.handle(panelScheme, createAppProtocol(createPanelAssets(path.join(distDir, 'renderer'))));
  const desktop = new Desktop({
    distDir,
    ownFolder: app.getPath('userData'),
    login: loginFactsOf(options),
    updates: createUpdates(),
    userQuits,
    // macOS starts login items without arguments.
    hidden: options.hidden || app.getLoginItemSettings().wasOpenedAtLogin,
  });
  const vault = await createVault(safeStorage, { os: process.platform, wait });
  const hub = createHub(
    createHubPlatform(options, {
      version: app.getVersion(),
      distDir,
      ownFiles: app.isPackaged ? ownFilesOf(options) : null,
      open: () => desktop.open(),
      quit: () => app.quit(),
      vault,
      openLink: url => openLink(url, process.platform === 'linux' ? linuxShell(process.env) : shell),
      desktop: desktop.port,
    }),
  );
  showHub = name => desktop.openHub(name);
  quitInOrder(hub);
  try {
    await hub.start();
  } catch (error) {
    return await leaveToRunningHub(options.home, error);
  }
  keepHeapLean();
  powerMonitor.on('suspend', () => hub.suspended());
  powerMonitor.on('resume', () => hub.resumed());
  if (reportsLock) powerMonitor.on('lock-screen', () => hub.screenLocked());
  servePanelOverIpc(hub.panel);
  // Linux packages and macOS bundles declare it themselves.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(linkScheme);
  await desktop.follow(hub.panel, options.link, bundles);
}

function ownFilesOf({ home }: AppOptions): OwnFiles {
  const { env, resourcesPath } = process;
  return ownFiles({
    resources: resourcesPath,
    home,
    version: app.getVersion(),
    appImage: env['APPIMAGE'],
    recorded: readRecorded(distDir),
  });
}

/** However the app is asked to end, the hub ends first: its servers, sockets and what it has not written yet. */
function quitInOrder(hub: Hub): void {
  stopHub = () => hub.stop();
  noteFailure = error => hub.failed(error);
  stoppedByUser = () => hub.stoppedByUser();
  const quit = () => app.quit();
  app.on('will-quit', event => {
    event.preventDefault();
    const late = setTimeout(() => fail(new Error('Pilothouse did not stop in time and was ended.')), stopLimitMs);
    stopHub()
      .then(() => app.exit(0), fail)
      .finally(() => clearTimeout(late));
  });
  // Electron puts its own handlers here before the app is ready; two signals in a row must not cut the stop short.
  process.on('SIGINT', userQuits);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, quit);
  powerMonitor.on('shutdown', quit);
}

/** Unlike a session or a machine that ends, after which agents may start the hub again. */
function userQuits(): void {
  stoppedByUser();
  app.quit();
}

/** A hub on the same home, in a window or headless, is asked to show itself; every other failure ends the app. */
async function leaveToRunningHub(home: string, error: unknown): Promise<void> {
  const heldByPid = error instanceof HubError ? error.data?.['heldByPid'] : undefined;
  if (heldByPid === undefined) throw error;
  const holder = typeof heldByPid === 'number' ? `process ${heldByPid}` : 'another process';
  const { url } = await askRunningHub(home, false, sentence => printAside(sentence));
  const where = url ? `Its panel, for one use of this address: ${url}` : 'Its window comes to the front.';
  printAside(`Pilothouse runs on ${home} already (${holder}). ${where}`);
  app.exit(0);
}

/** Electron's own files, below the data home, so that its lock is one for each home. */
function makeUserData(home: string): string {
  const folder = path.join(home, 'electron');
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data home ${home} cannot be used (${reason}). Make it yours and writable, or start with --home DIR.`,
    );
  }
  return folder;
}

function isSandboxSwitchedOff(): boolean {
  return app.commandLine.hasSwitch('no-sandbox') || Boolean(process.env['ELECTRON_DISABLE_SANDBOX']);
}

function uncaught(error: unknown): void {
  noteFailure(error);
  fail(error);
}

function fail(error: unknown): void {
  printAside(error instanceof Error ? error.message : String(error));
  // Servers and sockets of a hub that runs must not outlive the app, whatever went wrong.
  const exit = () => app.exit(ownFailure);
  stopHub().then(exit, exit);
}
