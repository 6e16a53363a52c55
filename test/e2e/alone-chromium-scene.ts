// A page in a real Chromium with the companion and without a hub: what it calls, how the companion asks about it, and the companion's own pages.
import { execFile } from 'node:child_process';
import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extensionIds } from '../../contract/names.ts';
import { CompanionHub } from '../integration/native-host/companion-hub.ts';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { companionWorker, installRelay, launchChromium } from '../support/chromium.ts';
import { until } from '../support/panel-client.ts';
import { PlayedPages } from '../support/played-pages.ts';
import { repositoryRoot } from '../support/provided.ts';
import { type PlainSite, servePlainSite } from './plain-site.ts';
import type { BrowserContext, Page, Worker } from 'playwright';

const companion = join(repositoryRoot, 'dist/extension/chromium');

export class AloneChromium {
  readonly hub: HubHome;
  readonly site: PlainSite;
  context: BrowserContext;
  page: Page;
  readonly #extension: string;

  private constructor(hub: HubHome, site: PlainSite, started: Started & { extension: string }) {
    this.hub = hub;
    this.site = site;
    ({ context: this.context, page: this.page, extension: this.#extension } = started);
  }

  /** With `german` the companion speaks German, as in a German browser; there need be none here. */
  static async open({ german = false } = {}): Promise<AloneChromium> {
    const build = ['build.mjs', '--if-stale', 'extension', 'relay'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    const hub = await createHubHome();
    const site = await servePlainSite();
    await installRelay(join(hub.home, 'profile'), join(repositoryRoot, 'dist/relay/relay.cjs'), hub.home);
    const extension = german ? await germanCompanion(hub.home) : companion;
    return new AloneChromium(hub, site, { extension, ...(await start(hub, site, extension)) });
  }

  /** The same profile in another process. */
  async restart(): Promise<void> {
    await this.context.close();
    ({ context: this.context, page: this.page } = await start(this.hub, this.site, this.#extension));
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.site.close();
    await this.hub.remove();
  }

  worker(): Promise<Worker> {
    return companionWorker(this.context);
  }

  /** What a body of an async function comes to in the page. */
  run(body: string): Promise<unknown> {
    return this.page.evaluate(
      `(async () => { ${body} })().catch(({ code, message, details }) => ({ code, message, details }))`,
    );
  }

  /** The window in which the companion asks, once it is there. */
  async question(): Promise<Page> {
    const find = () => this.context.pages().find(one => one.url() === own('alone-question.html'));
    await until(async () => find() !== undefined, 'the companion asks');
    return find()!;
  }

  /** Its button may be clicked once the question has stood there for a moment. The window may be gone before the click has come back. */
  async answer(window: Page, id: 'once' | 'always' | 'deny'): Promise<void> {
    await Promise.all([window.waitForEvent('close'), window.click(`#${id}`).catch(() => {})]);
  }

  /** A page of the companion's, such as `popup.html`. */
  async openOwn(file: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(own(file));
    return page;
  }

  /** A hub comes and lets the browser in; resolves with its side of the pages. */
  async hubComes(): Promise<PlayedPages> {
    await this.hub.listen();
    await until(() => this.hub.peers.length > 0, 'the companion comes');
    const companion = new CompanionHub(this.hub.peers[0]!.connection);
    const pages = new PlayedPages(companion);
    const hello = await companion.hear(said => said.method === 'hello');
    companion.reply(hello.id, { state: 'approved', name: 'Test', pairKey: 'k'.repeat(64) });
    await companion.hear(said => said.method === 'tabs');
    return pages;
  }
}

function own(file: string): string {
  return `chrome-extension://${extensionIds.chromium}/${file}`;
}

interface Started {
  context: BrowserContext;
  page: Page;
}

/** A copy that has its German words where others have their English ones. */
async function germanCompanion(home: string): Promise<string> {
  const copy = join(home, 'german-companion');
  await cp(companion, copy, { recursive: true });
  const words = (language: string) => join(copy, '_locales', language, 'messages.json');
  await copyFile(words('de'), words('en'));
  return copy;
}

async function start(hub: HubHome, site: PlainSite, extensionDir: string): Promise<Started> {
  const context = await launchChromium({ extensionDir, userDataDir: join(hub.home, 'profile') });
  // Only what is registered by then runs in a page.
  const worker = await companionWorker(context);
  const registered = () => worker.evaluate(async () => (await chrome.scripting.getRegisteredContentScripts()).length);
  await until(async () => (await registered()) > 0, 'the API is registered');
  const page = await context.newPage();
  await page.goto(site.origin);
  return { context, page };
}
