// The user's standing answers. The only writer of grants; an answer is on disk before it takes effect.
import { HubError } from '../../../contract/errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import { ruleOf } from './rule.ts';
import { RuleIndex } from './rule-index.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { GrantsTable, StoredGrant } from '../store/grants-table.ts';
import type { Rule } from './rule.ts';
import type { Rules } from './rule-index.ts';

export type NewGrant = Omit<Grant, 'id' | 'createdAt' | 'expiresAt' | 'uses' | 'lastUsedAt'>;

export interface GrantRegistryOptions {
  readonly state: StateWriter;
  readonly rows: readonly StoredGrant[];
  /** The highest id that was ever given. */
  readonly lastId: number;
  readonly persist: Pick<GrantsTable, 'add' | 'used' | 'remove' | 'ended'>;
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets, as performance.now: what ends after a time does so by either clock. */
  readonly monotonic: () => number;
  /** The mark of a browser's run, by which its tabs are known again; without one a grant of a tab ends with this run of the hub. */
  readonly runOf?: (browserId: string) => string | null;
  /** Grants came or went: what waits for an answer may have one now. */
  readonly onChanged?: () => void;
}

/** The longest that a timer can be set to. */
const maxTimerMs = 2 ** 31 - 1;
/** Spec 003 "Grant Types": ALLOW_ONCE ends after 10 minutes or when the tab closes. */
const onceMs = 10 * 60_000;

export class GrantRegistry {
  readonly #options: GrantRegistryOptions;
  readonly #grants = new Map<string, { grant: Grant; readonly rule: Rule }>();
  readonly #index = new RuleIndex();
  /** Of an earlier run, about tabs that nobody has told of yet: they speak of nothing until their browser does. */
  readonly #unproven = new Map<string, StoredGrant>();
  /** By id, on the monotonic clock. The other one may be set back. */
  readonly #ends = new Map<string, number>();
  #lastId: number;
  #nextEnd: NodeJS.Timeout | undefined;

  constructor(options: GrantRegistryOptions) {
    this.#options = options;
    for (const row of options.rows) this.#restore(row);
    this.#lastId = Math.max(options.lastId, ...options.rows.map(grant => Number(grant.id) || 0));
    this.#awaitEnd();
  }

