// A page in a real Firefox with the companion and without a hub: what it calls, how the companion asks about it, and the companion's own pages.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeXpi } from '../../resources/packaging/xpi.mjs';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { until } from '../support/panel-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import { type PlainSite, servePlainSite } from './plain-site.ts';

/** The W3C's name of an element in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export class AloneFirefox {
  readonly home: HubHome;
  readonly site: PlainSite;
  firefox: Firefox;
  #pageWindow: unknown = null;

  private constructor(home: HubHome, site: PlainSite, firefox: Firefox) {
    this.home = home;
    this.site = site;
    this.firefox = firefox;
  }

  /** The companion is installed for good. */
  static async open(): Promise<AloneFirefox> {
    const build = ['build.mjs', '--if-stale', 'extension', 'relay'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    const home = await createHubHome();
    const firefox = await launch(home);
    const scene = new AloneFirefox(home, await servePlainSite(), firefox);
    const file = join(home.home, 'companion.xpi');
    await writeXpi(join(repositoryRoot, 'dist/extension/firefox'), file);
    await firefox.remote.install(file);
    await scene.openPage();
    return scene;
  }

  /** The same profile in another process. */
  async restart(): Promise<void> {
    await this.firefox.close();
    this.firefox = await launch(this.home);
    await this.openPage();
  }

  async close(): Promise<void> {
    await this.firefox.close();
    await this.site.close();
    await this.home.remove();
  }

  /** The site's page in the only window, once it has the API. */
  async openPage(): Promise<void> {
    [this.#pageWindow] = await this.#windows();
    await until(async () => {
      await this.firefox.remote.goTo(this.site.origin);
      return (await this.evaluate(`return 'agent' in window`)) === true;
    }, 'the API is registered');
  }

  evaluate(script: string): Promise<unknown> {
    return this.firefox.remote.evaluate(script);
  }

  /** The id of an element in WebDriver. */
  async element(value: string): Promise<string | undefined> {
    const found = await this.firefox.remote.send('WebDriver:FindElement', { using: 'css selector', value });
    return (found as { value: Record<string, string> }).value[elementKey];
  }

  /** Its window may be gone before the click has come back. */
  async click(selector: string): Promise<void> {
    await this.firefox.remote.send('WebDriver:ElementClick', { id: await this.element(selector) }).catch(() => {});
  }

  /** Types, or names files. */
  async type(selector: string, text: string): Promise<void> {
    await this.firefox.remote.send('WebDriver:ElementSendKeys', { id: await this.element(selector), text });
  }

  /** Opens a page of the companion's, such as `servers.html`, in the place of the site's. */
  async openOwn(file: string): Promise<void> {
    await this.firefox.popupText();
    const address = String(await this.evaluate('return location.href'));
    await this.firefox.remote.goTo(address.replace('popup.html', file));
  }

  /** Begins what `run` does; `ended` waits for it. */
  async begin(body: string): Promise<void> {
    await this.evaluate(`
      delete document.documentElement.dataset.end;
      (async () => { ${body} })()
        .catch(error => ({ code: error.code, message: error.message }))
        .then(end => { document.documentElement.dataset.end = JSON.stringify({ end }); });`);
  }

  async ended(): Promise<unknown> {
    const read = () => this.evaluate('return document.documentElement.dataset.end ?? null');
    await until(async () => (await read()) !== null, 'the page has its answer');
    return (JSON.parse(String(await read())) as { end?: unknown }).end;
  }

  /** What a body of an async function comes to in the page, once it has. */
  async run(body: string): Promise<unknown> {
    await this.begin(body);
    return this.ended();
  }

  /** Within the window in which the companion asks, once answers count, which `answer` gives by a click. Resolves when that window is gone. */
  async question(work: () => Promise<void>, answer: 'once' | 'always'): Promise<void> {
    await until(async () => (await this.#windows()).length === 2, 'the companion asks');
    await this.#into((await this.#windows()).find(handle => handle !== this.#pageWindow));
    const isOn = async () => (await this.evaluate(`return document.getElementById('once')?.disabled`)) === false;
    await until(isOn, 'it may be answered');
    await work();
    await this.click(`#${answer}`);
    await until(async () => (await this.#windows()).length === 1, 'its window goes');
    await this.#into(this.#pageWindow);
  }

  async #windows(): Promise<unknown[]> {
    return (await this.firefox.remote.send('WebDriver:GetWindowHandles', {})) as unknown[];
  }

  async #into(handle: unknown): Promise<void> {
    await this.firefox.remote.send('WebDriver:SwitchToWindow', { handle });
  }
}

function launch(home: HubHome): Promise<Firefox> {
  const env = { ...(process.env as Record<string, string>), HOME: home.home };
  // As Firefox ESR lets its user have it: no test signs an add-on.
  const preferences = { 'xpinstall.signatures.required': false };
  return launchFirefox({ profile: join(home.home, 'profile'), env, preferences });
}
