// What the wire knows of servers beyond what they are: under which id the extension knows them, where they came from, when they connected.
// Kept in one setting; forgotten with the server. The only writer of it.
import { z } from 'zod';
import { HarborServerFactSchema } from '../../../../contract/schemas/harbor-a.ts';
import type { HarborServerFact } from '../../../../contract/schemas/harbor-a.ts';
import type { SettingsTable } from '../../store/settings-table.ts';

const key = 'harborServers';

export class ServerFacts {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly #facts = new Map<string, HarborServerFact>();
  #writing: Promise<void> = Promise.resolve();

  constructor(settings: Pick<SettingsTable, 'get' | 'set'>) {
    this.#settings = settings;
  }

  async load(): Promise<void> {
    const kept = (await this.#settings.get(key, z.record(z.string(), HarborServerFactSchema))) ?? {};
    for (const [id, fact] of Object.entries(kept)) this.#facts.set(id, fact);
  }

  of(serverId: string): HarborServerFact | null {
    return this.#facts.get(serverId) ?? null;
  }

  /** The servers that pages have brought, or were bringing under a name: those may not be there. */
  ofPages(): { readonly serverId: string; readonly adding: string | null }[] {
    return [...this.#facts].flatMap(([serverId, { ofPage, adding = null }]) => (ofPage ? [{ serverId, adding }] : []));
  }

  /** The id by which the extension knows it: that of its catalogue, where it came from there. */
  wireId(serverId: string): string {
    return this.#facts.get(serverId)?.wireId ?? serverId;
  }

  /** The hub's own id for either. */
  serverId(wireId: string): string {
    for (const [serverId, fact] of this.#facts) if (fact.wireId === wireId) return serverId;
    return wireId;
  }

  async set(serverId: string, change: Partial<HarborServerFact>): Promise<void> {
    this.#facts.set(serverId, { ...this.#facts.get(serverId), ...change });
    await this.#write();
  }

  /** Its id is free for another server. */
  async forget(serverId: string): Promise<void> {
    if (this.#facts.delete(serverId)) await this.#write();
  }

  #write(): Promise<void> {
    const written = this.#writing.then(() => this.#settings.set(key, Object.fromEntries(this.#facts)));
    this.#writing = written.catch(() => {});
    return written;
  }
}
