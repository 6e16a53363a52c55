// Every tab of every approved browser and who owns it. The only writer of ownership.
import { tabKey } from '../../../contract/entities.ts';
import { originOf, pageOriginAt } from '../../../contract/sites.ts';
import { KeptTabs } from './kept-tabs.ts';
import { TabIcons } from './tab-icons.ts';
import type { CompanionIcon, ReportedTab } from '../../../contract/schemas/companion.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { KeptTab } from '../store/kept-lives.ts';
import type { KeptTabsOptions } from './kept-tabs.ts';

export interface TabRegistryOptions {
  readonly state: StateWriter;
  readonly now: () => number;
  /** A tab closed, or the user gave it to somebody else: what was granted "until the tab closes" ends. */
  /** `isClosed` is false where it only has another owner now. */
  readonly onEnded: (browserId: string, tabId: number, isClosed: boolean) => void;
  /** A tab has another owner, or none. `wasAgents`: an agent had it before. */
  readonly onOwner?: (owned: {
    readonly browserId: string;
    readonly tabId: number;
    readonly wasAgents: boolean;
  }) => void;
  /** A browser told of all its tabs for the first time since the hub started. `runId` is null where nothing marks its run. */
  readonly onProven?: (browserId: string, runId: string | null, tabIds: readonly number[]) => void;
  /** What an earlier run left, and where to keep what this one leaves; nothing is kept when absent. */
  readonly kept?: KeptTabsOptions;
}

export class TabRegistry {
  readonly #options: TabRegistryOptions;
  readonly #tabs = new Map<string, Tab>();
  /** By tab, where its browser tells. */
  readonly #documents = new Map<string, string>();
  /** Those that a page opened and that nobody has used or given since. */
  readonly #unasked = new Set<string>();
  /** Those that an agent, or a page of its, has opened, and that the user has not had since. */
  readonly #made = new Set<string>();
  readonly #kept: KeptTabs;
  readonly icons = new TabIcons();

  constructor(options: TabRegistryOptions) {
    this.#options = options;
    this.#kept = new KeptTabs(options.kept);
  }

  /** Comes before the first report of a connection. `runId`: the mark of the browser's run, null where nothing marks it. */
  met(browserId: string, runId: string | null): void {
    this.#kept.met(browserId, runId);
  }

  /** The mark of the run of a browser that is or was here; null where nothing marks it. */
  runOf(browserId: string): string | null {
    return this.#kept.runOf(browserId);
  }

  /** Browsers that have not told yet which tabs of an earlier run are still there. */
  waitingBrowsers(): string[] {
    return this.#kept.waitingBrowsers();
  }

