// Pages that speak the channels of the Web Agent API before a real browser with the companion, and a hub that the test plays.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extensionIds } from '../../contract/names.ts';
import { CompanionHub } from '../integration/native-host/companion-hub.ts';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { inTabBeside, launchFirefox } from '../support/firefox.ts';
import { until } from '../support/panel-client.ts';
import { PlayedPages } from '../support/played-pages.ts';
import { repositoryRoot } from '../support/provided.ts';
import { embedded, embedding } from './web-agent-frames.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import type { CompanionSites } from '../../contract/schemas/web-agent.ts';
import type { PageError } from '../../contract/web-agent.ts';

export interface SceneOptions {
  /** The background of another extension in the same browser. */
  readonly otherExtension?: string;
  /** Sites whose pages that one may speak from, as its manifest names them. */
  readonly otherSpeaksFrom?: readonly string[];
}

export type BrowserKind = 'chromium' | 'firefox';

/** One tab of the browser. */
export interface ChannelTab {
  goTo(url: string): Promise<void>;
  /** A DOM expression of the page. */
  read(expression: string): Promise<unknown>;
  /** Steps back in its history. */
  back(): Promise<void>;
  /** Opens another tab with that page, does something with it, and closes it; this one stays as it is. */
  beside<T>(url: string, use: (read: ChannelTab['read']) => Promise<T>): Promise<T>;
}

export interface WebAgentScene {
  /** Of the connection of now. */
  readonly companion: () => CompanionHub;
  readonly pages: PlayedPages;
  readonly tab: ChannelTab;
  readonly hub: HubHome;
  /** Of Chromium. */
  readonly context: BrowserContext | null;
  /** Of the site; the second is the same machine at another port. */
  readonly origin: string;
  readonly otherPort: string;
  /** Opens `/ask` of an origin, whose first script posts the messages. */
  openAsking(messages: readonly object[], origin?: string, path?: string): Promise<void>;
  /** The page that is open posts more. */
  post(messages: readonly object[]): Promise<void>;
  /** What the page was posted by others than itself. */
  heard(): Promise<Heard[]>;
  /** Waits for the first that matches. */
  hear(match: (heard: Heard) => boolean): Promise<Heard>;
  /** What the page found before its first script; null where it has nothing of the API. */
  flags(): Promise<Record<string, boolean> | null>;
  /** The address of a page with this in it. */
  pageOf(html: string, origin?: string): string;
  /** Where pages are offered the API from now on. */
  tell(sites: CompanionSites): void;
  /** The companion is back on a new connection, and approved. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export interface Heard {
  readonly channel?: string;
  readonly namespace?: string;
  readonly requestId?: string;
  readonly type?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly response?: {
    readonly id: string;
    readonly ok: boolean;
    readonly result?: unknown;
    readonly error?: PageError;
  };
  readonly streamEvent?: { readonly id: string; readonly event: unknown; readonly done?: boolean };
  readonly flags?: Readonly<Record<string, boolean>>;
}

/** It posts what stands in its fragment, at its start and whenever that changes, and keeps what it hears. */
const asking = `<!doctype html><html><head><script>
  const own = new Set(), log = [];
  const isThere = ['agent', 'harbor'].some(name => name in window) || 'modelContext' in navigator;
  if (!isThere) document.documentElement.dataset.api = 'null';
  addEventListener('agent-ready', () => {
    document.documentElement.dataset.api = document.getElementById('web-agents-api-flags').textContent;
  });
  addEventListener('message', ({ data, source }) => {
    if (source !== window || own.has(JSON.stringify(data))) return;
    if ((data.request ?? data.response)?.id.startsWith('flood-')) return;
    log.push(data);
    document.documentElement.dataset.log = JSON.stringify(log);
    if (data.namespace === 'harbor-website-tools' && data.toolName !== 'silent') {
      const said = { namespace: data.namespace, type: 'tool_result', callId: data.callId };
      const answer = data.toolName === 'add' ? { result: data.args.a + data.args.b } : { error: 'no such tool' };
      own.add(JSON.stringify({ ...said, ...answer }));
      postMessage({ ...said, ...answer }, '*');
    }
  });
  const post = () => {
    for (const message of JSON.parse(decodeURIComponent(location.hash.slice(1)) || '[]')) {
      own.add(JSON.stringify(message));
      postMessage(message, '*');
    }
  };
  // Each of them is a request, and counted once it is answered.
  document.addEventListener('flood', ({ detail }) => {
    const id = 'flood-' + detail;
    postMessage({ channel: 'harbor_web_agent', request: { id, type: 'agent.permissions.list', payload: {} } }, '*');
  });
  let flooded = 0;
  addEventListener('message', ({ data }) => {
    if (data.response?.id.startsWith('flood-')) document.documentElement.dataset.flooded = ++flooded;
  });
  addEventListener('hashchange', post);
  post();
</script>
<title>Asking</title>
<link rel="mcp-server" href="/mcp" title="Shop" data-description="Orders" data-tools="add, list" data-transport="sse">
<link rel="addressbar-provider" href="/suggest" title="Goods" data-patterns="shop *">
</head><body></body></html>`;

/** Pages of tests, by their paths. */
const written = new Map<string, string>();

function pageAt(path: string, query: URLSearchParams): string {
  if (path === '/ask') return asking;
  // The page inside asks by itself.
  if (path === '/framing')
    return `<!doctype html><title>Framing</title><iframe src="/ask?inside#${encodeURIComponent(query.get('says') ?? '')}"></iframe>`;
  if (path === '/embedding') return embedding(query.getAll('frame'));
  if (path === '/inner') return embedded;
  const html = written.get(path);
  if (html !== undefined) return `<!doctype html><title>Page</title>${html}`;
  return '<!doctype html><title>Plain</title>';
}

export async function openWebAgentScene(kind: BrowserKind, options: SceneOptions): Promise<WebAgentScene> {
  const build = ['build.mjs', '--if-stale', 'extension', 'relay'];
  await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
  const hub = await createHubHome();
  await hub.listen();
  const sites = [await serve(), await serve()];
  const [origin = '', otherPort = ''] = sites.map(site => `http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  const browser = await (kind === 'chromium' ? startChromium(hub, options) : startFirefox(hub));
  let companion = await approved(hub, 0);
  let connections = 1;
  const pages = new PlayedPages(companion);
  const { tab } = browser;
  const heard = async (): Promise<Heard[]> =>
    JSON.parse(String((await tab.read('document.documentElement.dataset.log')) ?? '[]'));
  return {
    ...{ pages, tab, origin, otherPort, heard, hub },
    companion: () => companion,
    context: browser.context,
    comeBack: async () => {
      connections += 1;
      companion = await approved(hub, connections - 1);
      pages.attach(companion);
    },
    openAsking: (messages, at = origin, path = '/ask') =>
      tab.goTo(`${at}${path}#${encodeURIComponent(JSON.stringify(messages))}`),
    post: async messages => {
      await tab.read(`location.hash = ${JSON.stringify(encodeURIComponent(JSON.stringify(messages)))}`);
    },
    hear: async match => {
      let found: Heard | undefined;
      await until(async () => (found = (await heard()).find(match)) !== undefined, 'the page hears it');
      return found!;
    },
    flags: async () => {
      let told: unknown;
      await until(
        async () => (told = await tab.read('document.documentElement.dataset.api')) != null,
        'the page knows',
      );
      return JSON.parse(String(told));
    },
    pageOf: (html, at = origin) => {
      const path = `/page-${written.size}`;
      written.set(path, html);
      return at + path;
    },
    tell: sites => companion.notify('sites', sites),
    close: async () => {
      await browser.close();
      await hub.remove();
      for (const site of sites) await new Promise(resolve => site.close(resolve));
    },
  };
}

/** The hub's side of the connection of that number. */
async function approved({ peers }: HubHome, at: number): Promise<CompanionHub> {
  await until(() => peers.length > at, 'the companion comes');
  const companion = new CompanionHub(peers[at]!.connection);
  const hello = await companion.hear(said => said.method === 'hello');
  companion.reply(hello.id, { state: 'approved', name: 'Test', pairKey: 'k'.repeat(64) });
  await companion.hear(said => said.method === 'tabs');
  return companion;
}

interface Started {
  readonly context: BrowserContext | null;
  readonly tab: ChannelTab;
  close(): Promise<void>;
}

async function startChromium(hub: HubHome, options: SceneOptions): Promise<Started> {
  const userDataDir = join(hub.home, 'profile');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), hub.home);
  const folders = [join(repositoryRoot, 'dist/extension/chromium')];
  if (options.otherExtension) folders.push(await writeExtension(join(hub.home, 'other-extension'), options));
  const extensionDir = folders.join();
  const context = await launchChromium({ extensionDir, userDataDir });
  const page = await context.newPage();
  return {
    context,
    tab: {
      goTo: async url => void (await page.goto(url)),
      read: expression => page.evaluate(expression),
      back: async () => void (await page.goBack()),
      beside: async (url, use) => {
        const other = await context.newPage();
        await other.goto(url);
        const used = await use(expression => other.evaluate(expression));
        await other.close();
        return used;
      },
    },
    close: () => context.close(),
  };
}

