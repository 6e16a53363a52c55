// The browsers: who may connect, who waits for approval, and which relay reaches which. The only writer of browsers.
import { companionProtocol } from '../../../contract/companion.ts';
import { hubError } from '../../../words/hub-error.ts';
import { BrowserLink, randomFirstId } from './browser-link.ts';
import { BrowserRecords } from './browser-records.ts';
import { ForeignConnector } from './foreign-connector.ts';
import { foreignOf } from './foreign-extensions.ts';
import { ForeignLink } from './foreign-link.ts';
import { browserIdOf, defaultName, describe, hashPairKey, pairedRow, shortCode, withoutState } from './pairing.ts';
import { extensionOf } from './relay-origin.ts';
import type {
  CompanionHello,
  CompanionIcon,
  CompanionWelcome,
  ReportedTab,
} from '../../../contract/schemas/companion.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { Agent, Browser } from '../../../contract/schemas/entities.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { Link } from './browser-link.ts';
import type { BrowserRecordsOptions, Profile } from './browser-records.ts';
import type { ForeignConnectorOptions } from './foreign-connector.ts';
import type { ForeignExtension } from './foreign-extensions.ts';
import type { KnownBrowser } from './pairing.ts';

export interface BrowserRegistryOptions extends BrowserRecordsOptions, ForeignConnectorOptions {
  readonly tabs: TabRegistry;
}

/** A notification of an extension, for the agents that work in its browser. */
export type BrowserNotice = (browserId: string, method: string, params: unknown) => void;

export class BrowserRegistry {
  readonly #options: BrowserRegistryOptions;
  readonly #records: BrowserRecords;
  readonly #foreign: ForeignConnector;
  readonly #notices = new Set<BrowserNotice>();
  #agentsHere = 0;

