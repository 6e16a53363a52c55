// The agents that pages have registered. Each belongs to its document and goes with it; its id is told only to those who may see it.
import { PageFault } from '../page-fault.ts';
import { isOwnId, newAgentId } from './agent-id.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { Page } from '../page.ts';
import type { OwnedId } from './agent-id.ts';
import type { AgentFacts, PageAgent } from './page-agent.ts';

const maxAgents = 50;

export interface AgentQuery {
  readonly name: string | undefined;
  /** One of these, where some are named. */
  readonly capabilities: readonly string[];
  readonly tags: readonly string[];
  readonly sameOrigin: boolean;
  readonly crossOrigin: boolean;
}

export class AgentDirectory {
  readonly #platform: Pick<HubPlatform, 'now' | 'randomBytes'>;
  readonly #agents = new Map<string, PageAgent>();
  /** By document, in the order in which they were registered. */
  readonly #own = new Map<string, PageAgent[]>();
  #lastId = 0;

  constructor(platform: Pick<HubPlatform, 'now' | 'randomBytes'>) {
    this.#platform = platform;
  }

  /** Throws ERR_RATE_LIMITED where its document has as many as are kept. */
  register(page: Page, facts: AgentFacts): { readonly agent: PageAgent; readonly secret: string } {
    this.#expectRoom(page);
    this.#lastId += 1;
    const { id, secret } = newAgentId(this.#platform, page, this.#lastId);
    return { agent: this.#add(page, id, facts), secret };
  }

  /**
   * As an earlier hub, or this one by an earlier connection of the document, has registered it. Throws ERR_INVALID_REQUEST where the id is not
   * that of the document's site, or belongs to another document of it.
   */
  registerAgain(page: Page, facts: AgentFacts, owned: OwnedId): PageAgent {
    const { id } = owned;
    const known = this.#agents.get(id);
    const isOwn = isOwnId(page, owned);
    if (isOwn && known?.page.key === page.key) return known;
    if (!isOwn || known?.page.isHere)
      throw new PageFault(
        'ERR_INVALID_REQUEST',
        `The agent ${id.slice(0, 200)} is not one of this page; register it anew.`,
      );
    this.#expectRoom(page);
    if (known) this.unregister(known.page, id);
    return this.#add(page, id, facts);
  }

  /** False where the page has none of that id. */
  unregister(page: Page, id: string): boolean {
    const own = this.ofPage(page);
    if (!own.some(agent => agent.id === id)) return false;
    this.#agents.delete(id);
    this.#keep(
      page,
      own.filter(agent => agent.id !== id),
    );
    return true;
  }

  ofPage({ key }: Page): readonly PageAgent[] {
    return this.#own.get(key) ?? [];
  }

  /** The one that was registered last speaks for its page. Throws ERR_NOT_REGISTERED. */
  speaker(page: Page): PageAgent {
    const speaker = this.ofPage(page).at(-1);
    if (speaker) return speaker;
    throw new PageFault('ERR_NOT_REGISTERED', 'This page has no agent; call agent.agents.register({name}) first.');
  }

  /** In the same browser: another one may be somebody else's. Null for what is not there. */
  find(viewer: Page, id: string): PageAgent | null {
    const agent = this.#agents.get(id);
    return agent && isBeside(agent, viewer) ? agent : null;
  }

  /** Those of the page's origin. */
  ofOrigin(viewer: Page): PageAgent[] {
    return [...this.#agents.values()].filter(
      agent => isBeside(agent, viewer) && agent.page.origin === viewer.origin && agent.page.isHere,
    );
  }

  discover(viewer: Page, { name, capabilities, tags, sameOrigin, crossOrigin }: AgentQuery): PageAgent[] {
    const text = name?.toLowerCase();
    return [...this.#agents.values()].filter(
      agent =>
        isBeside(agent, viewer) &&
        agent.page.isHere &&
        (agent.page.origin === viewer.origin ? sameOrigin : crossOrigin) &&
        (text === undefined || agent.name.toLowerCase().includes(text)) &&
        hasOneOf(agent.capabilities, capabilities) &&
        hasOneOf(agent.tags, tags),
    );
  }

  active(agent: PageAgent): void {
    agent.usage.lastActivityAt = this.#platform.now();
  }

  gone(page: Page): void {
    for (const { id } of this.ofPage(page)) this.#agents.delete(id);
    this.#own.delete(page.key);
  }

  #expectRoom(page: Page): void {
    if (this.ofPage(page).length < maxAgents) return;
    throw new PageFault('ERR_RATE_LIMITED', `This page has registered ${maxAgents} agents; unregister some.`);
  }

  #add(page: Page, id: string, facts: AgentFacts): PageAgent {
    const now = this.#platform.now();
    const counts = { messagesSent: 0, invocationsMade: 0, invocationsReceived: 0 };
    const agent: PageAgent = { id, page, ...facts, usage: { startedAt: now, lastActivityAt: now, ...counts } };
    this.#agents.set(id, agent);
    this.#keep(page, [...this.ofPage(page), agent]);
    return agent;
  }

  #keep({ key }: Page, agents: readonly PageAgent[]): void {
    if (agents.length > 0) this.#own.set(key, [...agents]);
    else this.#own.delete(key);
  }
}

function isBeside({ page }: PageAgent, viewer: Page): boolean {
  return page.tab.browserId === viewer.tab.browserId;
}

function hasOneOf(own: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some(one => own.includes(one));
}
