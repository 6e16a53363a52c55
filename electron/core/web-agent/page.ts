// One document that uses the Web Agent API: who it is, as its browser told, and the ways to ask and to tell it.
import { PageFault } from './page-fault.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { PageFlags } from '../../../contract/web-agent.ts';
import type { GatedAgent, WorkedFor } from '../gates/gate.ts';
import type { Site, SiteRegistry, SitesVia } from '../sites/site-registry.ts';
import type { Peer } from '../wire/peer.ts';
import type { PageServices } from './page-services.ts';

type TabPlace = NonNullable<Grant['tab']>;

export interface AskOptions {
  readonly parent: number | null;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface PageOptions {
  readonly browser: Browser;
  readonly opened: PageOpened;
  readonly sites: SiteRegistry;
  readonly rules: Pick<PageServices['rules'], 'flagsOf'>;
  /** Names it among all documents. */
  readonly key: string;
}

/** For whom a document works: the pages of other origins, and the agents through which that came to it. */
export interface PageWork {
  readonly callers: readonly WorkedFor[];
  /** Every agent that works because of the first call, this document's own among them. */
  readonly agents: ReadonlySet<string>;
  /** How many calls of agents lie between the first caller and this document. */
  readonly depth: number;
}

const noWork: PageWork = { callers: [], agents: new Set(), depth: 0 };

export class Page {
  readonly key: string;
  readonly origin: string;
  readonly tab: TabPlace;
  readonly url: string;
  readonly title: string;
  /** The origin of the page around it, where it is a frame; its tab is not its own then. */
  readonly embeddedIn: string | null;
  /** Itself, apart from any one request. */
  readonly document: Page;
  /** For whom it does what it asks for here: one request's view of the document. */
  readonly work: PageWork;
  readonly #options: PageOptions;
  readonly #sites: SiteRegistry;
  readonly #rules: Pick<PageServices['rules'], 'flagsOf'>;
  readonly #via: SitesVia;
  /** Its wire, while there is one; all views of the document share it. */
  readonly #wire: { peer: Peer | null };

  constructor(options: PageOptions, of?: { readonly work: PageWork; readonly document: Page }) {
    const { browser, opened, sites, rules, key } = options;
    this.#options = options;
    this.document = of?.document ?? this;
    this.work = of?.work ?? noWork;
    this.#wire = of ? of.document.#wire : { peer: null };
    this.key = key;
    this.origin = opened.origin;
    this.tab = { browserId: browser.id, tabId: opened.tabId };
    this.url = opened.url;
    this.title = opened.title;
    this.embeddedIn = opened.embeddedIn ?? null;
    this.#sites = sites;
    this.#rules = rules;
    this.#via = { id: `page ${browser.id}`, name: browser.name, transport: 'page' };
  }

  /** The same document where what it asks for is work for others. */
  at(work: PageWork): Page {
    return new Page(this.#options, { work, document: this.document });
  }

  /** Its origin in this browser, which is an agent. Throws ERR_PERMISSION_DENIED where the user shut pages out. */
  get site(): Site {
    return this.#sites.arrive(this.origin, this.#via);
  }

  /** As it is now, for a decision. */
  readonly agentOf = (): GatedAgent => ({
    ...this.#sites.agentOf(this.site),
    // What it does in a browser it does in its own.
    browserId: this.tab.browserId,
    fromTab: this.tab,
    ...(this.work.callers.length > 0 && { worksFor: this.work.callers }),
  });

  get flags(): PageFlags {
    return this.#rules.flagsOf(this.origin);
  }

  get isHere(): boolean {
    return this.#wire.peer !== null;
  }

  /** Whether it is that document of that browser; no other has its id. */
  isDocument(browserId: string, document: string): boolean {
    return document !== '' && this.key === `${browserId} ${document}`;
  }

  isOn(peer: Peer): boolean {
    return this.#wire.peer === peer;
  }

  attach(peer: Peer | null): void {
    this.#wire.peer = peer;
  }

  /** Asks the document, or its browser about it. Rejects with HubError, and with what it answered. */
  async ask(method: string, params: unknown, options: AskOptions): Promise<unknown> {
    if (!this.#wire.peer) throw new PageFault('ERR_NO_TAB', 'The page of this agent or tool is not open any more.');
    return this.#wire.peer.request(method, params, { ...options, tabId: this.tab.tabId });
  }

  /** `parent` is the trace entry that it belongs to. */
  tell(method: string, params: unknown, parent: number | null = null): void {
    this.#wire.peer?.notify(method, params, { parent });
  }

  /** It was the last of its origin in its browser. */
  siteLeft(): void {
    this.#sites.originLeft(this.origin, this.#via, { kind: 'left-by-itself' });
  }
}
