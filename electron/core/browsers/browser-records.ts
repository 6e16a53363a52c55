// The browsers that are known: what the user decided about each, and how each stands now. Shown as they change.
import { hubError } from '../../../words/hub-error.ts';
import { freeColour, freeName, readsTheSame } from './browser-names.ts';
import { known } from './pairing.ts';
import type { ReportedTab } from '../../../contract/schemas/companion.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { BrowsersTable, StoredBrowser } from '../store/browsers-table.ts';
import type { Link } from './browser-link.ts';
import type { Looks } from './browser-names.ts';

export interface Profile {
  readonly profileId: string;
  /** Which run of the browser its tab ids belong to; null before it has connected. */
  readonly runId: string | null;
  /** The same where it is random and no other run can have it: a number of a process comes again. */
  readonly mark?: string | null;
}

export interface BrowserEntry {
  browser: Browser;
  readonly profile: Profile;
  link: Link | null;
  /** What the extension reported before the user had decided. */
  waitingTabs: readonly ReportedTab[];
}

export interface BrowserRecordsOptions {
  readonly state: StateWriter;
  readonly rows: readonly StoredBrowser[];
  readonly persist: Pick<BrowsersTable, 'put' | 'remove'>;
  readonly now: () => number;
  /** When each was last heard from before this start; absent where nothing was kept. */
  readonly seenAt?: ReadonlyMap<string, number>;
}

export class BrowserRecords {
  readonly #options: BrowserRecordsOptions;
  readonly #rows = new Map<string, StoredBrowser>();
  readonly #entries = new Map<string, BrowserEntry>();
  /** Browsers of which a decision is being written. */
  readonly #deciding = new Set<string>();
  /** Names that are being written, by the browser that is to have each. */
  readonly #naming = new Map<string, string>();

  constructor(options: BrowserRecordsOptions) {
    this.#options = options;
    for (const row of options.rows) {
      this.#rows.set(row.id, row);
      const kind = row.decision === 'approved' ? ('away' as const) : ('denied' as const);
      const profile = { profileId: row.profileId, runId: null };
      this.put({
        browser: { ...known(row), state: { kind, since: options.seenAt?.get(row.id) ?? options.now() } },
        profile,
        link: null,
        waitingTabs: [],
      });
    }
  }

  get(id: string): BrowserEntry | undefined {
    return this.#entries.get(id);
  }

  all(): BrowserEntry[] {
    return [...this.#entries.values()];
  }

  /** Of those that are connected. */
  links(): Link[] {
    return this.all().flatMap(({ link, browser }) => (link && browser.state.kind === 'connected' ? [link] : []));
  }

  /** Throws ERR_INVALID_ARGUMENTS when there is no such browser. */
  expect(id: string): BrowserEntry {
    const entry = this.#entries.get(id);
    if (!entry) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-browser', browser: id });
    return entry;
  }

  /** Throws ERR_INVALID_ARGUMENTS when the browser waits for nothing. */
  expectPending(id: string): BrowserEntry {
    const entry = this.expect(id);
    const state = this.#deciding.has(id) ? 'deciding' : entry.browser.state.kind;
    if (state === 'pending') return entry;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'browser-waits-not', browser: entry.browser.name, state });
  }

  /** How a browser of that id is shown: as it is known, or else by a name and a colour that tell it from all others. */
  looksOf(id: string, name: string): Looks {
    const known = this.#entries.get(id)?.browser;
    if (known) return { name: known.name, colour: known.colour };
    const all = this.all().map(({ browser }) => browser);
    const names = [...all.map(browser => browser.name), ...this.#naming.values()];
    return { name: freeName(name, names), colour: freeColour(all.map(({ colour }) => colour)) };
  }

  /** Throws ERR_INVALID_ARGUMENTS when another browser is called so. */
  expectFree(id: string, name: string): void {
    const others = this.all().map(({ browser }) => [browser.id, browser.name] as const);
    const taken = [...others, ...this.#naming].find(([other, its]) => other !== id && readsTheSame(its, name));
    if (taken) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'browser-name-taken', name: taken[1] });
  }

  /** `row` is what is kept of it; null for one that nobody decided about. Resolves when that is on the disk. */
  async rename(id: string, name: string, row: StoredBrowser | null): Promise<BrowserEntry | undefined> {
    this.expectFree(id, name);
    this.#naming.set(id, name);
    try {
      if (row) await this.#options.persist.put({ ...row, name });
    } finally {
      this.#naming.delete(id);
    }
    const entry = this.#entries.get(id);
    // The user may have forgotten it meanwhile.
    if (!entry) return void (row && (await this.#options.persist.remove(id)));
    if (row) this.#rows.set(id, { ...(this.#rows.get(id) ?? row), name });
    const renamed = { ...entry, browser: { ...entry.browser, name } };
    this.put(renamed);
    return renamed;
  }

  put(entry: BrowserEntry): void {
    this.#entries.set(entry.browser.id, entry);
    this.#options.state.set('browsers', entry.browser.id, entry.browser);
  }

  drop(id: string): void {
    this.#entries.delete(id);
    this.#options.state.remove('browsers', id);
  }

  /** What the user decided about it; null where that is open. */
  decision(id: string): StoredBrowser | null {
    return this.#rows.get(id) ?? null;
  }

  /** What the user decided, for every browser that was ever decided about. */
  decisions(): StoredBrowser[] {
    return [...this.#rows.values()];
  }

  /** Resolves when the decision is on the disk, with the browser as it is then: it may have left meanwhile, or come back. */
  async decide(entry: BrowserEntry, row: StoredBrowser): Promise<BrowserEntry> {
    this.#deciding.add(row.id);
    try {
      await this.#options.persist.put(row);
    } finally {
      this.#deciding.delete(row.id);
    }
    this.#rows.set(row.id, row);
    return this.#entries.get(row.id) ?? { ...entry, link: null, waitingTabs: [] };
  }

  /** Its connection is over. One that nobody decided about leaves nothing. */
  left(link: Link): void {
    const entry = this.get(link.party.id);
    if (entry?.link !== link) return;
    const { browser } = entry;
    if (browser.state.kind === 'pending') return this.drop(browser.id);
    const state = browser.state.kind === 'connected' ? this.#away() : browser.state;
    this.put({ ...entry, browser: { ...browser, state }, link: null, waitingTabs: [] });
  }

  #away() {
    return { kind: 'away' as const, since: this.#options.now() };
  }

  /** Forgets browser and decision. */
  async forget(id: string): Promise<void> {
    await this.#options.persist.remove(id);
    this.#rows.delete(id);
    this.drop(id);
  }
}
