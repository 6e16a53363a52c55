// The browsers: which is here, which relay or socket reaches which, and what is asked of each. The only writer of browsers.
import { hubError } from '../../../words/hub-error.ts';
import { BrowserAdmission } from './browser-admission.ts';
import { BrowserLink, randomFirstId } from './browser-link.ts';
import { BrowserRecords } from './browser-records.ts';
import { ForeignConnector } from './foreign/foreign-connector.ts';
import { foreignExtension, foreignOf } from './foreign/foreign-extensions.ts';
import { withoutState } from './pairing.ts';
import { extensionOf } from './relay-origin.ts';
import { UnknownExtensions } from './unknown-extensions.ts';
import type { CompanionCall, CompanionDescribe } from '../../../contract/companion.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { CompanionIcon, CompanionOpened, ReportedTab } from '../../../contract/schemas/companion.ts';
import type { CompanionAsking } from '../../../contract/schemas/companion-pages.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { Agent, Browser } from '../../../contract/schemas/entities.ts';
import type { CompanionSites, PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { StoredBrowser } from '../store/browsers-table.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { BrowserChannel, SocketBrowser, SocketBrowsers } from './browser-channel.ts';
import type {
  BrowserLinkOptions,
  CallOptions,
  CallResult,
  DescribeAnswer,
  Link,
  ServedViews,
  ViewWire,
} from './browser-link.ts';
import type { BrowserEntry, BrowserRecordsOptions } from './browser-records.ts';
import type { BrowserNotice, ForeignConnectorOptions } from './foreign/foreign-connector.ts';
import type { LinkModel } from './link-model.ts';
import type { PageAnswers } from './page-answers.ts';
import type { PageWire, ServedPage } from './page-links.ts';

export interface BrowserRegistryOptions extends BrowserRecordsOptions, ForeignConnectorOptions {
  readonly tabs: TabRegistry;
  readonly answers: Pick<PageAnswers, 'note' | 'forget'>;
  /** A page has opened a tab; answers whether an agent owns it now. Absent where such a tab stays the user's. */
  readonly onOpened?: (browserId: string, opened: CompanionOpened) => boolean;
  /** Told before its tabs go. */
  readonly onForgotten?: (browserId: string) => void;
  /** Absent where none comes over a WebSocket. */
  readonly sockets?: SocketBrowsers;
}

/** Answers what is typed in the address bar of an approved browser, and what is chosen there. */
type ServeOmnibox = (browser: Browser, request: IncomingRequest) => Promise<unknown>;

/** Null where it is not served. */
type ServeBrowsersViews = (browser: Browser, wire: ViewWire) => ServedViews;
type ServeBrowsersPage = (browser: Browser, opened: PageOpened, wire: PageWire) => ServedPage | null;

export class BrowserRegistry {
  readonly #options: BrowserRegistryOptions;
  readonly #records: BrowserRecords;
  readonly #foreign: ForeignConnector;
  readonly #admission: BrowserAdmission;
  readonly #unknown: UnknownExtensions;
  #mode: RunMode = 'running';
  #sites: CompanionSites | null = null;
  #servePage: ServeBrowsersPage = () => null;
  #serveViews: ServeBrowsersViews | null = null;
  readonly #views = new WeakMap<Link, ServedViews>();
  #serveOmnibox: ServeOmnibox | null = null;

  constructor(options: BrowserRegistryOptions) {
    this.#options = options;
    this.#records = new BrowserRecords(options);
    this.#unknown = new UnknownExtensions(options);
    this.#foreign = new ForeignConnector(options, this.#records, {
      onClosed: link => this.#records.left(link),
      onTabs: (link, tabs) => this.#report(link, tabs),
      onTabClosed: (link, tabId) => options.tabs.closed(link.party.id, tabId),
    });
    this.#admission = new BrowserAdmission(options, this.#records, this.#foreign, link => {
      link.tellMode?.(this.#mode);
      if (this.#sites) link.tellSites?.(this.#sites);
    });
  }

  /** Whether the user lets in the browser of that id, here or away. */
  isApproved(id: string): boolean {
    return this.#records.decision(id)?.decision === 'approved';
  }

  get(id: string): Browser | null {
    return this.#records.get(id)?.browser ?? null;
  }

  /** The browser an agent is bound to, also while it is away; where there is none, or the user forgot it, the connected one that has been here longest, or one that may come back. */
  forAgent(agent: Agent): Browser | null {
    const own = agent.browserId === null ? null : this.get(agent.browserId);
    if (own) return own;
    const away = this.#records.all().find(({ browser }) => browser.state.kind === 'away');
    return this.connected()[0] ?? away?.browser ?? null;
  }

  /** The one that has been here longest first. */
  connected(): Browser[] {
    const browsers = this.#records.all().map(({ browser }) => browser);
    return browsers.filter(({ state }) => state.kind === 'connected').toSorted((a, b) => a.state.since - b.state.since);
  }

  /** A relay proved itself. Its origin is checked again here: the browser's own check is not trusted alone. */
  accept(hello: PeerHello & { role: 'relay' }, channel: FrameChannel): void {
    const extensionId = extensionOf(hello.argv);
    const foreign = extensionId ? null : foreignOf(hello.argv);
    if (foreign) return this.#admission.meet(foreign, hello.pid, this.#foreign.open(foreign, hello.pid, channel));
    if (!extensionId) return this.#unknown.accept(hello.argv, channel);
    this.#open({ channel, extensionId, from: { relayPid: hello.pid } });
  }

  /** Our own extension has proved over its WebSocket that it knows a key. */
  acceptSocket(from: SocketBrowser, channel: BrowserChannel): void {
    this.#open({ channel, extensionId: from.extensionId, from });
  }

  #open(from: Pick<BrowserLinkOptions, 'channel' | 'extensionId' | 'from'>): void {
    new BrowserLink({
      ...from,
      hub: this.#options.hub,
      tap: this.#options.tap,
      firstId: randomFirstId(this.#options.randomBytes),
      onHello: (link, said) => this.#admission.greet(link, said),
      onTabs: (link, tabs) => this.#report(link, tabs),
      onIcon: (link, icon) => this.#icon(link, icon),
      onPage: (link, opened, wire) => this.#page(link, opened, wire),
      onViews: link => this.#viewsOf(link),
      onOmnibox: (link, request) => this.#omnibox(link, request),
      onOpened: (link, opened) => this.#opened(link, opened),
      onClosed: link => {
        this.#views.get(link)?.closed();
        this.#records.left(link);
      },
    });
  }

  /** Why this relay has to end and let its browser open another port; null for every other peer. */
  refuse(hello: PeerHello): string | null {
    return this.#foreign.refuse(hello);
  }

  onNotice(listener: BrowserNotice): () => void {
    return this.#foreign.onNotice(listener);
  }

  /** An agent has come or has left: extensions of others are told so, once for each. */
  agentPresence(isHere: boolean): void {
    this.#foreign.agentPresence(isHere);
  }

  /** Extensions that show it hear of it. */
  modeChanged(mode: RunMode): void {
    this.#mode = mode;
    for (const link of this.#records.links()) link.tellMode?.(mode);
  }

  /** From here on documents of approved browsers are served that begin to use the Web Agent API. */
  servePages(serve: ServeBrowsersPage): void {
    this.#servePage = serve;
  }

  /** From here on the companion's own pages are served in approved browsers. */
  serveViews(serve: ServeBrowsersViews): void {
    this.#serveViews = serve;
  }

  /** Its extension hears which questions of its pages wait, where it is connected. */
  asking(browserId: string, asking: CompanionAsking): void {
    const entry = this.#records.get(browserId);
    if (entry?.browser.state.kind === 'connected') entry.link?.tellAsking?.(asking);
  }

  /** From here on the address bars of approved browsers are served. */
  serveOmnibox(serve: ServeOmnibox): void {
    this.#serveOmnibox = serve;
  }

  /** Where pages are offered the Web Agent API, for every browser that is here and each that comes. */
  sitesChanged(sites: CompanionSites): void {
    this.#sites = sites;
    for (const { browser, link } of this.#records.all())
      if (browser.state.kind === 'connected') link?.tellSites?.(sites);
  }

  /** Its extension hears that these tabs are no agent's any more, where it is connected. */
  handedOver(browserId: string, tabIds: readonly number[]): void {
    this.#records.get(browserId)?.link?.tellHandedOver?.(tabIds);
  }

  /** The tab is not that of the agent any more that had it. */
  ownerChanged(browserId: string, tabId: number): void {
    this.#records.get(browserId)?.link?.tellOwnerChanged?.([tabId]);
  }

  /** Sends a call to its extension. Rejects with ERR_BROWSER_UNAVAILABLE when the browser is not connected, and as its link does. */
  async call(browserId: string, call: CompanionCall, options: CallOptions): Promise<CallResult> {
    const { link, since } = this.#expectConnected(browserId);
    const result = await link.call(call, options);
    if (result.isError !== true && this.#records.get(browserId)) this.#options.answers.note(browserId, call, since);
    return result;
  }

  /** Asks its extension what a call would act on. Never rejects. */
  async describe(
    browserId: string,
    ask: CompanionDescribe,
    options: Pick<CallOptions, 'parent' | 'signal'>,
  ): Promise<DescribeAnswer> {
    const entry = this.#records.get(browserId);
    if (entry?.browser.state.kind !== 'connected') return null;
    return entry.link?.describe ? entry.link.describe(ask, options) : 'cannot';
  }

  /** The model of a browser that is here and approved; null where it has none. */
  modelOf(browserId: string): LinkModel | null {
    const entry = this.#records.get(browserId);
    return entry?.browser.state.kind === 'connected' ? (entry.link?.model ?? null) : null;
  }

  #expectConnected(browserId: string): { link: Link; since: number } {
    const entry = this.#records.get(browserId);
    if (entry?.link && entry.browser.state.kind === 'connected')
      return { link: entry.link, since: entry.browser.state.since };
    throw hubError(
      'ERR_BROWSER_UNAVAILABLE',
      entry ? { kind: 'browser-away', browser: entry.browser.name } : { kind: 'a-browser-away' },
    );
  }

  /** It is called so everywhere from now on, in its own pop-up too. Rejects with ERR_INVALID_ARGUMENTS where another one is. */
  async rename(id: string, name: string): Promise<void> {
    const entry = this.#records.expect(id);
    const { link } = (await this.#records.rename(id, name, this.#rowOf(entry))) ?? {};
    if (!link) return;
    link.party = { ...link.party, label: name };
    link.tellName?.(name);
  }

  /** What is kept of it. One approval of an extension of others holds for all that run it: each has a row once it has a name of its own. */
  #rowOf({ browser, profile }: BrowserEntry): StoredBrowser | null {
    const row = this.#records.decision(browser.id);
    if (row || browser.state.kind === 'pending' || !foreignExtension(browser.extensionId)) return row;
    const decision = browser.state.kind === 'denied' ? 'denied' : 'approved';
    return { ...withoutState(browser), profileId: profile.profileId, pairHash: null, decision };
  }

  /** Rejects with ERR_INVALID_ARGUMENTS when it waits for nothing, or another one is called so. */
  approve(id: string, name: string | undefined): Promise<void> {
    return this.#admission.approve(id, name);
  }

  deny(id: string): Promise<void> {
    return this.#admission.deny(id);
  }

  /** Takes a decision back: the browser has to ask again. */
  async forget(id: string): Promise<void> {
    const entry = this.#records.expect(id);
    for (const { browser, link } of [entry, ...this.#foreign.sameExtension(entry)]) {
      await this.#records.forget(browser.id);
      this.#options.onForgotten?.(browser.id);
      this.#options.tabs.browserRemoved(browser.id);
      this.#options.answers.forget(browser.id);
      await this.#options.sockets?.forgotten(browser.id, link?.socket?.keyId ?? null);
      link?.close('The user took the approval of this browser back.', 'forgotten');
    }
  }

  #report(link: Link, tabs: readonly ReportedTab[]): void {
    const entry = this.#records.get(link.party.id);
    if (entry?.link !== link) return;
    if (entry.browser.state.kind === 'connected') this.#options.tabs.report(entry.browser.id, tabs);
    else entry.waitingTabs = tabs;
  }

  #page(link: Link, opened: PageOpened, wire: PageWire): ServedPage | null {
    const entry = this.#records.get(link.party.id);
    if (entry?.link !== link || entry.browser.state.kind !== 'connected') return null;
    return this.#servePage(entry.browser, opened, wire);
  }

  /** Asked for with every request: a browser that is let in no more has none. */
  #viewsOf(link: BrowserLink): ServedViews | null {
    const isIn = () => {
      const entry = this.#records.get(link.party.id);
      return entry?.link === link && entry.browser.state.kind === 'connected' ? entry.browser : null;
    };
    const browser = isIn();
    if (!browser || !this.#serveViews) return null;
    const known = this.#views.get(link);
    if (known) return known;
    const wire: ViewWire = {
      notify: (method, params) => {
        if (isIn()) link.tellView(method, params);
      },
    };
    const served = this.#serveViews(browser, wire);
    this.#views.set(link, served);
    return served;
  }

  async #omnibox(link: Link, request: IncomingRequest): Promise<unknown> {
    const entry = this.#records.get(link.party.id);
    if (entry?.link === link && entry.browser.state.kind === 'connected' && this.#serveOmnibox)
      return this.#serveOmnibox(entry.browser, request);
    throw hubError('ERR_BROWSER_UNAVAILABLE', { kind: 'a-browser-away' });
  }

  #opened(link: Link, opened: CompanionOpened): boolean {
    const entry = this.#records.get(link.party.id);
    if (entry?.link !== link || entry.browser.state.kind !== 'connected') return false;
    return this.#options.onOpened?.(entry.browser.id, opened) ?? false;
  }

  #icon(link: Link, icon: CompanionIcon): void {
    const entry = this.#records.get(link.party.id);
    if (entry?.link === link && entry.browser.state.kind === 'connected')
      this.#options.tabs.setIcon(entry.browser.id, icon);
  }
}
