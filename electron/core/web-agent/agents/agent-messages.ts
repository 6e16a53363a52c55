// Messages between agents, and broadcasts to those who subscribed to their type. A recipient is told nothing but what the sender wrote.
import { pageNews } from '../../../../contract/web-agent.ts';
import { use } from '../carry-out.ts';
import { PageFault } from '../page-fault.ts';
import { bookOf, expectGranted, pageStanding } from '../page-standing.ts';
import { agentBounds, bytesOf, expectPayload } from './agent-bounds.ts';
import { isPageServed, isServed } from './agent-served.ts';
import { MessageBudget } from './message-budget.ts';
import type { Page } from '../page.ts';
import type { PageAsked } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { AgentDirectory } from './agent-directory.ts';
import type { PageAgent } from './page-agent.ts';

/** Those who get one broadcast. */
const maxRecipients = 200;

export interface Delivery {
  readonly delivered: boolean;
  readonly error?: string;
}

export class AgentMessages {
  readonly #services: PageServices;
  readonly #directory: AgentDirectory;
  readonly #budget: MessageBudget;
  /** By document. */
  readonly #subscribed = new Map<string, { readonly page: Page; readonly types: Set<string> }>();
  #lastId = 0;

  constructor(services: PageServices, directory: AgentDirectory) {
    this.#services = services;
    this.#directory = directory;
    this.#budget = new MessageBudget(() => services.platform.now());
  }

  async send(asked: PageAsked, from: PageAgent, agent: PageAgent, payload: unknown): Promise<Delivery> {
    const { page } = asked;
    expectPayload(payload, 'The message');
    if (!isServed(this.#services, agent) || !agent.page.isHere) return undelivered('Its page is not open any more.');
    if (!agent.acceptsMessages) return undelivered(`The agent ${agent.name} does not accept messages.`);
    const deliver = () => {
      this.#pay(page, 1, bytesOf(payload));
      const timestamp = this.#services.platform.now();
      this.#lastId += 1;
      const message = { id: `msg-${timestamp}-${this.#lastId}`, from: from.id, to: agent.id, type: 'event' };
      agent.page.tell(
        pageNews.agentEvent,
        { type: 'message', message: { ...message, payload, timestamp } },
        asked.request.seq,
      );
      from.usage.messagesSent += 1;
      this.#directory.active(from);
      return { delivered: true };
    };
    if (agent.page.origin === page.origin) return deliver();
    expectGranted(bookOf(this.#services), page, ['agents:crossOrigin']);
    const about = { scope: 'agents:crossOrigin', site: agent.page.origin } as const;
    return use(this.#services, asked, about, async expectAllowed => {
      expectAllowed();
      return deliver();
    });
  }

  /** Throws ERR_RATE_LIMITED where the page has as many as are kept. */
  subscribe({ document }: Page, type: string): void {
    const { types } = this.#subscribed.get(document.key) ?? { types: new Set<string>() };
    if (!types.has(type) && types.size >= agentBounds.subscriptions)
      throw new PageFault(
        'ERR_RATE_LIMITED',
        `This page has subscribed to ${types.size} types of events; unsubscribe some.`,
      );
    types.add(type);
    this.#subscribed.set(document.key, { page: document, types });
  }

  unsubscribe({ key }: Page, type: string): void {
    const own = this.#subscribed.get(key);
    own?.types.delete(type);
    if (own?.types.size === 0) this.#subscribed.delete(key);
  }

  broadcast(asked: PageAsked, from: PageAgent, type: string, data: unknown): { delivered: number; failed: number } {
    const { page } = asked;
    expectPayload(data, 'The data of the broadcast');
    const all = [...this.#subscribed.values()].filter(one => this.#hears(asked, one, type));
    const wanted = all.slice(0, maxRecipients);
    // One that nobody hears costs as one that somebody does.
    const recipients = wanted.slice(0, this.#pay(page, Math.max(1, wanted.length), bytesOf(data)));
    const broadcast = { type, data, source: from.id, timestamp: this.#services.platform.now() };
    for (const { page: other } of recipients)
      other.tell(pageNews.agentEvent, { type: 'broadcast', broadcast }, asked.request.seq);
    from.usage.messagesSent += 1;
    this.#directory.active(from);
    return { delivered: recipients.length, failed: all.length - recipients.length };
  }

  gone({ key }: Page): void {
    this.#subscribed.delete(key);
    this.#budget.gone(key);
  }

  /** Pages of other sites only where the sender may reach them, and they have an agent that takes messages. */
  #hears(
    { page }: PageAsked,
    { page: other, types }: { page: Page; types: ReadonlySet<string> },
    type: string,
  ): boolean {
    if (!types.has(type) || other.key === page.key || !other.isHere) return false;
    if (other.tab.browserId !== page.tab.browserId || !isPageServed(this.#services, other, 'agents:message'))
      return false;
    if (other.origin === page.origin) return true;
    const mayReach = [page, ...page.work.callers].every(
      one => pageStanding(bookOf(this.#services), one, 'agents:crossOrigin') === 'granted',
    );
    return mayReach && this.#directory.ofPage(other).some(({ acceptsMessages }) => acceptsMessages);
  }

  /** How many of them it has paid for. */
  #pay(page: Page, messages: number, bytes: number): number {
    const paid = this.#budget.take(page, messages, bytes);
    if (paid > 0) return paid;
    throw new PageFault(
      'ERR_RATE_LIMITED',
      'This page writes to other agents faster than they are served; wait a little.',
    );
  }
}

function undelivered(error: string): Delivery {
  return { delivered: false, error };
}
