// `pilothouse serve`: the hub without a window, its panel at a printed loopback address, until a signal ends it.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { HubError } from '../../contract/errors.ts';
import { createHub } from '../core/hub.ts';
import { askRunningHub } from '../core/open-hub.ts';
import { nodePlatform } from '../core/platform/node-platform.ts';
import { openInBrowser } from '../core/platform/open-in-browser.ts';
import { logOnTerminal, printLines } from '../core/platform/terminal.ts';
import { servePanel } from './panel-http.ts';
import { PanelPages } from './panel-pages.ts';
import { tokenMs } from './panel-tokens.ts';
import { runtimeDirOf } from './places.ts';
import { sayWaits } from './say-waits.ts';
import type { Hub } from '../core/hub.ts';
import type { HubPlatform } from '../core/platform/platform.ts';
import type { PanelHttp } from './panel-http.ts';

export interface ServeOptions {
  readonly home: string;
  /** The panel's port; 0 takes a free one. */
  readonly port: number;
  /** Null where nobody names one. */
  readonly mcpPort: number | null;
  /** Stands before the well-known socket paths. */
  readonly wellKnownRoot: string;
  /** Whether to open the panel in the user's browser. */
  readonly browse: boolean;
}

const distDir = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Resolves when the hub has stopped. Rejects with a sentence when it cannot run, or not any longer. */
export async function serve(options: ServeOptions): Promise<void> {
  let panel: PanelHttp | null = null;
  const ended = deferred();
  const hub = createHub(
    headlessPlatform(options, {
      open: browse => {
        if (panel) return panel.invite(browse);
        throw new Error(`The hub on ${options.home} is still starting; try again in a second.`);
      },
      quit: () => ended.resolve(),
    }),
  );
  // Before the start, so that a hub which is told to end meanwhile undoes what it had begun. A second signal must not cut
  // that short: servers that the hub started would stay.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.resolve());
  // Servers and sockets must not outlive the hub, whatever went wrong.
  process.on('uncaughtException', error => ended.reject(error));
  if (!(await startOrPoint(hub, options))) return;
  try {
    const pages = await PanelPages.open({ folder: join(options.home, 'pages'), randomBytes, lifeMs: tokenMs });
    panel = await servePanel({ panel: hub.panel, rendererDir: join(distDir, 'renderer'), port: options.port, pages });
    const { url, page } = await panel.invite(options.browse);
    hub.addressPrinted();
    printLines([`Pilothouse runs on ${options.home}. Its panel, for one use of this address: ${url}`]);
    if (page !== null) browseTo(page);
    await ended.promise;
  } catch (error) {
    throw explainPort(error, options.port);
  } finally {
    await panel?.close();
    await hub.stop();
  }
}

/** A second start on the same home finds the first one and prints the way to it. */
async function startOrPoint(hub: Hub, { home, browse }: ServeOptions): Promise<boolean> {
  try {
    await hub.start();
    return true;
  } catch (error) {
    if (!(error instanceof HubError) || error.data?.heldByPid === undefined) throw error;
    const { url, page } = await askRunningHub(home, browse, sayWaits);
    const where = url ? `Its panel, for one use of this address: ${url}` : 'Its window comes to the front.';
    printLines([`Pilothouse runs on ${home} already (process ${String(error.data.heldByPid)}). ${where}`]);
    if (page !== null) browseTo(page);
    return false;
  }
}

/** A browser that is kept from hidden folders, as a snap is, shows an error in place of the page. */
function browseTo(page: string): void {
  printLines([`The browser is led there by ${page}; if it may not read that file, give it the address.`]);
  openInBrowser(page, { os: process.platform, env: process.env });
}

function headlessPlatform(
  { home, mcpPort, wellKnownRoot }: ServeOptions,
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
    wellKnownRoot,
    log: pino({ name: 'pilothouse', level: process.env.PILOTHOUSE_LOG || 'warn' }, logOnTerminal),
  };
}

function explainPort(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} for the panel is taken. Stop what uses it, or start with --port 0.`);
  if (error.code === 'EACCES')
    return new Error(`Port ${port} for the panel is not allowed. Choose one above 1023, or start with --port 0.`);
  return error;
}

function deferred(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  // It may be rejected while nobody waits yet.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