  /** Owners of whom `isKnown` knows nothing have left while no hub ran. */
  expectOwners(isKnown: (agentId: string) => boolean): void {
    for (const agentId of this.#kept.waitingOwners()) if (!isKnown(agentId)) this.orphan(agentId);
  }

  get(browserId: string, tabId: number): Tab | null {
    return this.#tabs.get(tabKey(browserId, tabId)) ?? null;
  }

  /** The document that the tab showed when its browser last spoke of it, where it tells of documents. */
  document(browserId: string, tabId: number): string | null {
    return this.#documents.get(tabKey(browserId, tabId)) ?? null;
  }

  /** In the order in which they were met. */
  inBrowser(browserId: string): Tab[] {
    return [...this.#tabs.values()].filter(tab => tab.browserId === browserId);
  }

  /** Those that show pages of that origin. */
  showing(origin: string): Tab[] {
    return [...this.#tabs.values()].filter(({ url }) => pageOriginAt(url) === origin);
  }

  ownedBy(agentId: string): Tab[] {
    return [...this.#tabs.values()].filter(tab => isOwner(tab, agentId));
  }

  /** The numbers of its tabs in that browser. */
  numbersIn(agentId: string, browserId: string): number[] {
    return this.ownedBy(agentId).flatMap(tab => (tab.browserId === browserId ? [tab.tabId] : []));
  }

  /**
   * The tab that the agent used last in this browser, for calls that name none. What a page opened is behind all others until it is
   * used: its agent may not know of it yet.
   */
  lastUsed(agentId: string, browserId: string): Tab | null {
    const own = this.ownedBy(agentId).filter(tab => tab.browserId === browserId);
    const asked = own.filter(tab => !this.#unasked.has(keyOf(tab)));
    const age = (tab: Tab) => tab.lastAction?.at ?? (tab.owner.kind === 'agent' ? tab.owner.since : 0);
    const among = asked.length > 0 ? asked : own;
    return among.reduce<Tab | null>((best, tab) => (best && age(best) > age(tab) ? best : tab), null);
  }

  /** Takes the browser's full list: new tabs are the user's, missing ones have closed. */
  report(browserId: string, reported: readonly ReportedTab[]): void {
    const seen = new Set<string>();
    const left = this.#kept.proven(browserId);
    for (const tab of reported) {
      seen.add(tabKey(browserId, tab.tabId));
      this.#take(browserId, tab, left?.get(tab.tabId));
      left?.delete(tab.tabId);
    }
    for (const tab of [...this.#tabs.values()]) {
      if (tab.browserId === browserId && !seen.has(tabKey(browserId, tab.tabId))) this.#close(tab);
    }
    if (!left) return;
    for (const tabId of left.keys()) this.#kept.forget(browserId, tabId);
    const tabIds = reported.map(({ tabId }) => tabId);
    this.#options.onProven?.(browserId, this.runOf(browserId), tabIds);
  }

  /** An answer told what the tab shows now, before the browser's next list does. */
  shown(browserId: string, tab: ReportedTab): void {
    if (this.get(browserId, tab.tabId)) this.#take(browserId, tab);
  }

  /** The same where only the address was told. */
  moved(browserId: string, tabId: number, url: string): void {
    const tab = this.get(browserId, tabId);
    if (tab && tab.url !== url) this.#take(browserId, { ...tab, windowId: 0, title: '', url });
  }

  /** `left`: whose it was in an earlier run of the hub. */
  #take(browserId: string, reported: ReportedTab, left?: KeptTab): void {
    const { tabId, title, url, active, document, private: isPrivate } = reported;
    const windowId = windowOf(reported) ?? this.get(browserId, tabId)?.windowId;
    const key = tabKey(browserId, tabId);
    const known = this.#tabs.get(key);
    const owner = known?.owner ?? left?.owner ?? { kind: 'you' as const };
    const lastAction = known?.lastAction ?? left?.lastAction ?? null;
    if (!known && left?.unasked) this.#unasked.add(key);
    // The icon of a page is not that of the next one.
    const icon = known && originOf(known.url) === originOf(url) ? known.icon : undefined;
    const place = { browserId, tabId, ...(windowId !== undefined && { windowId }) };
    const more = { ...(isPrivate && { private: true as const }), ...(icon && { icon }) };
    const next: Tab = { ...place, title, url, active, owner, lastAction, ...more };
    if (document === undefined) this.#documents.delete(key);
    else this.#documents.set(key, document);
    if (!known || JSON.stringify(known) !== JSON.stringify(next)) this.#put(next);
    // Its agent has left while no hub could say so.
    if (!known && owner.kind === 'none') this.#options.onOwner?.({ browserId, tabId, wasAgents: true });
  }

  /** The tab that a call made is its asker's, also when the browser has not reported it yet. `tool` is null where a page opened it. */
  claim(agentId: string, browserId: string, reported: ReportedTab, tool: string | null = 'tabs_create'): void {
    const now = this.#options.now();
    const { tabId, title, url, active } = reported;
    const kind = reported.private ? { private: true as const } : {};
    const windowId = windowOf(reported);
    const place = { browserId, tabId, ...(windowId !== undefined && { windowId }) };
    const tab = this.get(browserId, tabId) ?? { ...place, title, url, active, ...kind };
    if (reported.document !== undefined) this.#documents.set(tabKey(browserId, tabId), reported.document);
    const lastAction = tool === null ? null : { tool, at: now };
    if (tool === null) this.#unasked.add(keyOf(tab));
    else this.#unasked.delete(keyOf(tab));
    this.#made.add(keyOf(tab));
    this.#put({ ...tab, owner: { kind: 'agent', agentId, since: now }, lastAction });
  }

  /** Takes the icon of a tab. It is dropped when it is no small PNG, and when the tab shows another site by now. */
  setIcon(browserId: string, { tabId, url, data }: CompanionIcon): void {
    const tab = this.get(browserId, tabId);
    if (!tab || originOf(tab.url) !== originOf(url)) return;
    const { icon: before, ...bare } = tab;
    const icon = data === null ? null : this.icons.keep(data);
    if ((before ?? null) !== icon) this.#put(icon === null ? bare : { ...bare, icon });
  }

  touch(browserId: string, tabId: number, tool: string): void {
    const tab = this.get(browserId, tabId);
    if (!tab) return;
    this.#unasked.delete(keyOf(tab));
    this.#put({ ...tab, lastAction: { tool, at: this.#options.now() } });
  }

  /** A call closed the tab; the browser reports it a little later. */
  closed(browserId: string, tabId: number): void {
    const tab = this.get(browserId, tabId);
    if (tab) this.#close(tab);
  }

  /** Gives the tab to the user. */
  release(browserId: string, tabId: number): void {
    const tab = this.get(browserId, tabId);
    if (!tab || (tab.owner.kind === 'you' && tab.owner.takenFrom === undefined)) return;
    this.#put({ ...tab, owner: { kind: 'you' } });
    this.#options.onEnded(browserId, tabId, false);
  }

  /** Gives the tab to the user, who may give it back. */
  takeOver(browserId: string, tabId: number): void {
    const tab = this.get(browserId, tabId);
    if (!tab || tab.owner.kind === 'you') return;
    this.#put({ ...tab, owner: { kind: 'you', takenFrom: tab.owner.agentId, since: this.#options.now() } });
    this.#options.onEnded(browserId, tabId, false);
  }

  /** The user gives the tab to an agent. */
  giveTo(agentId: string, browserId: string, tabId: number): void {
    const tab = this.get(browserId, tabId);
    if (!tab || isOwner(tab, agentId)) return;
    this.#unasked.delete(keyOf(tab));
    this.#made.delete(keyOf(tab));
    this.#put({ ...tab, owner: { kind: 'agent', agentId, since: this.#options.now() } });
    this.#options.onEnded(browserId, tabId, false);
  }

  /** Those that this agent had when it left for good, and whether each came by it, not by the user. */
  leftBy(agentId: string): { readonly tab: Tab; readonly isMade: boolean }[] {
    const left = this.orphans().filter(({ owner }) => owner.kind === 'none' && owner.agentId === agentId);
    return left.map(tab => ({ tab, isMade: this.#made.has(keyOf(tab)) }));
  }

  /** Those whose agents left for good. */
  orphans(): Tab[] {
    return [...this.#tabs.values()].filter(({ owner }) => owner.kind === 'none');
  }

  /** The agent left for good: its tabs stay open without an owner. */
  orphan(agentId: string): void {
    const owner = { kind: 'none' as const, agentId, since: this.#options.now() };
    for (const tab of this.ownedBy(agentId)) this.#put({ ...tab, owner });
    this.#kept.orphan(agentId, owner);
  }

  /** The user took its approval back: what was left of its tabs is nobody's either. */
  browserRemoved(browserId: string): void {
    this.forgetBrowser(browserId);
    this.#kept.removeBrowser(browserId);
    this.#options.onProven?.(browserId, null, []);
  }

  /** A browser that is gone for good takes its tabs along. */
  forgetBrowser(browserId: string): void {
    for (const tab of [...this.#tabs.values()]) if (tab.browserId === browserId) this.#close(tab);
  }

  #put(tab: Tab): void {
    const key = keyOf(tab);
    if (tab.owner.kind === 'you') this.#made.delete(key);
    const before = this.#tabs.get(key);
    this.#tabs.set(key, tab);
    this.#options.state.set('tabs', key, tab);
    this.#kept.keep(tab, this.#unasked.has(key));
    if (!before || before.owner === tab.owner) return;
    const { browserId, tabId } = tab;
    this.#options.onOwner?.({ browserId, tabId, wasAgents: before.owner.kind === 'agent' });
  }

  #close(tab: Tab): void {
    const key = keyOf(tab);
    this.#tabs.delete(key);
    this.#unasked.delete(key);
    this.#made.delete(key);
    this.#documents.delete(key);
    this.#kept.forget(tab.browserId, tab.tabId);
    this.#options.state.remove('tabs', key);
    this.#options.onEnded(tab.browserId, tab.tabId, true);
  }
}

function keyOf({ browserId, tabId }: Pick<Tab, 'browserId' | 'tabId'>): string {
  return tabKey(browserId, tabId);
}

/** Browsers count from 1. Those that others' extensions speak for do not tell. */
function windowOf({ windowId }: ReportedTab): number | undefined {
  return windowId > 0 ? windowId : undefined;
}

export function isOwner(tab: Tab, agentId: string): boolean {
  return tab.owner.kind === 'agent' && tab.owner.agentId === agentId;
}
