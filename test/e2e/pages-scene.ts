// A page of a site in a real browser with the approved companion, before a real hub with a server and a model: what it calls of the Web Agent
// API runs as its own script would run it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openScene, type Scene } from '../integration/gateway/scene.ts';
import { addModelServer } from '../integration/web-agent/page-scene.ts';
import { companionWorker, installRelay, launchChromium } from '../support/chromium.ts';
import { type Firefox, inTabBeside, launchFirefox } from '../support/firefox.ts';
import { until } from '../support/panel-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import { type Site, servePage } from '../support/site.ts';
import type { BrowserContext, Page } from 'playwright';
import type { Marionette } from '../support/marionette.ts';
import type { ModelServer } from '../support/models/model-server.ts';

export type BrowserKind = 'chromium' | 'firefox';

/** What a call came to in the page. */
export type CallEnd =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: unknown;
      readonly message: string;
      readonly isError: boolean;
      readonly details?: unknown;
    };

export interface AddressBar {
  /** Types after the companion's keyword. What is suggested then, as it stands in the address bar when it is chosen. */
  type(text: string): Promise<string[]>;
  /** Chooses what `type` has told. */
  choose(content: string): Promise<void>;
}

export interface PagesInBrowser {
  readonly scene: Scene;
  readonly panel: Scene['panel'];
  readonly model: ModelServer;
  readonly browserId: string;
  /** Of Chromium alone. */
  readonly context: BrowserContext | null;
  /** Of Firefox alone. */
  readonly firefox: Firefox | null;
  readonly origin: string;
  /** Its tab, of Chromium. */
  readonly page: Page | null;
  /** A DOM expression of the page. */
  read(expression: string): Promise<unknown>;
  goTo(url: string): Promise<void>;
  /** Steps back in the history of its tab. */
  back(): Promise<void>;
  /** Opens another tab with that page, which carries things out as `run` does, and closes it. */
  beside(url: string, use: (run: PagesInBrowser['run']) => Promise<void>): Promise<void>;
  readonly addressBar: AddressBar;
  /** Begins what `run` does; the answer waits for its end. */
  begin(body: string): Promise<() => Promise<CallEnd>>;
  /** The body of an async function in the page; it may use `ai`, `agent` and `harbor`. */
  run(body: string): Promise<CallEnd>;
  close(): Promise<void>;
}

/** Runs what stands in its fragment, and tells what came of it. */
const runner = `<!doctype html><html><head><title>The shop</title><script>
  window.first = { ai: typeof window.ai, agent: typeof window.agent, harbor: typeof window.harbor, tools: typeof navigator.modelContext };
  const AsyncFunction = (async () => {}).constructor;
  addEventListener('hashchange', async () => {
    const { id, body } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    let end;
    try {
      const value = await new AsyncFunction('ai', 'agent', 'harbor', body)(window.ai, window.agent, window.harbor);
      end = { ok: true, value: value === undefined ? null : value };
    } catch (error) {
      const { code, message, details } = error;
      end = { ok: false, code, message: String(message), isError: error instanceof Error, details };
    }
    document.documentElement.dataset.end = JSON.stringify({ id, end });
  });
</script></head><body><main><h1>Shop</h1><p>Fine things.</p>
<form><input id="name" name="name" placeholder="Your name"><input id="secret" type="password" value="hidden">
<select id="size"><option value="s">Small</option><option value="l">Large</option></select>
<button id="buy" type="button" onclick="this.dataset.bought = 'yes'">Buy</button></form></main></body></html>`;

/** `keepsLeftPages`: of Chromium; Firefox does so in any case. */
export async function openPagesInBrowser(
  kind: BrowserKind,
  { keepsLeftPages = false }: { readonly keepsLeftPages?: boolean } = {},
): Promise<PagesInBrowser> {
  const scene = await openScene();
  const site = await servePage(runner);
  const model = await addModelServer(scene.panel);
  const browser = await (kind === 'chromium' ? startChromium(scene, keepsLeftPages) : startFirefox(scene));
  const { panel } = scene;
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'the browser asks to be let in');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is connected');
  await browser.goTo(`${site.origin}/`);
  let calls = 0;
  const begin = async (body: string) => {
    const id = ++calls;
    await begun(browser.read, id, body);
    return () => endOf(browser.read, id, body);
  };
  return {
    ...{
      scene,
      panel,
      model,
      browserId,
      origin: site.origin,
      goTo: browser.goTo,
      back: browser.back,
      beside: (url: string, use: (run: PagesInBrowser['run']) => Promise<void>) =>
        browser.beside(url, read =>
          use(async body => {
            const id = ++calls;
            await begun(read, id, body);
            return endOf(read, id, body);
          }),
        ),
      read: browser.read,
      page: browser.page,
      addressBar: browser.addressBar,
      begin,
    },
    context: browser.context ?? null,
    firefox: browser.firefox ?? null,
    run: async body => (await begin(body))(),
    close: () => close(browser, site, model, scene),
  };
}

