// One document that uses the Web Agent API: who it is, as its browser told, and the ways to ask and to tell it.
import { hubError } from '../../../words/hub-error.ts';
import { PageFault } from './page-fault.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { PageFlags } from '../../../contract/web-agent.ts';
import type { GatedAgent } from '../gates/gate.ts';
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

export class Page {
  readonly key: string;
  readonly origin: string;
  readonly tab: TabPlace;
  readonly url: string;
  readonly title: string;
  readonly #sites: SiteRegistry;
  readonly #rules: Pick<PageServices['rules'], 'flagsOf'>;
  readonly #via: SitesVia;
  /** Its wire, while there is one. */
  #peer: Peer | null = null;

  constructor({ browser, opened, sites, rules, key }: PageOptions) {
    this.key = key;
    this.origin = opened.origin;
    this.tab = { browserId: browser.id, tabId: opened.tabId };
    this.url = opened.url;
    this.title = opened.title;
    this.#sites = sites;
    this.#rules = rules;
    this.#via = { id: `page ${browser.id}`, name: browser.name, transport: 'page' };
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
  });

  get flags(): PageFlags {
    return this.#rules.flagsOf(this.origin);
  }

  get isHere(): boolean {
    return this.#peer !== null;
  }

  isOn(peer: Peer): boolean {
    return this.#peer === peer;
  }

  attach(peer: Peer | null): void {
    this.#peer = peer;
  }

  /** Asks the document, or its browser about it. Rejects with HubError, and with what it answered. */
  async ask(method: string, params: unknown, options: AskOptions): Promise<unknown> {
    if (!this.#peer) throw new PageFault('ERR_NO_TAB', 'The page of this agent or tool is not open any more.');
    return this.#peer.request(method, params, { ...options, tabId: this.tab.tabId });
  }

  /** `parent` is the trace entry that it belongs to. */
  tell(method: string, params: unknown, parent: number | null = null): void {
    this.#peer?.notify(method, params, { parent });
  }

  /** What it waits for is answered with this. */
  endAll(): void {
    this.#peer?.dismiss(hubError('ERR_PERMISSION_DENIED', { kind: 'sites-shut-out' }));
  }
}