  all(): readonly Grant[] {
    return [...this.#grants.values()].map(({ grant }) => grant);
  }

  /** The same as rules, for the decision. */
  get rules(): Rules {
    return this.#index;
  }

  async add(grant: NewGrant): Promise<Grant> {
    const [added] = await this.addAll([grant]);
    if (!added) throw new HubError('ERR_INTERNAL', 'A grant was added and is not there.');
    return added;
  }

  /** All of them or none. */
  async addAll(grants: readonly NewGrant[]): Promise<Grant[]> {
    const createdAt = this.#options.now();
    const whole = grants.map((grant): Grant => {
      this.#lastId += 1;
      const expiresAt = grant.lifetime === 'once' ? createdAt + onceMs : null;
      return { ...grant, id: String(this.#lastId), createdAt, expiresAt, uses: 0, lastUsedAt: null };
    });
    const lasting = whole.flatMap(grant => this.#stored(grant) ?? []);
    // An id stands in the audit for ever, also that of a grant which ends with this run.
    if (whole.length > 0) await this.#options.persist.add(lasting, this.#lastId);
    for (const grant of whole) this.#put(grant);
    this.#awaitEnd();
    this.#options.onChanged?.();
    return whole;
  }

  used(id: string): void {
    const known = this.#grants.get(id);
    if (!known) return;
    known.grant = { ...known.grant, uses: known.grant.uses + 1, lastUsedAt: this.#options.now() };
    const { uses, lastUsedAt, lifetime } = known.grant;
    this.#options.state.set('grants', id, known.grant);
    if (lifetime !== 'lock' && lastUsedAt !== null) this.#options.persist.used(id, uses, lastUsedAt);
  }

  /** Rejects with ERR_INVALID_ARGUMENTS when it has ended already, or never was. */
  async revoke(id: string): Promise<void> {
    if (!this.#grants.has(id)) throw hubError('ERR_INVALID_ARGUMENTS', this.#whyNone(id));
    await this.#remove(id);
  }

  /** Ids are given out one after the other, so those up to the last one have been. */
  #whyNone(id: string): Reason {
    const wasThere = /^[1-9]\d*$/.test(id) && Number(id) <= this.#lastId;
    return { kind: wasThere ? 'grant-ended' : 'no-grant', grant: id };
  }

  /** It speaks of these tools alone from here on, which have to be some of its own; all else of it stays as it is. */
  async narrow(id: string, tools: readonly string[]): Promise<void> {
    const known = this.#grants.get(id);
    if (!known) throw hubError('ERR_INVALID_ARGUMENTS', this.#whyNone(id));
    const kept = known.grant.tools?.filter(tool => tools.includes(tool)) ?? null;
    if (kept === null || kept.length === known.grant.tools?.length) return;
    const grant = { ...known.grant, tools: kept };
    const stored = this.#stored(grant);
    // What it does not speak of any more holds no longer while that is written.
    this.#index.remove(known.rule);
    this.#put(grant);
    if (stored) await this.#options.persist.add([stored], this.#lastId);
    this.#options.onChanged?.();
  }

  async revokeClient(clientId: string): Promise<void> {
    await this.#revokeWhere(({ subject }) => subject.kind === 'client' && subject.id === clientId);
  }

  /** What any hub was allowed: in another fleet its name may be another's. What was denied stays denied. */
  async revokeHubs(): Promise<void> {
    await this.#revokeWhere(({ subject, effect }) => subject.kind === 'hub' && effect === 'allow');
  }

  /** A removed server's id is free for another command, which must not come into what was granted to this one. */
  async revokeServer(serverId: string): Promise<void> {
    await this.#revokeWhere(({ resource }) => resource.kind === 'server' && resource.serverId === serverId);
  }

  /** A forgotten plugin that registers again is asked about anew. */
  async revokePlugin(pluginId: string): Promise<void> {
    await this.#revokeWhere(({ resource }) => resource.kind === 'plugin' && resource.pluginId === pluginId);
  }

  /** Of pages of a web origin that the user wants nothing of any more. What was denied to it stays denied, unless `denials` go too. */
  async revokeOrigin(origin: string, denials: boolean): Promise<void> {
    await this.#revokeWhere(
      ({ subject, effect }) => subject.kind === 'origin' && subject.id === origin && (denials || effect === 'allow'),
    );
  }

  /**
   * The browser told of all its tabs for the first time since the hub started: what an earlier run granted about those that are still
   * there goes on, the rest has ended. `runId` is null where nothing marks the browser's run.
   */
  tabsProven(browserId: string, runId: string | null, tabIds: readonly number[]): void {
    const ofBrowser = [...this.#unproven.values()].filter(grant => tabOf(grant)?.browserId === browserId);
    for (const { tabRun, ...grant } of ofBrowser) {
      this.#unproven.delete(grant.id);
      const tab = tabOf(grant);
      const isThere = tabRun !== undefined && tabRun === runId && tab !== null && tabIds.includes(tab.tabId);
      if (isThere && !this.#isOver(grant)) this.#put(grant);
      else this.#drop(grant.id);
    }
    this.#awaitEnd();
    if (ofBrowser.length > 0) this.#options.onChanged?.();
  }

  /** Without `isClosed` it has another owner: that is nothing to the page in it, which keeps what its origin was allowed there. */
  tabEnded(browserId: string, tabId: number, isClosed = true): void {
    this.#dropWhere(grant => {
      const tab = tabOf(grant);
      const isOfPage = grant.subject.kind === 'origin' && grant.resource.kind !== 'tab';
      return tab?.browserId === browserId && tab.tabId === tabId && (isClosed || !isOfPage);
    });
  }

  /** The tab shows documents of those origins now, or of none: what pages of others were allowed in it for now has ended. */
  tabShows(browserId: string, tabId: number, origins: readonly string[]): void {
    this.#dropWhere(
      ({ tab, subject, lifetime }) =>
        subject.kind === 'origin' &&
        lifetime === 'once' &&
        tab?.browserId === browserId &&
        tab.tabId === tabId &&
        !origins.includes(subject.id),
    );
  }

  /** What pages and frames were allowed in these tabs for now has ended; what was denied to them stays denied. */
  onceOver(tabs: readonly { readonly browserId: string; readonly tabId: number }[]): void {
    this.#dropWhere(
      ({ tab, subject, lifetime, effect }) =>
        subject.kind === 'origin' &&
        lifetime === 'once' &&
        effect === 'allow' &&
        tabs.some(({ browserId, tabId }) => tab?.browserId === browserId && tab.tabId === tabId),
    );
  }

  /** From here on, before any of it is written, a client has of its grants these alone. */
  clientKeeps(clientId: string, isKept: (grant: Grant) => boolean): void {
    this.#dropWhere(grant => grant.subject.kind === 'client' && grant.subject.id === clientId && !isKept(grant));
  }

  agentLeft(agentId: string): void {
    this.#dropWhere(grant => grant.agentId === agentId);
  }

  /** Of agents that nobody knows any more: they left while no hub ran. */
  expectAgents(isKnown: (agentId: string) => boolean): void {
    this.#dropWhere(({ agentId }) => agentId !== null && !isKnown(agentId));
  }

  screenLocked(): void {
    this.#dropWhere(({ lifetime }) => lifetime === 'lock');
  }

  /** Takes away what has run out; the decision checks the user's clock itself. Asked for by readers too, because a timer may be late after a sleep. */
  sweep(): void {
    this.#dropWhere(grant => this.#isOver(grant));
    this.#awaitEnd();
  }

  stop(): void {
    clearTimeout(this.#nextEnd);
  }

  #awaitEnd(): void {
    clearTimeout(this.#nextEnd);
    const [now, monotonic] = [this.#options.now(), this.#options.monotonic()];
    const rests = this.all().flatMap(({ id, expiresAt }) =>
      expiresAt === null ? [] : [expiresAt - now, this.#endOf(id) - monotonic],
    );
    if (rests.length === 0) return;
    const rest = Math.min(...rests);
    this.#nextEnd = setTimeout(() => this.sweep(), Math.min(Math.max(1, rest), maxTimerMs));
    this.#nextEnd.unref();
  }

  async #revokeWhere(ends: (grant: Grant) => boolean): Promise<void> {
    // Meanwhile one may end by itself, or be proven: each is looked for again when its turn comes.
    for (const { id } of [...this.all(), ...this.#unproven.values()].filter(ends))
      if (this.#grants.has(id) || this.#unproven.has(id)) await this.#remove(id);
  }

  async #remove(id: string): Promise<void> {
    await this.#options.persist.remove(id);
    this.#unproven.delete(id);
    const wasHeld = this.#grants.has(id);
    this.#forget(id);
    if (wasHeld) this.#options.onChanged?.();
  }

  #dropWhere(ends: (grant: Grant) => boolean): void {
    const ended = this.all().filter(ends);
    for (const { id } of ended) this.#drop(id);
    if (ended.length > 0) this.#options.onChanged?.();
    for (const { id } of [...this.#unproven.values()].filter(ends)) this.#drop(id);
  }

  #isOver({ id, expiresAt }: Grant): boolean {
    if (expiresAt === null) return false;
    return expiresAt <= this.#options.now() || this.#endOf(id) <= this.#options.monotonic();
  }

  #endOf(id: string): number {
    return this.#ends.get(id) ?? Number.POSITIVE_INFINITY;
  }

  #noteEnd({ id, expiresAt }: Grant): void {
    if (expiresAt === null || this.#ends.has(id)) return;
    this.#ends.set(id, this.#options.monotonic() + expiresAt - this.#options.now());
  }

  /** As the disk has it; null for one that ends with this run of the hub. */
  #stored(grant: Grant): StoredGrant | null {
    if (grant.lifetime === 'lock') return null;
    // Spec 003 "Grant Types": what a page was allowed once is in memory alone.
    if (isOncePage(grant)) return null;
    const tab = tabOf(grant);
    if (tab === null) return grant;
    const tabRun = this.#options.runOf?.(tab.browserId) ?? null;
    return tabRun === null ? null : { ...grant, tabRun };
  }

  /** Of an earlier run. One whose time has passed meanwhile is over, also where the clock was set back before it was given. */
  #restore(row: StoredGrant): void {
    const { tabRun: _, ...grant } = row;
    const isYounger = grant.expiresAt !== null && grant.createdAt > this.#options.now();
    if (this.#isOver(grant) || isYounger) this.#options.persist.ended(grant.id);
    else if (tabOf(grant) === null) this.#put(grant);
    else {
      this.#unproven.set(grant.id, row);
      this.#noteEnd(grant);
    }
  }

  #put(grant: Grant): void {
    const rule = ruleOf(grant);
    this.#noteEnd(grant);
    this.#grants.set(grant.id, { grant, rule });
    this.#index.add(rule);
    this.#options.state.set('grants', grant.id, grant);
  }

  #drop(id: string): void {
    this.#unproven.delete(id);
    this.#options.persist.ended(id);
    this.#forget(id);
  }

  #forget(id: string): void {
    this.#ends.delete(id);
    const known = this.#grants.get(id);
    if (!known) return;
    this.#index.remove(known.rule);
    this.#grants.delete(id);
    this.#options.state.remove('grants', id);
  }
}

function isOncePage({ subject, lifetime, via }: Grant): boolean {
  return subject.kind === 'origin' && lifetime === 'once' && via === undefined;
}

/** The tab with which it ends. A number that was a tab's may become another one's: what was said of the tab itself ends with it too. */
function tabOf({ tab, resource }: Grant): Grant['tab'] {
  return tab ?? (resource.kind === 'tab' ? { browserId: resource.browserId, tabId: resource.tabId } : null);
}
