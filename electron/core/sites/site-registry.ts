// Web origins that call through somebody: an extension that speaks for pages, and later others. Each origin is an agent of its own, so that
// its grants, limits and trace are its own too. The only writer of these agents.
import { fileOrigin, siteClientId, siteOf } from '../../../contract/sites.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { Subject } from '../../../contract/schemas/permissions.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';

/** Who speaks for origins: one connection, which vouches for the origins that it names. */
export interface SitesVia {
  /** Tells it from every other connection, over reconnects too. */
  readonly id: string;
  /** As a person reads it, such as `Harbor in Firefox`. */
  readonly name: string;
  /** How its pages come. */
  readonly transport: 'harbor' | 'page';
}

export interface Site {
  readonly origin: string;
  readonly subject: Subject;
  readonly agentId: string;
}

export interface SiteRegistryOptions {
  readonly agents: Pick<AgentRegistry, 'connect' | 'introduce' | 'left' | 'get' | 'expect'>;
  readonly clients: Pick<ClientRegistry, 'get' | 'seen'>;
}

/** Of one connection: a page can open as many origins as it has names. */
const maxOrigins = 200;

export class SiteRegistry {
  readonly #options: SiteRegistryOptions;
  /** By connection, then by origin; that which was used last stands last. */
  readonly #sites = new Map<string, Map<string, Site>>();

  constructor(options: SiteRegistryOptions) {
    this.#options = options;
  }

  /**
   * The agent of this origin on this connection, which comes when it is asked for first. Throws ERR_INVALID_ARGUMENTS for what is no web
   * origin, and ERR_PERMISSION_DENIED once the user has shut these pages out.
   */
  arrive(text: string, via: SitesVia): Site {
    // Of files a browser tells that they are some; nobody else may say so.
    const origin = via.transport === 'page' && text === fileOrigin ? fileOrigin : webOrigin(text);
    const own = this.#sites.get(via.id) ?? new Map<string, Site>();
    this.#sites.set(via.id, own);
    const known = own.get(origin);
    const isHere = known && this.#options.agents.get(known.agentId)?.state.kind === 'connected';
    const site = isHere ? known : this.#connect(origin, via, own);
    own.delete(origin);
    own.set(origin, site);
    this.#forgetOldest(own);
    return site;
  }

  /** The agent as it is now, for the router. */
  agentOf(site: Site): Agent {
    return this.#options.agents.expect(site.agentId);
  }

  /** Whoever spoke for them is gone. */
  left(via: SitesVia, reason: Reason): void {
    const own = this.#sites.get(via.id);
    this.#sites.delete(via.id);
    for (const site of own?.values() ?? []) this.#options.agents.left(site.agentId, reason);
  }

  /** No page of that origin is there any more. */
  originLeft(origin: string, via: SitesVia, reason: Reason): void {
    const own = this.#sites.get(via.id);
    const site = own?.get(origin);
    if (!site) return;
    own?.delete(origin);
    if (own?.size === 0) this.#sites.delete(via.id);
    this.#options.agents.left(site.agentId, reason);
  }

  #connect(origin: string, via: SitesVia, own: Map<string, Site>): Site {
    const { agents, clients } = this.#options;
    const name = `${new URL(origin).host || origin} (${via.name})`;
    const { id: agentId } = agents.connect({
      client: this.#client(),
      name,
      instance: `${via.id} ${origin}`,
      transport: via.transport,
      program: null,
      origin,
      // The page goes on where it is; its next call comes as a new agent, if the user still lets it.
      disconnect: () => own.delete(origin),
    });
    clients.seen(siteClientId);
    agents.introduce(agentId, name, '', null);
    return { origin, subject: { kind: 'origin', id: origin }, agentId };
  }

  #client(): Client {
    const client = this.#options.clients.get(siteClientId);
    if (client && client.admitted !== false) return client;
    throw hubError('ERR_PERMISSION_DENIED', { kind: 'sites-shut-out' });
  }

  #forgetOldest(own: Map<string, Site>): void {
    const [oldest] = own.values();
    if (own.size <= maxOrigins || !oldest) return;
    own.delete(oldest.origin);
    this.#options.agents.left(oldest.agentId, { kind: 'left-by-itself' }, false);
  }
}

/** The one form of an origin. Throws ERR_INVALID_ARGUMENTS for every other text: a wildcard is no origin, nor is an address with a path. */
export function webOrigin(text: string): string {
  const origin = /^https?:\/\//i.test(text) && text.length <= maxOriginChars ? siteOf(text) : null;
  if (origin !== null && !origin.includes('*')) return origin;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-web-origin', found: JSON.stringify(text.slice(0, 120)) });
}

const maxOriginChars = 300;
