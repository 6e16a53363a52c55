// `pilothouse serve`: the hub without a window, its panel at a printed loopback address, until a signal ends it.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { HubError } from '../../contract/errors.ts';
import { hubError } from '../../words/hub-error.ts';
import { askRunningHub } from '../core/ask-hub.ts';
import { createHub } from '../core/hub.ts';
import { keepHeapLean } from '../core/platform/lean-heap.ts';
import { nodePlatform } from '../core/platform/node-platform.ts';
import { openInBrowser } from '../core/platform/open-in-browser.ts';
import { logOnTerminal, printLines } from '../core/platform/terminal.ts';
import { servePanel } from './panel-http.ts';
import { PanelPages } from './panel-pages.ts';
import { tokenMs } from './panel-tokens.ts';
import { runtimeDirOf } from './places.ts';
import { sayWaits } from './say-waits.ts';
import { forgetArenas } from './start-hub.ts';
import type { Hub, SetUp } from '../core/hub.ts';
import type { HubPlatform } from '../core/platform/platform.ts';
import type { PanelHttp } from './panel-http.ts';
import type { CliWords } from './words/cli-words.ts';

export interface ServeOptions {
  readonly home: string;
  /** The panel's port; 0 takes a free one. */
  readonly port: number;
  /** Whether a free one will do where that one is taken. */
  readonly anyPort: boolean;
  /** Null where nobody names one. */
  readonly mcpPort: number | null;
  /** Stands before the well-known socket paths. */
  readonly wellKnownRoot: string;
  /** The file that the hub is set up by before anybody reaches it; null for none. */
  readonly setup: string | null;
  /** Whether to open the panel in the user's browser. */
  readonly browse: boolean;
  readonly words: CliWords;
}

/** So long an opening waits for a hub that is only starting. */
const startMs = 5_000;

const distDir = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Resolves when the hub has stopped. Rejects with a sentence when it cannot run, or not any longer. */
export async function serve(options: ServeOptions): Promise<void> {
  const { words } = options;
  forgetArenas(process.env);
  const setUp = options.setup === null ? undefined : await setUpBy(options.setup, options.home);
  let panel: PanelHttp | null = null;
  const opened = deferred<PanelHttp>();
  const ended = deferred<void>();
  const open = async (browse: boolean) => (await soon(opened.promise, options)).invite(browse);
  const hub = createHub(headlessPlatform(options, { open, quit: () => ended.resolve() }), {}, setUp);
  // Before the start, so that a hub which is told to end meanwhile undoes what it had begun. A second signal must not cut
  // that short: servers that the hub started would stay.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // The others come from a session or a machine that ends.
      if (signal === 'SIGINT') hub.stoppedByUser();
      ended.resolve();
    });
  // Servers and sockets must not outlive the hub, whatever went wrong. A rejection that nobody handled comes here too.
  process.on('uncaughtException', error => {
    hub.failed(error);
    ended.reject(error);
  });
  if (!(await startOrPoint(hub, options))) return;
  try {
    const pages = await PanelPages.open({ folder: join(options.home, 'pages'), randomBytes, lifeMs: tokenMs });
    panel = await openPanel({ panel: hub.panel, rendererDir: join(distDir, 'renderer'), pages }, options);
    opened.resolve(panel);
    const { url, page } = await panel.invite(options.browse);
    hub.addressPrinted();
    printLines([words.runs(options.home, url)]);
    if (page !== null) browseTo(page, words);
    await ended.promise;
  } catch (error) {
    throw explainPort(error, options.port, words);
  } finally {
    await panel?.close();
    await hub.stop();
  }
}

/** Loaded where there is such a file alone. It is read before anything starts. */
async function setUpBy(file: string, home: string): Promise<SetUp> {
  const [{ readSetup }, { setUp }] = await Promise.all([
    import('../core/set-up/read-setup.ts'),
    import('../core/set-up/set-up.ts'),
  ]);
  const read = await readSetup(file, { os: process.platform, hostname: hostname(), userHome: homedir() });
  return (panel, fleet) => setUp(read, { home, randomBytes }, panel, fleet);
}

/** Another start of the same moment asks before there is a panel. */
async function soon(opened: Promise<PanelHttp>, { home, words }: ServeOptions): Promise<PanelHttp> {
  const panel = await Promise.race([opened, sleep(startMs, null, { ref: false })]);
  if (panel) return panel;
  throw new Error(words.stillStarting(home));
}

/** Where a free port will do, one that is taken is no hindrance. */
function openPanel(
  parts: Omit<Parameters<typeof servePanel>[0], 'port'>,
  { port, anyPort }: ServeOptions,
): Promise<PanelHttp> {
  return servePanel({ ...parts, port }).catch((error: unknown) => {
    if (anyPort && isTaken(error)) return servePanel({ ...parts, port: 0 });
    throw error;
  });
}

/** A second start on the same home finds the first one and prints the way to it. */
async function startOrPoint(hub: Hub, { home, browse, setup, words }: ServeOptions): Promise<boolean> {
  try {
    await hub.start();
    keepHeapLean();
    return true;
  } catch (error) {
    if (!(error instanceof HubError) || error.data?.heldByPid === undefined) throw error;
    if (setup !== null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'setup-not-so', so: 'runs', thing: home });
    const { url, page } = await askRunningHub(home, browse, sayWaits(words));
    printLines([words.runsAlready(home, String(error.data.heldByPid), url)]);
    if (page !== null) browseTo(page, words);
    return false;
  }
}

/** A browser that is kept from hidden folders, as a snap is, shows an error in place of the page. */
function browseTo(page: string, words: CliWords): void {
  printLines([words.browserIsLed(page)]);
  openInBrowser(page, { os: process.platform, env: process.env });
}

export function headlessPlatform(
  { home, port, mcpPort, wellKnownRoot }: Pick<ServeOptions, 'home' | 'port' | 'mcpPort' | 'wellKnownRoot'>,
  shell: Pick<HubPlatform, 'open' | 'quit'>,
): HubPlatform {
  const appDir = resolve(distDir, '..');
  const { version } = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')) as { version: string };
  return {
    ...nodePlatform(),
    ...shell,
    version,
    shell: 'headless',
    home,
    runtimeDir: runtimeDirOf(home, process.env),
    appDir,
    distDir,
    nodePath: process.execPath,
    mcpPort,
    panelPort: port,
    wellKnownRoot,
    log: pino({ name: 'pilothouse', level: process.env.PILOTHOUSE_LOG || 'warn' }, logOnTerminal),
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function explainPort(error: unknown, port: number, words: CliWords): unknown {
  if (isTaken(error)) return new Error(words.portTaken(port));
  if (!(error instanceof Error) || !('code' in error)) return error;
  return error.code === 'EACCES' ? new Error(words.portForbidden(port)) : error;
}

export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  // It may be rejected while nobody waits yet.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