type Read = PagesInBrowser['read'];

async function begun(read: Read, id: number, body: string): Promise<void> {
  await read(`location.hash = ${JSON.stringify(encodeURIComponent(JSON.stringify({ id, body })))}`);
}

async function endOf(read: Read, id: number, body: string): Promise<CallEnd> {
  let end: CallEnd | undefined;
  await until(
    async () => {
      const said = JSON.parse(String((await read('document.documentElement.dataset.end')) ?? '{}'));
      if (said.id === id) end = said.end;
      return end !== undefined;
    },
    `the page has carried out ${body.slice(0, 100)}`,
  );
  return end!;
}

async function close(browser: Started, site: Site, model: ModelServer, scene: Scene): Promise<void> {
  await browser.close();
  await site.close();
  await model.close();
  await scene.end();
}

interface Started {
  readonly context?: BrowserContext;
  readonly firefox?: Firefox;
  readonly page: Page | null;
  readonly addressBar: AddressBar;
  goTo(url: string): Promise<void>;
  back(): Promise<void>;
  beside(url: string, use: (read: Read) => Promise<void>): Promise<void>;
  read(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

async function startChromium({ place }: Scene, keepsLeftPages: boolean): Promise<Started> {
  const userDataDir = join(place.folder, 'profile');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
  const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
  const context = await launchChromium({ extensionDir, userDataDir, keepsLeftPages });
  const page = await context.newPage();
  return {
    context,
    page,
    addressBar: addressBarOfChromium(context),
    goTo: async url => void (await page.goto(url)),
    // One that was kept as it was loads nothing.
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    beside: async (url, use) => {
      const other = await context.newPage();
      await other.goto(url);
      await use(expression => other.evaluate(expression));
      await other.close();
    },
    read: expression => page.evaluate(expression),
    close: () => context.close(),
  };
}

async function startFirefox({ place, panel }: Scene): Promise<Started> {
  await panel.request('manifests:install', { browserId: 'firefox' });
  const firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env });
  await firefox.loadCompanion();
  const { remote } = firefox;
  return {
    firefox,
    page: null,
    addressBar: addressBarOfFirefox(remote),
    goTo: url => remote.goTo(url),
    back: async () => void (await remote.send('WebDriver:Back', {})),
    beside: (url, use) => inTabBeside(remote, url, use),
    read: expression => remote.evaluate(`return ${expression}`),
    close: () => firefox.close(),
  };
}

/** Nothing types in Chromium's own address bar; its events reach the companion as they come from there. */
function addressBarOfChromium(context: BrowserContext): AddressBar {
  return {
    type: async text =>
      (await companionWorker(context)).evaluate(
        said =>
          new Promise<string[]>(resolve => {
            const tell = (rows: { content: string }[]) => resolve(rows.map(({ content }) => content));
            (chrome.omnibox.onInputChanged as unknown as Dispatched).dispatch(said, tell);
          }),
        text,
      ),
    choose: async content =>
      (await companionWorker(context)).evaluate(said => {
        (chrome.omnibox.onInputEntered as unknown as Dispatched).dispatch(said, 'currentTab');
      }, content),
  };
}

interface Dispatched {
  dispatch(...args: readonly unknown[]): void;
}

function addressBarOfFirefox(remote: Marionette): AddressBar {
  const rows = `gURLBar.view.visibleResults.filter(({ payload }) => payload.keyword === 'h' && payload.content)`;
  return {
    type: async text => {
      await remote.evaluateInBrowser(`window.focus(); gURLBar.search(${JSON.stringify(`h ${text}`)})`);
      let told: string[] = [];
      // Where nothing comes in time, nothing comes at all.
      for (let looks = 0; looks < 20 && told.length < 2; looks += 1) {
        await sleep(50);
        told = JSON.parse(
          String(
            await remote.evaluateInBrowser(`return JSON.stringify(${rows}.map(({ payload }) => payload.content))`),
          ),
        ).map((content: string) => content.replace(/^h /, ''));
      }
      return told;
    },
    choose: async content => {
      const chosen = `${rows}.find(({ payload }) => payload.content.replace(/^h /, '') === ${JSON.stringify(content)})`;
      await remote.evaluateInBrowser(`gURLBar.pickResult(${chosen}, new KeyboardEvent('keydown', { key: 'Enter' }))`);
    },
  };
}
