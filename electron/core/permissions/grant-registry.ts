// The user's standing answers. The only writer of grants; an answer is on disk before it takes effect.
import { HubError } from '../../contract/errors.ts';
import type { Grant } from '../../contract/permissions.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { GrantsTable } from '../store/grants-table.ts';

export interface GrantRegistryOptions {
  readonly state: StateWriter;
  readonly rows: readonly Grant[];
  readonly persist: Pick<GrantsTable, 'put' | 'used' | 'remove'>;
  readonly now: () => number;
}

/** Spec 003 "Grant Types": ALLOW_ONCE ends after 10 minutes or when the tab closes. */
const onceMs = 10 * 60_000;

export class GrantRegistry {
  readonly #options: GrantRegistryOptions;
  readonly #grants = new Map<string, Grant>();
  #nextId: number;

  constructor(options: GrantRegistryOptions) {
    this.#options = options;
    for (const grant of options.rows) this.#put(grant);
    this.#nextId = 1 + Math.max(0, ...options.rows.map(grant => Number(grant.id) || 0));
  }

  all(): readonly Grant[] {
    return [...this.#grants.values()];
  }

  async add(grant: Omit<Grant, 'id' | 'createdAt' | 'expiresAt' | 'uses' | 'lastUsedAt'>): Promise<Grant> {
    const createdAt = this.#options.now();
    const expiresAt = grant.lifetime === 'once' ? createdAt + onceMs : null;
    const whole: Grant = { ...grant, id: String(this.#nextId++), createdAt, expiresAt, uses: 0, lastUsedAt: null };
    if (whole.lifetime === 'always') await this.#options.persist.put(whole);
    this.#put(whole);
    return whole;
  }

  used(id: string): void {
    const grant = this.#grants.get(id);
    if (!grant) return;
    const used = { ...grant, uses: grant.uses + 1, lastUsedAt: this.#options.now() };
    this.#put(used);
    if (used.lifetime === 'always') this.#options.persist.used(id, used.uses, used.lastUsedAt);
  }

  async revoke(id: string): Promise<void> {
    if (!this.#grants.has(id))
      throw new HubError('ERR_INVALID_ARGUMENTS', `There is no grant ${JSON.stringify(id)}; it has ended already.`);
    await this.#options.persist.remove(id);
    this.#drop(id);
  }

  async revokeClient(clientId: string): Promise<void> {
    await this.#revokeWhere(grant => grant.clientId === clientId);
  }

  /** A removed server's id is free for another command, which must not come into what was granted to this one. */
  async revokeServer(serverId: string): Promise<void> {
    await this.#revokeWhere(({ resource }) => resource.kind === 'server' && resource.serverId === serverId);
  }

  tabClosed(browserId: string, tabId: number): void {
    this.#dropWhere(grant => grant.tab?.browserId === browserId && grant.tab.tabId === tabId);
  }

  agentLeft(agentId: string): void {
    this.#dropWhere(grant => grant.agentId === agentId);
  }

  /** Takes away what has run out, so that the panel does not show it. The decision checks the time itself. */
  sweep(): void {
    const now = this.#options.now();
    this.#dropWhere(grant => grant.expiresAt !== null && grant.expiresAt <= now);
  }

  async #revokeWhere(ends: (grant: Grant) => boolean): Promise<void> {
    for (const grant of this.all()) if (ends(grant)) await this.revoke(grant.id);
  }

  #dropWhere(ends: (grant: Grant) => boolean): void {
    for (const grant of this.all()) if (ends(grant)) this.#drop(grant.id);
  }

  #put(grant: Grant): void {
    this.#grants.set(grant.id, grant);
    this.#options.state.set('grants', grant.id, grant);
  }

  #drop(id: string): void {
    this.#grants.delete(id);
    this.#options.state.remove('grants', id);
  }
}
