// The agents that pages have registered. Each belongs to its document and goes with it; its id is told only to those who may see it.
import { PageFault } from '../page-fault.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { Page } from '../page.ts';
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
  register(page: Page, facts: AgentFacts): PageAgent {
    const own = this.ofPage(page);
    if (own.length >= maxAgents)
      throw new PageFault('ERR_RATE_LIMITED', `This page has registered ${maxAgents} agents; unregister some.`);
    this.#lastId += 1;
    const now = this.#platform.now();
    const id = `agent-${now}-${this.#lastId}-${this.#platform.randomBytes(6).toString('hex')}`;
    const counts = { messagesSent: 0, invocationsMade: 0, invocationsReceived: 0 };
    const agent: PageAgent = { id, page, ...facts, usage: { startedAt: now, lastActivityAt: now, ...counts } };
    this.#agents.set(id, agent);
    this.#own.set(page.key, [...own, agent]);
    return agent;
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
