// The browsers: who may connect, who waits for approval, and which relay reaches which. The only writer of browsers.
import { companionProtocol } from '../../contract/companion.ts';
import { HubError } from '../../contract/errors.ts';
import { BrowserLink } from './browser-link.ts';
import {
  browserIdOf,
  defaultName,
  describe,
  hashPairKey,
  known,
  sameHash,
  shortCode,
  withoutState,
} from './pairing.ts';
import { extensionOf } from './relay-origin.ts';
import type { CompanionHello, CompanionWelcome } from '../../contract/companion.ts';
import type { Agent, Browser } from '../../contract/entities.ts';
import type { PeerHello } from '../../contract/endpoint.ts';
import type { Party } from '../../contract/trace.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { BrowsersTable, StoredBrowser } from '../store/browsers-table.ts';
import type { ReportedTab, TabRegistry } from '../tabs/tab-registry.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { KnownBrowser } from './pairing.ts';

export interface BrowserRegistryOptions {
  readonly state: StateWriter;
  readonly tabs: TabRegistry;
  readonly tap: TraceTap;
  readonly hub: Party;
  readonly rows: readonly StoredBrowser[];
  readonly persist: Pick<BrowsersTable, 'put' | 'remove'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

interface Profile {
  readonly profileId: string;
  /** Which run of the browser its tab ids belong to; null before it has connected. */
  readonly runId: string | null;
}

interface Entry {
  browser: Browser;
  readonly profile: Profile;
  link: BrowserLink | null;
  /** What the extension reported before the user had decided. */
  waitingTabs: readonly ReportedTab[];
}

export class BrowserRegistry {
  readonly #options: BrowserRegistryOptions;
  readonly #rows = new Map<string, StoredBrowser>();
  readonly #entries = new Map<string, Entry>();

