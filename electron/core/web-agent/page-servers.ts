// The MCP servers that documents have brought: each is there as long as its document, no more than fit. Their user approves the address; where
// it cannot be reached, the document may serve the tools that it named by itself.
import { visibleText } from '../../../contract/visible-text.ts';
import { pageAsks, pageServerBounds } from '../../../contract/web-agent.ts';
import { addressConfig } from '../servers/config/address-server.ts';
import { serverIdOf } from '../servers/config/read-servers.ts';
import { PageFault } from './page-fault.ts';
import { denied, expectUsable, failed } from './site-server-start.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { OwnTool } from './own-tools.ts';
import type { Page } from './page.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';
import type { SiteTransport } from './site-address.ts';

export interface WantedSiteServer {
  readonly url: URL;
  readonly name: string;
  readonly transport: SiteTransport;
  /** Those that the page serves by itself where the server cannot be reached. */
  readonly tools: readonly string[];
}

/** `connected`: a server of the hub; else its document serves the tools. */
export interface RegisteredServer {
  readonly id: string;
  readonly address: string;
  readonly connected: boolean;
  readonly tools: readonly OwnTool[];
}

interface Owned {
  readonly page: Page;
  readonly servers: Map<string, RegisteredServer>;
  /** What is being added. */
  adding: number;
  readonly left: AbortController;
}

const maxNameChars = 60;

export class PageServers {
  readonly #services: PageServices;
  readonly #changed: (page: Page) => void;
  /** By document. */
  readonly #owned = new Map<string, Owned>();
  /** Settled when the last one that was wanted is there, or is not. */
  #adding: Promise<unknown> = Promise.resolve();
  /** Removals under way. */
  readonly #ending = new Set<Promise<void>>();

  /** `changed` hears when a document has brought another one, or one of its own is gone. */
  constructor(services: PageServices, changed: (page: Page) => void) {
    this.#services = services;
    this.#changed = changed;
  }

