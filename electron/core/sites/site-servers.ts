// MCP servers that pages have brought: whose site they are for, whether the user has opened them to agents, and which addresses the user has
// approved for a site. Kept in one setting, so that none outlives its page by a kill of the hub. The only writer of it.
import { SiteServersSchema } from '../../../contract/schemas/site-servers.ts';
import { siteClientId } from '../../../contract/sites.ts';
import type { KeptSiteServer } from '../../../contract/schemas/site-servers.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const key = 'siteServers';
/** Addresses that were approved or opened are remembered up to so many; the oldest are decided about again. */
const maxAddresses = 500;

/** By site and hash; the one that was decided about last stands last. */
type Addresses = Map<string, { readonly origin: string; readonly hash: string }>;

/** Who wants to use one: an agent, as far as that decides it. */
export interface SiteServerUser {
  readonly clientId: string | null;
  readonly origin?: string | undefined;
  readonly transport?: string | undefined;
}

/** Whether what a site brought is there for this asker: a page of that very site, as our own companion vouches. */
export function isOfSite(origin: string, { clientId, origin: own, transport }: SiteServerUser): boolean {
  return clientId === siteClientId && own === origin && transport !== 'harbor';
}

export interface SiteServersOptions {
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  /** One came, went, or was opened or closed. */
  readonly onChanged: (serverId: string) => void;
}

export class SiteServers {
  readonly #options: SiteServersOptions;
  readonly #servers = new Map<string, KeptSiteServer>();
  readonly #approved: Addresses = new Map();
  /** Those that the user has opened to agents. */
  readonly #opened: Addresses = new Map();
  /** By server, while its page registers it: the trace entry of what the page asked. */
  readonly #causes = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SiteServersOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const kept = await this.#options.settings.get(key, SiteServersSchema);
    for (const server of kept?.servers ?? []) this.#servers.set(server.serverId, server);
    for (const { origin, hash } of kept?.approved ?? []) this.#approved.set(`${origin} ${hash}`, { origin, hash });
    for (const { origin, hash } of kept?.opened ?? []) this.#opened.set(`${origin} ${hash}`, { origin, hash });
  }

  of(serverId: string): KeptSiteServer | null {
    return this.#servers.get(serverId) ?? null;
  }

  /** The one site that may use it; null for every server that is there for agents. */
  siteOf(serverId: string): string | null {
    const server = this.#servers.get(serverId);
    return server && !server.open ? server.origin : null;
  }

  all(): readonly KeptSiteServer[] {
    return [...this.#servers.values()];
  }

  /** Rejects where it cannot be kept: then nobody may add that server, which would stay for ever. */
  async put(server: KeptSiteServer): Promise<void> {
    const before = this.#servers.get(server.serverId);
    this.#servers.set(server.serverId, server);
    this.#options.onChanged(server.serverId);
    try {
      await this.#write();
    } catch (error) {
      if (this.#servers.get(server.serverId) === server) {
        if (before) this.#servers.set(server.serverId, before);
        else this.#servers.delete(server.serverId);
      }
      throw error;
    }
  }

  /** Its id is free for another server. */
  async forget(serverId: string): Promise<void> {
    if (!this.#servers.delete(serverId)) return;
    this.#options.onChanged(serverId);
    await this.#write();
  }

  /**
   * The user offers it to agents, or to its site alone again. That holds for its address, of which `hash` is the `approvalHash`, also when a
   * page of its site brings it again. False for a server of no page.
   */
  async open(serverId: string, open: boolean, hash: string): Promise<boolean> {
    const server = this.#servers.get(serverId);
    if (!server) return false;
    const { origin } = server;
    this.#opened.delete(`${origin} ${hash}`);
    if (open) remember(this.#opened, origin, hash);
    await this.put({ ...server, open });
    return true;
  }

  /** Whether the user has opened that address of the site to agents. */
  isOpened(origin: string, hash: string): boolean {
    return this.#opened.has(`${origin} ${hash}`);
  }

  /** What the hub asks of the server belongs to this entry of the trace, until null is said. */
  causedBy(serverId: string, seq: number | null): void {
    if (seq === null) this.#causes.delete(serverId);
    else this.#causes.set(serverId, seq);
  }

  causeOf(serverId: string): number | null {
    return this.#causes.get(serverId) ?? null;
  }

  isApproved(origin: string, hash: string): boolean {
    return this.#approved.has(`${origin} ${hash}`);
  }

  async approved(origin: string, hash: string): Promise<void> {
    remember(this.#approved, origin, hash);
    await this.#write();
  }

  /** The user wants nothing of this site any more: its addresses are asked about again, and opened to nobody. */
  async forgetSite(origin: string): Promise<void> {
    let some = false;
    for (const addresses of [this.#approved, this.#opened])
      for (const [each, { origin: own }] of [...addresses]) if (own === origin) some = addresses.delete(each) || some;
    if (some) await this.#write();
  }

  #write(): Promise<void> {
    const written = this.#writing.then(() =>
      this.#options.settings.set(key, {
        servers: this.all(),
        approved: [...this.#approved.values()],
        opened: [...this.#opened.values()],
      }),
    );
    this.#writing = written.catch(() => {});
    return written;
  }
}

function remember(addresses: Addresses, origin: string, hash: string): void {
  addresses.delete(`${origin} ${hash}`);
  addresses.set(`${origin} ${hash}`, { origin, hash });
  for (const oldest of addresses.keys()) {
    if (addresses.size <= maxAddresses) break;
    addresses.delete(oldest);
  }
}
