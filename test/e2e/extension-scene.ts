// A real Chromium with the approved companion extension, the hub's side played by the test, and a site of a few pages.
import { execFile } from 'node:child_process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CompanionHub } from '../integration/native-host/companion-hub.ts';
import { createHubHome } from '../integration/native-host/hub-home.ts';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { until } from '../support/panel-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import { launchUnattachedChromium, type UnattachedChromium } from '../support/unattached-chromium.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';

/** A page of the site, or what answers for it. */
export type Page = string | ((response: ServerResponse) => void);

interface CompanionScene {
  readonly companion: CompanionHub;
  readonly origin: string;
  /** Opens a page of the site in a new tab and answers with its id. */
  open(path: string): Promise<number>;
  close(): Promise<void>;
}

export interface ExtensionScene extends CompanionScene {
  readonly context: BrowserContext;
}

/** Nothing but the companion is attached to its pages. */
export interface PlainScene extends CompanionScene {
  readonly browser: UnattachedChromium;
}

/** `pages` by path; every other path is answered with 404. */
export async function openExtensionScene(pages: Readonly<Record<string, Page>>): Promise<ExtensionScene> {
  const { browser: context, ...scene } = await openScene(pages, launchChromium);
  return { context, ...scene };
}

/** The first tab shows `/front`. Headless without a display. */
export function openPlainScene(pages: Readonly<Record<string, Page>>, display?: string): Promise<PlainScene> {
  return openScene(pages, (places, origin) => launchUnattachedChromium({ ...places, url: `${origin}/front`, display }));
}

interface Places {
  readonly extensionDir: string;
  readonly userDataDir: string;
}

async function openScene<Browser extends { close(): Promise<void> }>(
  pages: Readonly<Record<string, Page>>,
  launch: (places: Places, origin: string) => Promise<Browser>,
): Promise<CompanionScene & { readonly browser: Browser }> {
  const build = ['build.mjs', '--if-stale', 'extension', 'relay'];
  await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
  const hub = await createHubHome();
  const site = await serve(pages);
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await hub.listen();
  const userDataDir = join(hub.home, 'profile');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), hub.home);
  const browser = await launch({ extensionDir: join(repositoryRoot, 'dist/extension/chromium'), userDataDir }, origin);
  await until(() => hub.peers.length > 0, 'the browser starts its relay');
  const companion = new CompanionHub(hub.peers[0]!.connection);
  const hello = await companion.hear(said => said.method === 'hello');
  companion.reply(hello.id, { state: 'approved', name: 'Test Chromium', pairKey: 'k'.repeat(64) });
  await companion.hear(said => said.method === 'tabs');
  return {
    browser,
    companion,
    origin,
    open: async path => {
      const { tab } = await companion.call('tabs_create', { url: origin + path });
      if (!tab) throw new Error('tabs_create named no tab');
      return tab.tabId;
    },
    close: async () => {
      await browser.close();
      await hub.remove();
      await new Promise(resolve => site.close(resolve));
    },
  };
}

async function serve(pages: Readonly<Record<string, Page>>): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined;
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (typeof page === 'function') page(response);
    else response.end(page ?? 'nothing here');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Takes its time for the second half. */
export function slowPage(response: ServerResponse): void {
  response.write('<!doctype html><title>Slow page</title>');
  setTimeout(() => response.end('slow'), 700);
}