  /** Rejects with ERR_MCP_REGISTER, whose details have the reason, and with what the gates say. */
  async register(asked: PageAsked, wanted: WantedSiteServer, expectAllowed: () => void): Promise<RegisteredServer> {
    const { page } = asked;
    const known = [...(this.#owned.get(page.key)?.servers.values() ?? [])];
    const before = known.find(({ address }) => address === wanted.url.href);
    if (before) return before;
    const owned = this.#expectRoom(page);
    owned.adding += 1;
    try {
      const made = await this.#connect(asked, wanted, owned, expectAllowed).catch((error: unknown) =>
        this.#instead(error, wanted),
      );
      const registered = { ...made, address: wanted.url.href };
      // The document may be gone, or blocked, since.
      if (owned.left.signal.aborted) {
        await this.#end(registered);
        throw owned.left.signal.reason;
      }
      owned.servers.set(registered.id, registered);
      this.#changed(page);
      return registered;
    } finally {
      owned.adding -= 1;
    }
  }

  /** False for what this document did not bring. */
  async unregister(page: Page, id: string): Promise<boolean> {
    const owned = this.#owned.get(page.key);
    const registered = owned?.servers.get(id);
    if (!owned || !registered) return false;
    owned.servers.delete(id);
    this.#changed(page);
    await this.#end(registered);
    return true;
  }

  of(page: Page): readonly RegisteredServer[] {
    return [...(this.#owned.get(page.key)?.servers.values() ?? [])];
  }

  gone(page: Page): void {
    const owned = this.#owned.get(page.key);
    if (!owned) return;
    this.#owned.delete(page.key);
    owned.left.abort(new PageFault('ERR_CANCELLED', 'The page is gone, and with it what it was registering.'));
    for (const registered of owned.servers.values()) void this.#end(registered);
    this.#changed(page);
  }

  /** Resolves when nothing is being removed any more. */
  async settled(): Promise<void> {
    await Promise.all([...this.#ending]);
  }

  #expectRoom(page: Page): Owned {
    const { ofDocument, ofBrowser } = pageServerBounds;
    const owned = this.#owned.get(page.key) ?? { page, servers: new Map(), adding: 0, left: new AbortController() };
    const count = ({ servers, adding }: Owned) => servers.size + adding;
    const inBrowser = [...this.#owned.values()].filter(one => one.page.tab.browserId === page.tab.browserId);
    const all = inBrowser.reduce((sum, one) => sum + count(one), 0);
    if (count(owned) >= ofDocument || all >= ofBrowser)
      throw new PageFault(
        'ERR_RATE_LIMITED',
        `A page has at most ${ofDocument} servers and a browser ${ofBrowser}; unregister one first.`,
      );
    this.#owned.set(page.key, owned);
    return owned;
  }

  async #connect(
    asked: PageAsked,
    wanted: WantedSiteServer,
    { left }: Owned,
    expectAllowed: () => void,
  ): Promise<Omit<RegisteredServer, 'address'>> {
    if (wanted.transport === 'websocket')
      throw failed('Pilothouse reaches MCP servers over SSE and Streamable HTTP, and not over WebSockets.');
    const server = await this.#add(asked.page, wanted);
    const { siteServers } = this.#services;
    siteServers.causedBy(server.id, asked.request.seq);
    try {
      await expectUsable(this.#services, asked, { server, left: left.signal, expectAllowed });
      return { id: server.id, connected: true, tools: [] };
    } catch (error) {
      await this.#remove(server.id);
      throw error;
    } finally {
      siteServers.causedBy(server.id, null);
    }
  }

  /** The page serves by itself what it has named, where the server is out of reach: not where the user did not want it. */
  #instead(error: unknown, { tools, url }: WantedSiteServer): Omit<RegisteredServer, 'address'> {
    const isAway = error instanceof PageFault && error.details?.['reason'] === 'CONNECTION_FAILED';
    if (!isAway || tools.length === 0) throw error;
    const { platform } = this.#services;
    // No server of the hub has such an id.
    const id = `page_${platform.randomBytes(4).toString('hex')}`;
    const own = [...new Set(tools)].map((name): OwnTool => {
      const description = `A tool that ${url.host} carries out in its page.`;
      return {
        id: `${id}/${name}`,
        tool: { name, description, inputSchema: { type: 'object' } },
        ask: pageAsks.websiteTool,
      };
    });
    return { id, connected: false, tools: own };
  }

  /** One after the other: a name is free until the server of that name is there. */
  #add(page: Page, wanted: WantedSiteServer): Promise<Server> {
    const added = this.#adding.then(() => this.#addNow(page, wanted));
    this.#adding = added.catch(() => {});
    return added;
  }

  /** It is recorded before it is added, so that none can stay behind for ever. */
  async #addNow(page: Page, { url, name: wanted, transport }: WantedSiteServer): Promise<Server> {
    const { servers, siteServers } = this.#services;
    const name = this.#freeName(`From ${new URL(page.origin).host}: ${visibleText(wanted)}`);
    const config = addressConfig(name, url.href, transport === 'sse' ? 'sse' : 'http');
    const all = servers.list().map(({ id }) => id);
    const expected = serverIdOf(name, new Set(all));
    await siteServers.put({ serverId: expected, origin: page.origin, open: false, adding: name });
    let id = '';
    try {
      [id = ''] = await servers.changes.addAll([{ name, config }]);
      if (id !== expected) await siteServers.forget(expected);
      await siteServers.put({ serverId: id, origin: page.origin, open: false });
      const server = servers.get(id);
      // No fault of its address: the page must not serve in its place what the user does not want.
      if (!server) throw denied('The user removed this server.');
      return server;
    } catch (error) {
      // The user, or a program, may have given another one that name meanwhile: only what this has added goes.
      if (id !== '') await this.#remove(id);
      if (id !== expected) await siteServers.forget(expected);
      throw error;
    }
  }

  /** Names are for people, and pages may bring the same one twice. */
  #freeName(wanted: string): string {
    const taken = new Set(this.#services.servers.list().map(({ name }) => name.toLowerCase()));
    for (let number = 1; ; number += 1) {
      const tail = number === 1 ? '' : ` ${number}`;
      const free = wanted.slice(0, maxNameChars - tail.length) + tail;
      if (!taken.has(free.toLowerCase())) return free;
    }
  }

  async #end({ id, connected }: RegisteredServer): Promise<void> {
    if (!connected) return;
    const removed = this.#remove(id);
    this.#ending.add(removed);
    await removed;
    this.#ending.delete(removed);
  }

  /** Never rejects: what cannot be removed now goes at the next start of the hub. */
  async #remove(id: string): Promise<void> {
    const { servers, platform } = this.#services;
    if (!servers.get(id)) return;
    await servers.changes.remove(id).catch((error: unknown) => {
      platform.log.warn({ server: id, reason: String(error) }, 'The server of a page that is gone was not removed.');
    });
  }
}
