// Those who serve web pages are loaded with the first page: most hubs start without one. Until then a document waits, and what it sends with it.
import { loadPart } from '../platform/load-part.ts';
import { type HeldInAll, HeldMessages } from './held-messages.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { PageWire, ServedPage } from '../browsers/page-links.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';
import type { WebPages } from './serve-pages.ts';

type Part = () => Promise<{ readonly WebPages: new (services: PageServices) => WebPages }>;

interface Waiting {
  readonly serve: (web: WebPages) => void;
  readonly refuse: () => void;
}

export class LatePages {
  readonly #services: PageServices;
  readonly #part: Part;
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  readonly #held: HeldInAll = { chars: 0 };
  #web: WebPages | null = null;
  #loading: Promise<WebPages> | null = null;
  #isStopped = false;

  /** `part` is for tests. */
  constructor(services: PageServices, part: Part = () => import('./serve-pages.ts')) {
    this.#services = services;
    this.#part = part;
  }

  /** As `WebPages.serve`; while those are loaded a document that they will not serve is closed instead. */
  serve(browser: Browser, opened: PageOpened, wire: PageWire): ServedPage | null {
    if (this.#web) return this.#web.serve(browser, opened, wire);
    return this.#isStopped ? null : this.#wait(browser, opened, wire);
  }

  /** As `WebPages.originsWithin`: before they are loaded nobody uses the API. */
  originsWithin(tab: Page['tab'], origin: string): string[] {
    return this.#web?.originsWithin(tab, origin) ?? [];
  }

  /** Rejects with HubError where those who answer cannot be loaded. */
  async omnibox(browser: Browser, request: IncomingRequest): Promise<unknown> {
    const web = await this.#loaded();
    return web.omnibox(browser, request);
  }

  /** Resolves when nothing is left of what pages have brought. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.clear();
    await this.#loading?.catch(() => {});
    await this.#web?.stop();
  }

  #wait(browser: Browser, opened: PageOpened, wire: PageWire): ServedPage {
    const sent = new HeldMessages(this.#held, wire);
    let served: ServedPage | null = null;
    const waiting: Waiting = {
      serve: web => {
        served = web.serve(browser, opened, wire);
        const messages = sent.take();
        if (!served) return wire.close();
        for (const { value, text } of messages) served.receive(value, text);
      },
      refuse: () => {
        sent.take();
        wire.close();
      },
    };
    this.#waiting.add(waiting);
    this.#loaded().catch((error: unknown) =>
      this.#services.platform.log.warn({ reason: String(error) }, 'A page is not served.'),
    );
    return {
      receive: (value, text) => {
        if (served) served.receive(value, text);
        else if (this.#waiting.has(waiting)) sent.hold(value, text);
      },
      closed: why => {
        // One that is gone before it was served has nothing open.
        this.#waiting.delete(waiting);
        sent.take();
        served?.closed(why);
      },
    };
  }

  /** What fails is tried again with the next page. */
  #loaded(): Promise<WebPages> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<WebPages> {
    try {
      const { WebPages } = await loadPart(this.#part);
      this.#web = new WebPages(this.#services);
    } catch (error) {
      this.#loading = null;
      for (const { refuse } of this.#taken()) refuse();
      throw error;
    }
    // In one turn: what comes afterwards comes behind them.
    for (const { serve } of this.#taken()) serve(this.#web);
    return this.#web;
  }

  #taken(): Waiting[] {
    const taken = [...this.#waiting];
    this.#waiting.clear();
    return taken;
  }
}
