// What becomes of the tabs of an agent that has left for good: they are handed over to the user, or closed where the user has set that.
import type { TabsAtEnd } from '../../../contract/mcp-server.ts';
import type { Agent, Tab } from '../../../contract/schemas/entities.ts';
import type { TabRegistry } from './tab-registry.ts';

export interface TabEndsOptions {
  readonly tabs: Pick<TabRegistry, 'leftBy'>;
  readonly agents: { get(id: string): Agent | null };
  /** The browser hears that these tabs are no agent's any more. */
  readonly handOver: (browserId: string, tabIds: readonly number[]) => void;
  /** Rejects when that cannot be done. */
  readonly close: (tab: Tab) => Promise<unknown>;
  /** Of sessions over HTTP. */
  readonly atEnd: () => TabsAtEnd;
}

/** It went by itself. One that the user ended is left to be looked at, with all that it had open. */
const ownEnds: ReadonlySet<string> = new Set(['left-http', 'left-sse', 'silent-for']);

export class TabEnds {
  readonly #options: TabEndsOptions;

  constructor(options: TabEndsOptions) {
    this.#options = options;
  }

  /**
   * To be called when the tabs have lost their owner. Spec 004 "Session Lifecycle": the server "optionally closes tab group". Never
   * closed are tabs that came from the user, and those that lie in front: somebody may be reading there.
   */
  async agentLeft(agentId: string): Promise<void> {
    const { tabs, agents, close } = this.#options;
    const closes = this.#closes(agents.get(agentId));
    const left = tabs.leftBy(agentId).map(({ tab, isMade }) => ({ tab, goes: closes && isMade && !tab.active }));
    this.#handOver(left.flatMap(({ tab, goes }) => (goes ? [] : [tab])));
    const going = left.flatMap(({ tab, goes }) => (goes ? [tab] : []));
    const ends = await Promise.allSettled(going.map(close));
    this.#handOver(going.filter((_, at) => ends[at]?.status === 'rejected'));
  }

  #closes(agent: Agent | null): boolean {
    if (agent?.state.kind !== 'gone' || !ownEnds.has(agent.state.reason.kind)) return false;
    const isSession = agent.transport === 'http' || agent.transport === 'sse';
    return isSession && this.#options.atEnd() === 'close';
  }

  #handOver(tabs: readonly Tab[]): void {
    for (const browserId of new Set(tabs.map(tab => tab.browserId))) {
      const own = tabs.filter(tab => tab.browserId === browserId);
      this.#options.handOver(
        browserId,
        own.map(({ tabId }) => tabId),
      );
    }
  }
}