async function writeExtension(folder: string, options: SceneOptions): Promise<string> {
  const { otherExtension: background = '', otherSpeaksFrom: matches } = options;
  const manifest = {
    ...(matches && { externally_connectable: { matches, ids: ['*'] } }),
    ...{ manifest_version: 3, name: 'Another', version: '1', permissions: ['storage', 'tabs', 'scripting'] },
    ...{ host_permissions: ['<all_urls>'], background: { service_worker: 'background.js' } },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'background.js'), background);
  return folder;
}

async function startFirefox(hub: HubHome): Promise<Started> {
  const manifests = join(hub.home, '.mozilla/native-messaging-hosts');
  await mkdir(manifests, { recursive: true });
  const launcher = join(hub.home, 'relay.sh');
  const relay = join(repositoryRoot, 'dist/relay/relay.cjs');
  await writeFile(launcher, `#!/bin/sh\nexec '${process.execPath}' '${relay}' --home '${hub.home}' "$@"\n`, {
    mode: 0o755,
  });
  const host = { name: 'dev.pilothouse.relay', description: 'Pilothouse relay', path: launcher, type: 'stdio' };
  const manifest = { ...host, allowed_extensions: [extensionIds.firefox] };
  await writeFile(join(manifests, `${host.name}.json`), JSON.stringify(manifest));
  const env = { ...(process.env as Record<string, string>), HOME: hub.home };
  const firefox = await launchFirefox({ profile: join(hub.home, 'profile'), env });
  await firefox.loadCompanion();
  return {
    context: null,
    tab: {
      goTo: url => firefox.remote.goTo(url),
      read: expression => firefox.remote.evaluate(`return ${expression}`),
      back: async () => void (await firefox.remote.send('WebDriver:Back', {})),
      beside: (url, use) => inTabBeside(firefox.remote, url, use),
    },
    close: () => firefox.close(),
  };
}

async function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const html = pageAt(pathname, searchParams);
    // With `?unended` the rest of the page never comes.
    if (searchParams.has('unended')) response.write(html);
    else response.end(html);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
