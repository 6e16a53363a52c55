// Letting a browser in: what becomes of one that says hello, connected, waiting or denied, and the user's answer to one that waits.
import { companionProtocol } from '../../../contract/companion.ts';
import { hubError } from '../../../words/hub-error.ts';
import { browserIdOf, defaultName, describe, hashPairKey, judge, shortCode, withoutState } from './pairing.ts';
import type { CompanionHello, CompanionWelcome, ReportedTab } from '../../../contract/schemas/companion.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { SocketBrowsers } from './browser-channel.ts';
import type { BrowserLink, Link } from './browser-link.ts';
import type { BrowserEntry, BrowserRecords, Profile } from './browser-records.ts';
import type { ForeignConnector } from './foreign/foreign-connector.ts';
import type { ForeignExtension } from './foreign/foreign-extensions.ts';
import type { KnownBrowser } from './pairing.ts';

export interface BrowserAdmissionOptions {
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly tabs: Pick<TabRegistry, 'forgetBrowser' | 'met' | 'report'>;
  /** Absent where none comes over a WebSocket. */
  readonly sockets?: SocketBrowsers;
}

export class BrowserAdmission {
  readonly #options: BrowserAdmissionOptions;
  readonly #records: BrowserRecords;
  readonly #foreign: ForeignConnector;
  /** Tells a browser that comes in what it has to know. */
  readonly #greet: (link: Link) => void;

  constructor(
    options: BrowserAdmissionOptions,
    records: BrowserRecords,
    foreign: ForeignConnector,
    greet: (link: Link) => void,
  ) {
    this.#options = options;
    this.#records = records;
    this.#foreign = foreign;
    this.#greet = greet;
  }

  /** Rejects with ERR_INVALID_ARGUMENTS when it waits for nothing, or another one is called so. */
  async approve(id: string, name: string | undefined): Promise<void> {
    this.#records.expectPending(id);
    if (name !== undefined) this.#records.expectFree(id, name);
    const { link, name: known, pairKey } = await this.#approve(this.#records.expectPending(id), name);
    link?.tell({ state: 'approved', name: known, pairKey });
  }

  async #approve(entry: BrowserEntry, name?: string): Promise<{ link: Link | null; name: string; pairKey: string }> {
    const pairKey = this.#options.randomBytes(32).toString('hex');
    const browser = { ...entry.browser, name: name ?? entry.browser.name };
    const now = await this.#records.decide(entry, {
      ...withoutState(browser),
      profileId: entry.profile.profileId,
      pairHash: hashPairKey(pairKey),
      decision: 'approved',
    });
    if (now.link) this.#connect(now.link, browser, now.profile, now.waitingTabs);
    else this.#records.put({ ...now, browser: { ...browser, state: { kind: 'away', since: this.#options.now() } } });
    if (now.link)
      for (const other of this.#foreign.sameExtension(entry))
        if (other.link && other.browser.state.kind === 'pending')
          this.#connect(other.link, other.browser, other.profile, []);
    return { link: now.link, name: browser.name, pairKey };
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

  /** One of others, whose relay proved itself. */
  meet(extension: ForeignExtension, relayPid: number, link: Link): void {
    const { browser, profile, decision } = this.#foreign.judge(extension, relayPid);
    if (decision === 'approved') return this.#connect(link, browser, profile, []);
    if (decision === null) return void this.#wait(link, browser, profile);
    const state = { kind: 'denied' as const, since: this.#options.now() };
    this.#records.put({ browser: { ...browser, state }, profile, link, waitingTabs: [] });
  }

  /** Ours, which says what it is. Throws where it cannot be spoken to, or claims another's key. */
  greet(link: BrowserLink, hello: CompanionHello): CompanionWelcome | Promise<CompanionWelcome> {
    if (hello.protocol !== companionProtocol) {
      const versions = { said: hello.protocol, spoken: companionProtocol };
      throw hubError('PROTOCOL_VERSION_MISMATCH', { kind: 'other-companion', ...versions });
    }
    if (link.socket && link.socket.profileId !== hello.profileId)
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'key-of-other-profile' });
    const mark = hello.runId ?? null;
    const profile = { profileId: hello.profileId, runId: mark, mark };
    const id = browserIdOf(hello.profileId, link.extensionId);
    const judged = judge(this.#records.decisions(), hello, { id, extensionId: link.extensionId });
    if (judged === 'denied') return { state: 'denied' };
    if (judged !== null) {
      this.#connect(link, describe(judged.id, judged, hello, link.extensionId), profile, []);
      return { state: 'approved', name: judged.name, pairKey: hello.pairKey ?? '' };
    }
    const looks = { name: defaultName(hello), colour: 1 };
    const welcome = this.#wait(link, describe(id, looks, hello, link.extensionId), profile);
    return link.socket?.isPaired ? this.#approvePaired(link) : welcome;
  }

  /** The user has carried a code from the panel into this very extension: comparing another one would show nothing more. */
  async #approvePaired({ party }: BrowserLink): Promise<CompanionWelcome> {
    const { name, pairKey } = await this.#approve(this.#records.expectPending(party.id));
    return { state: 'approved', name, pairKey };
  }

  /** A second one that says it is a known browser, without its key, waits beside it and disturbs nothing. Its looks are its own. */
  #wait(link: Link, browser: KnownBrowser, profile: Profile): CompanionWelcome {
    const known = this.#records.get(browser.id);
    const taken = known && known.browser.state.kind !== 'pending';
    const id = taken ? `${browser.id}-${this.#options.randomBytes(3).toString('hex')}` : browser.id;
    const code = shortCode(this.#options.randomBytes(4));
    const looks = this.#records.looksOf(id, browser.name);
    link.party = { kind: 'browser', id, label: looks.name };
    this.#records.put({
      browser: { ...browser, ...looks, id, state: { kind: 'pending', since: this.#options.now(), code } },
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
    this.#options.tabs.met(browser.id, profile.mark ?? null);
    link.party = { kind: 'browser', id: browser.id, label: browser.name };
    this.#records.put({
      browser: { ...browser, state: { kind: 'connected', since: this.#options.now(), relayPid: link.relayPid } },
      profile,
      link,
      waitingTabs: [],
    });
    if (before?.link && before.link !== link) before.link.close('The same browser connected again.', 'replaced');
    if (link.socket) this.#options.sockets?.connected(link.socket, browser);
    if (tabs.length > 0) this.#options.tabs.report(browser.id, tabs);
    this.#foreign.connected(link);
    this.#greet(link);
  }
}
