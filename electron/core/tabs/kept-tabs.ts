// Whose tabs an earlier run of the hub left, until their browser tells that they are still there; and what this run leaves to the next.
import { tabKey } from '../../../contract/entities.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { KeptTab } from '../store/kept-lives.ts';
import type { KeptTable } from '../store/kept-table.ts';

export interface KeptTabsOptions {
  readonly rows: readonly KeptTab[];
  readonly persist: Pick<KeptTable<KeptTab>, 'put' | 'remove'>;
}

export class KeptTabs {
  readonly #persist: KeptTabsOptions['persist'] | null;
  /** By browser, then by number. */
  readonly #waiting = new Map<string, Map<number, KeptTab>>();
  readonly #runs = new Map<string, string>();
  /** Browsers that have told of their tabs since the hub started. */
  readonly #told = new Set<string>();
  /** Keys of what is on the disk. */
  readonly #written = new Set<string>();

  constructor(kept: KeptTabsOptions | undefined) {
    this.#persist = kept?.persist ?? null;
    for (const row of kept?.rows ?? []) {
      this.#written.add(tabKey(row.browserId, row.tabId));
      const ofBrowser = this.#waiting.get(row.browserId) ?? new Map<number, KeptTab>();
      this.#waiting.set(row.browserId, ofBrowser.set(row.tabId, row));
    }
  }

  runOf(browserId: string): string | null {
    return this.#runs.get(browserId) ?? null;
  }

  /** The browser is here, in this run of it. A restarted browser gives its numbers out anew, so those of another run mean nothing. */
  met(browserId: string, runId: string | null): void {
    if (runId === null) this.#runs.delete(browserId);
    else this.#runs.set(browserId, runId);
    for (const tab of this.#waiting.get(browserId)?.values() ?? [])
      if (tab.runId !== runId) this.forget(browserId, tab.tabId);
  }

  /** Those that wait for the browser's first list, by number; null where it has told before. */
  proven(browserId: string): Map<number, KeptTab> | null {
    if (this.#told.has(browserId)) return null;
    this.#told.add(browserId);
    const waiting = this.#waiting.get(browserId) ?? new Map<number, KeptTab>();
    this.#waiting.delete(browserId);
    return waiting;
  }

  waitingBrowsers(): string[] {
    return [...this.#waiting.keys()];
  }

  /** Agents whose tabs wait for their browser. */
  waitingOwners(): string[] {
    const tabs = [...this.#waiting.values()].flatMap(ofBrowser => [...ofBrowser.values()]);
    return tabs.flatMap(({ owner }) => (owner.kind === 'agent' ? [owner.agentId] : []));
  }

  /** That agent left for good. */
  orphan(agentId: string, owner: Tab['owner']): void {
    for (const ofBrowser of this.#waiting.values()) {
      for (const [tabId, tab] of ofBrowser) {
        if (tab.owner.kind !== 'agent' || tab.owner.agentId !== agentId) continue;
        ofBrowser.set(tabId, { ...tab, owner });
        this.#write({ ...tab, owner });
      }
    }
  }

  /** Writes down whose the tab is; one that was never an agent's needs no line. */
  keep({ browserId, tabId, owner, lastAction }: Tab, unasked: boolean): void {
    const runId = this.runOf(browserId);
    const isPlain = owner.kind === 'you' && owner.takenFrom === undefined;
    if (runId === null || isPlain) return this.forget(browserId, tabId);
    this.#write({ browserId, runId, tabId, owner, lastAction, unasked });
  }

  forget(browserId: string, tabId: number): void {
    this.#waiting.get(browserId)?.delete(tabId);
    const key = tabKey(browserId, tabId);
    if (this.#written.delete(key)) this.#persist?.remove(key);
  }

  removeBrowser(browserId: string): void {
    for (const tabId of this.#waiting.get(browserId)?.keys() ?? []) this.forget(browserId, tabId);
    this.#runs.delete(browserId);
  }

  #write(tab: KeptTab): void {
    const key = tabKey(tab.browserId, tab.tabId);
    this.#written.add(key);
    this.#persist?.put(key, () => tab);
  }
}
