// The way in of web pages: each document of an approved browser that uses the Web Agent API is served for as long as it is there.

import { z } from 'zod';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { OmniboxSelectSchema, OmniboxSuggestSchema } from '../../../contract/schemas/companion.ts';
import { pageOriginOf } from '../../../contract/sites.ts';
import { pageNews } from '../../../contract/web-agent.ts';
import { hubError } from '../../../words/hub-error.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { serveChatPanel } from './chat-panel-wire.ts';
import { createFamilies } from './families.ts';
import { isBlocked } from './offered.ts';
import { Page } from './page.ts';
import { connectPage } from './page-connection.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { PageWire, ServedPage } from '../browsers/page-links.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { PageFamilies } from './families.ts';
import type { PageServices } from './page-services.ts';

/** A browser's background may be put to sleep and come back: what a document has open is kept so long without its connection. */
const returnMs = 60_000;
/** A site is an agent so long without any page: who goes from one page of it to the next meets the same. */
const siteMs = 60_000;

interface Known {
  readonly page: Page;
  gone: NodeJS.Timeout | undefined;
}

export class WebPages {
  readonly #services: PageServices;
  readonly #families: PageFamilies;
  readonly #known = new Map<string, Known>();
  /** Of sites without pages. */
  readonly #leaving = new Set<NodeJS.Timeout>();
  readonly #unfollow: () => void;
  #lastKey = 0;

  constructor(services: PageServices) {
    this.#services = services;
    this.#families = createFamilies(services);
    this.#unfollow = services.rules.onChanged(origin => this.#rulesChanged(origin));
  }

  /** Null for what is no page of a web origin. */
  serve(browser: Browser, opened: PageOpened, wire: PageWire): ServedPage | null {
    const services = this.#services;
    if (opened.chatIn !== undefined)
      return serveChatPanel({ services, chats: this.#families.chats, browserId: browser.id, opened, wire });
    if (!isPageOfWeb(opened)) return null;
    const known = this.#arrive(browser, opened);
    const { page } = known;
    const peer = connectPage({
      services: this.#services,
      page,
      wire,
      families: this.#families,
    });
    // A document may come by a new wire before its old one has ended: it is one document still.
    const wasHere = page.isHere;
    page.attach(peer);
    const shown = { origin: page.origin, ...page.tab, title: page.title };
    if (!wasHere) this.#services.rules.pageOpened(shown);
    return {
      receive: (value, text) => peer.receiveValue(value, text),
      closed: why => {
        peer.close(hubError('ERR_CANCELLED', { kind: 'left-by-itself' }));
        if (known.page !== page || !page.isOn(peer)) return;
        page.attach(null);
        this.#services.rules.pageClosed(shown);
        if (why === 'left') this.#leave(page);
        else known.gone = setTimeout(() => this.#leave(page), returnMs).unref();
      },
    };
  }

  /** What is typed in the address bar of a browser (`omnibox-suggest`), and what is chosen there (`omnibox-select`). */
  async omnibox({ id }: Browser, request: IncomingRequest): Promise<unknown> {
    const { omnibox } = this.#families;
    if (request.method === 'omnibox-select')
      return omnibox.select(id, read(OmniboxSelectSchema, request.params).id, request);
    const { text, tabId = null } = read(OmniboxSuggestSchema, request.params);
    return { suggestions: await omnibox.suggest({ browserId: id, text, tabId, request }) };
  }

  /** Those of a browser or a tab that are here now. */
  pages(): Page[] {
    return [...this.#known.values()].map(({ page }) => page).filter(({ isHere }) => isHere);
  }

  /** Of frames that use the API in a tab while it shows a page of that origin. */
  originsWithin({ browserId, tabId }: Page['tab'], origin: string): string[] {
    const isThere = ({ tab, embeddedIn }: Page) =>
      embeddedIn === origin && tab.browserId === browserId && tab.tabId === tabId;
    return this.pages()
      .filter(isThere)
      .map(page => page.origin);
  }

  /** Resolves when nothing is left of what pages have brought. */
  async stop(): Promise<void> {
    this.#unfollow();
    for (const timer of this.#leaving) clearTimeout(timer);
    for (const { page, gone } of this.#known.values()) {
      clearTimeout(gone);
      this.#families.gone(page);
    }
    this.#known.clear();
    await this.#families.settled();
  }

  /** A document that comes back is the one that it was, with what it has open. */
  #arrive(browser: Browser, opened: PageOpened): Known {
    const own = `${browser.id} ${opened.document}`;
    const before = opened.document === '' ? undefined : this.#known.get(own);
    if (before && before.page.origin === opened.origin && before.page.tab.tabId === opened.tabId) {
      clearTimeout(before.gone);
      return before;
    }
    if (before) this.#leave(before.page);
    this.#lastKey += 1;
    const key = opened.document === '' ? `${own}#${this.#lastKey}` : own;
    const { sites, rules } = this.#services;
    const known: Known = { page: new Page({ browser, opened, sites, rules, key }), gone: undefined };
    this.#known.set(key, known);
    return known;
  }

  #leave(page: Page): void {
    const known = this.#known.get(page.key);
    if (known?.page !== page) return;
    clearTimeout(known.gone);
    this.#known.delete(page.key);
    this.#services.questions.documentGone(page.key);
    this.#families.gone(page);
    const timer = setTimeout(() => {
      this.#leaving.delete(timer);
      if (!this.#hasPageOf(page)) page.siteLeft();
    }, siteMs).unref();
    this.#leaving.add(timer);
  }

  /** In the same browser; such as may come back count. */
  #hasPageOf({ origin, tab }: Page): boolean {
    return [...this.#known.values()].some(({ page }) => page.origin === origin && page.tab.browserId === tab.browserId);
  }

  /** What runs is decided anew by the router; pages hear of their flags, and those of a blocked origin of nothing more. */
  #rulesChanged(origin: string | null): void {
    for (const page of this.pages()) {
      if (origin !== null && page.origin !== origin && page.embeddedIn !== origin) continue;
      page.tell(pageNews.flags, page.flags);
      if (isBlocked(this.#services, page)) this.#families.blocked(page);
      else this.#families.allowed(page);
    }
  }
}

/** A page, or a frame that the pages around it let use the API, which its companion has seen to. */
function isPageOfWeb({ frameId, origin, embeddedIn }: PageOpened): boolean {
  const isOrigin = (said: string) => pageOriginOf(said) === said;
  if (!isOrigin(origin)) return false;
  return embeddedIn === undefined ? frameId === 0 : frameId !== 0 && isOrigin(embeddedIn);
}

function read<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new RpcError(rpcErrors.invalidParams, `This cannot be read: ${z.prettifyError(parsed.error)}`);
}