  constructor(options: BrowserRegistryOptions) {
    this.#options = options;
    for (const row of options.rows) {
      this.#rows.set(row.id, row);
      const state = {
        kind: row.decision === 'approved' ? ('away' as const) : ('denied' as const),
        since: options.now(),
      };
      this.#put({
        browser: { ...known(row), state },
        profile: { profileId: row.profileId, runId: null },
        link: null,
        waitingTabs: [],
      });
    }
  }

  get(id: string): Browser | null {
    return this.#entries.get(id)?.browser ?? null;
  }

  /** The browser an agent is bound to; for one that is not, the connected one that has been here longest. */
  forAgent(agent: Agent): Browser | null {
    if (agent.browserId) return this.get(agent.browserId);
    const connected = [...this.#entries.values()]
      .map(({ browser }) => browser)
      .filter(({ state }) => state.kind === 'connected');
    return connected.toSorted((a, b) => a.state.since - b.state.since)[0] ?? null;
  }

  /** A relay proved itself. Its origin is checked again here: the browser's own check is not trusted alone. */
  accept(hello: PeerHello & { role: 'relay' }, channel: FrameChannel): void {
    const extensionId = extensionOf(hello.argv);
    if (!extensionId) return channel.close(`${hello.argv.join(' ').slice(0, 200)} is not an extension of Pilothouse.`);
    new BrowserLink({
      channel,
      extensionId,
      relayPid: hello.pid,
      hub: this.#options.hub,
      tap: this.#options.tap,
      onHello: (link, said) => this.#greet(link, said),
      onTabs: (link, tabs) => this.#report(link, tabs),
      onClosed: link => this.#closed(link),
    });
  }

  /** Throws ERR_BROWSER_UNAVAILABLE when the browser is not connected. */
  link(browserId: string): BrowserLink {
    const entry = this.#entries.get(browserId);
    if (entry?.link && entry.browser.state.kind === 'connected') return entry.link;
    throw new HubError(
      'ERR_BROWSER_UNAVAILABLE',
      `${entry?.browser.name ?? 'The browser'} is not connected now. Ask the user to start it, then call again.`,
    );
  }

  async approve(id: string, name: string | undefined): Promise<void> {
    const entry = this.#expectPending(id);
    const pairKey = this.#options.randomBytes(32).toString('hex');
    const browser = { ...entry.browser, name: name ?? entry.browser.name };
    await this.#save({
      ...withoutState(browser),
      profileId: entry.profile.profileId,
      pairHash: hashPairKey(pairKey),
      decision: 'approved',
    });
    if (!entry.link)
      return this.#put({ ...entry, browser: { ...browser, state: { kind: 'away', since: this.#options.now() } } });
    this.#connect(entry.link, browser, entry.profile, entry.waitingTabs);
    entry.link.tell({ state: 'approved', name: browser.name, pairKey });
  }

  async deny(id: string): Promise<void> {
    const entry = this.#expectPending(id);
    await this.#save({
      ...withoutState(entry.browser),
      profileId: entry.profile.profileId,
      pairHash: null,
      decision: 'denied',
    });
    entry.link?.tell({ state: 'denied' });
    this.#put({ ...entry, browser: { ...entry.browser, state: { kind: 'denied', since: this.#options.now() } } });
  }

  /** Takes a decision back: the browser has to ask again. */
  async forget(id: string): Promise<void> {
    const entry = this.#expect(id);
    await this.#options.persist.remove(id);
    this.#rows.delete(id);
    this.#entries.delete(id);
    this.#options.state.remove('browsers', id);
    this.#options.tabs.forgetBrowser(id);
    entry.link?.close('The user took the approval of this browser back.');
  }

  #greet(link: BrowserLink, hello: CompanionHello): CompanionWelcome {
    if (hello.protocol !== companionProtocol) {
      throw new HubError(
        'PROTOCOL_VERSION_MISMATCH',
        `The extension speaks protocol ${hello.protocol}, this hub ${companionProtocol}. Load the extension of this version again.`,
      );
    }
    const id = browserIdOf(hello.profileId, link.extensionId);
    const profile = { profileId: hello.profileId, runId: hello.runId ?? null };
    const row = this.#paired(hello, link.extensionId);
    if (row) {
      this.#connect(link, describe(row.id, row.name, hello, link.extensionId), profile, []);
      return { state: 'approved', name: row.name, pairKey: hello.pairKey ?? '' };
    }
    if (this.#rows.get(id)?.decision === 'denied') return { state: 'denied' };
    return this.#wait(link, describe(id, defaultName(hello), hello, link.extensionId), profile);
  }

  /** The approved browser that this one proves to be by its pair key. */
  #paired({ profileId, pairKey }: CompanionHello, extensionId: string): StoredBrowser | undefined {
    if (!pairKey) return undefined;
    return [...this.#rows.values()].find(
      row =>
        row.decision === 'approved' &&
        row.profileId === profileId &&
        row.extensionId === extensionId &&
        row.pairHash !== null &&
        sameHash(pairKey, row.pairHash),
    );
  }

  /** A second one that says it is a known browser, without its key, waits beside it and disturbs nothing. */
  #wait(link: BrowserLink, browser: KnownBrowser, profile: Profile): CompanionWelcome {
    const known = this.#entries.get(browser.id);
    const taken = known && known.browser.state.kind !== 'pending';
    const id = taken ? `${browser.id}-${this.#options.randomBytes(3).toString('hex')}` : browser.id;
    const code = shortCode(this.#options.randomBytes(4));
    link.party = { kind: 'browser', id, label: browser.name };
    this.#put({
      browser: { ...browser, id, state: { kind: 'pending', since: this.#options.now(), code } },
      profile,
      link,
      waitingTabs: [],
    });
    return { state: 'pending', code };
  }

  #connect(link: BrowserLink, browser: KnownBrowser, profile: Profile, tabs: readonly ReportedTab[]): void {
    const before = this.#entries.get(browser.id);
    // A restarted browser gives its tab ids out anew: an agent must not own another tab under an old number.
    if (before && before.profile.runId !== profile.runId) this.#options.tabs.forgetBrowser(browser.id);
    link.party = { kind: 'browser', id: browser.id, label: browser.name };
    this.#put({
      browser: { ...browser, state: { kind: 'connected', since: this.#options.now(), relayPid: link.relayPid } },
      profile,
      link,
      waitingTabs: [],
    });
    if (before?.link && before.link !== link) before.link.close('The same browser connected again.');
    if (tabs.length > 0) this.#options.tabs.report(browser.id, tabs);
  }

  #report(link: BrowserLink, tabs: readonly ReportedTab[]): void {
    const entry = this.#entries.get(link.party.id);
    if (entry?.link !== link) return;
    if (entry.browser.state.kind === 'connected') this.#options.tabs.report(entry.browser.id, tabs);
    else entry.waitingTabs = tabs;
  }

  #closed(link: BrowserLink): void {
    const entry = this.#entries.get(link.party.id);
    if (entry?.link !== link) return;
    if (entry.browser.state.kind === 'pending') {
      this.#entries.delete(entry.browser.id);
      this.#options.state.remove('browsers', entry.browser.id);
      return;
    }
    const state =
      entry.browser.state.kind === 'connected'
        ? { kind: 'away' as const, since: this.#options.now() }
        : entry.browser.state;
    this.#put({ ...entry, browser: { ...entry.browser, state }, link: null, waitingTabs: [] });
  }

  #expect(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new HubError('ERR_INVALID_ARGUMENTS', `There is no browser ${JSON.stringify(id)}; it has left.`);
    return entry;
  }

  #expectPending(id: string): Entry {
    const entry = this.#expect(id);
    if (entry.browser.state.kind === 'pending') return entry;
    throw new HubError(
      'ERR_INVALID_ARGUMENTS',
      `${entry.browser.name} does not wait for approval: it is ${entry.browser.state.kind}.`,
    );
  }

  async #save(row: StoredBrowser): Promise<void> {
    await this.#options.persist.put(row);
    this.#rows.set(row.id, row);
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.browser.id, entry);
    this.#options.state.set('browsers', entry.browser.id, entry.browser);
  }
}