  constructor(options: BrowserRegistryOptions) {
    this.#options = options;
    this.#records = new BrowserRecords(options);
    this.#foreign = new ForeignConnector(options, this.#records, {
      onClosed: link => this.#closed(link),
      onTabs: (link, tabs) => this.#report(link, tabs),
      onTabClosed: (link, tabId) => options.tabs.closed(link.party.id, tabId),
      onNotice: (link, method, params) => this.#notice(link, method, params),
    });
  }

  get(id: string): Browser | null {
    return this.#records.get(id)?.browser ?? null;
  }

  /** The browser an agent is bound to; else the connected one that has been here longest, or one that may come back. */
  forAgent(agent: Agent): Browser | null {
    if (agent.browserId) return this.get(agent.browserId);
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
    if (foreign) return this.#acceptForeign(foreign, hello.pid, channel);
    if (!extensionId)
      return channel.close(`${hello.argv.join(' ').slice(0, 200)} is no extension that Pilothouse knows.`);
    new BrowserLink({
      channel,
      extensionId,
      relayPid: hello.pid,
      hub: this.#options.hub,
      tap: this.#options.tap,
      firstId: randomFirstId(this.#options.randomBytes),
      onHello: (link, said) => this.#greet(link, said),
      onTabs: (link, tabs) => this.#report(link, tabs),
      onIcon: (link, icon) => this.#icon(link, icon),
      onClosed: link => this.#closed(link),
    });
  }

  /** Why this relay has to end and let its browser open another port; null for every other peer. */
  refuse(hello: PeerHello): string | null {
    return this.#foreign.refuse(hello);
  }

  onNotice(listener: BrowserNotice): () => void {
    this.#notices.add(listener);
    return () => this.#notices.delete(listener);
  }

  /** An agent has come or has left: extensions of others are told so, once for each. */
  agentPresence(isHere: boolean): void {
    this.#agentsHere += isHere ? 1 : -1;
    for (const { link, browser } of this.#records.all())
      if (link instanceof ForeignLink && browser.state.kind === 'connected') link.presence(isHere);
  }

  /** Throws ERR_BROWSER_UNAVAILABLE when the browser is not connected. */
  link(browserId: string): Link {
    const entry = this.#records.get(browserId);
    if (entry?.link && entry.browser.state.kind === 'connected') return entry.link;
    throw hubError(
      'ERR_BROWSER_UNAVAILABLE',
      entry ? { kind: 'browser-away', browser: entry.browser.name } : { kind: 'a-browser-away' },
    );
  }

  async approve(id: string, name: string | undefined): Promise<void> {
    const entry = this.#records.expectPending(id);
    const pairKey = this.#options.randomBytes(32).toString('hex');
    const browser = { ...entry.browser, name: name ?? entry.browser.name };
    const now = await this.#records.decide(entry, {
      ...withoutState(browser),
      profileId: entry.profile.profileId,
      pairHash: hashPairKey(pairKey),
      decision: 'approved',
    });
    if (!now.link)
      return this.#records.put({
        ...now,
        browser: { ...browser, state: { kind: 'away', since: this.#options.now() } },
      });
    this.#connect(now.link, browser, now.profile, now.waitingTabs);
    now.link.tell({ state: 'approved', name: browser.name, pairKey });
    for (const other of this.#foreign.sameExtension(entry))
      if (other.link && other.browser.state.kind === 'pending')
        this.#connect(other.link, { ...other.browser, name: browser.name }, other.profile, []);
  }

  async deny(id: string): Promise<void> {
    const entry = this.#records.expectPending(id);
    const now = await this.#records.decide(entry, {
      ...withoutState(entry.browser),
      profileId: entry.profile.profileId,
      pairHash: null,
      decision: 'denied',
    });
    now.link?.tell({ state: 'denied' });
    this.#records.put({ ...now, browser: { ...entry.browser, state: { kind: 'denied', since: this.#options.now() } } });
  }

  /** Takes a decision back: the browser has to ask again. */
  async forget(id: string): Promise<void> {
    const entry = this.#records.expect(id);
    for (const { browser, link } of [entry, ...this.#foreign.sameExtension(entry)]) {
      await this.#records.forget(browser.id);
      this.#options.tabs.forgetBrowser(browser.id);
      link?.close('The user took the approval of this browser back.');
    }
  }

  #acceptForeign(extension: ForeignExtension, relayPid: number, channel: FrameChannel): void {
    const link = this.#foreign.open(extension, relayPid, channel);
    const { browser, profile, decision } = this.#foreign.judge(extension, relayPid);
    if (decision === 'approved') return this.#connect(link, browser, profile, []);
    if (decision === null) return void this.#wait(link, browser, profile);
    const state = { kind: 'denied' as const, since: this.#options.now() };
    this.#records.put({ browser: { ...browser, state }, profile, link, waitingTabs: [] });
  }

  #notice(link: ForeignLink, method: string, params: unknown): void {
    const entry = this.#records.get(link.party.id);
    if (entry?.link !== link || entry.browser.state.kind !== 'connected') return;
    for (const listener of this.#notices) listener(entry.browser.id, method, params);
  }

  #greet(link: BrowserLink, hello: CompanionHello): CompanionWelcome {
    if (hello.protocol !== companionProtocol) {
      const versions = { said: hello.protocol, spoken: companionProtocol };
      throw hubError('PROTOCOL_VERSION_MISMATCH', { kind: 'other-companion', ...versions });
    }
    const id = browserIdOf(hello.profileId, link.extensionId);
    const profile = { profileId: hello.profileId, runId: hello.runId ?? null };
    const row = pairedRow(this.#records.decisions(), hello, link.extensionId);
    if (row) {
      this.#connect(link, describe(row.id, row.name, hello, link.extensionId), profile, []);
      return { state: 'approved', name: row.name, pairKey: hello.pairKey ?? '' };
    }
    if (this.#records.decisions().some(other => other.id === id && other.decision === 'denied'))
      return { state: 'denied' };
    return this.#wait(link, describe(id, defaultName(hello), hello, link.extensionId), profile);
  }

  /** A second one that says it is a known browser, without its key, waits beside it and disturbs nothing. */
  #wait(link: Link, browser: KnownBrowser, profile: Profile): CompanionWelcome {
    const known = this.#records.get(browser.id);
    const taken = known && known.browser.state.kind !== 'pending';
    const id = taken ? `${browser.id}-${this.#options.randomBytes(3).toString('hex')}` : browser.id;
    const code = shortCode(this.#options.randomBytes(4));
    link.party = { kind: 'browser', id, label: browser.name };
    this.#records.put({
      browser: { ...browser, id, state: { kind: 'pending', since: this.#options.now(), code } },
      profile,
      link,
      waitingTabs: [],
    });
    return { state: 'pending', code };
  }

  #connect(link: Link, browser: KnownBrowser, profile: Profile, tabs: readonly ReportedTab[]): void {
    const before = this.#records.get(browser.id);
    // A restarted browser gives its tab ids out anew: an agent must not own another tab under an old number.
    if (before && before.profile.runId !== profile.runId) this.#options.tabs.forgetBrowser(browser.id);
    link.party = { kind: 'browser', id: browser.id, label: browser.name };
    this.#records.put({
      browser: { ...browser, state: { kind: 'connected', since: this.#options.now(), relayPid: link.relayPid } },
      profile,
      link,
      waitingTabs: [],
    });
    if (before?.link && before.link !== link) before.link.close('The same browser connected again.');
    if (tabs.length > 0) this.#options.tabs.report(browser.id, tabs);
    if (link instanceof ForeignLink) for (let told = 0; told < this.#agentsHere; told += 1) link.presence(true);
  }

  #report(link: Link, tabs: readonly ReportedTab[]): void {
    const entry = this.#records.get(link.party.id);
    if (entry?.link !== link) return;
    if (entry.browser.state.kind === 'connected') this.#options.tabs.report(entry.browser.id, tabs);
    else entry.waitingTabs = tabs;
  }

  #icon(link: Link, icon: CompanionIcon): void {
    const entry = this.#records.get(link.party.id);
    if (entry?.link === link && entry.browser.state.kind === 'connected')
      this.#options.tabs.setIcon(entry.browser.id, icon);
  }

  #closed(link: Link): void {
    const entry = this.#records.get(link.party.id);
    if (entry?.link !== link) return;
    if (entry.browser.state.kind === 'pending') {
      this.#records.drop(entry.browser.id);
      return;
    }
    const state =
      entry.browser.state.kind === 'connected'
        ? { kind: 'away' as const, since: this.#options.now() }
        : entry.browser.state;
    this.#records.put({ ...entry, browser: { ...entry.browser, state }, link: null, waitingTabs: [] });
  }
}
