// In which browser each agent works: where its first call went, or where it, the user or the hub chose since.
import { chosenBy, knowingMoved, movedTo } from './agent-place.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { AgentRecords } from './agent-records.ts';

export interface AgentBrowsersOptions {
  readonly records: AgentRecords;
  readonly now: () => number;
  /** An agent's calls go to another browser from now on. */
  readonly onBrowser?: () => void;
}

export class AgentBrowsers {
  readonly #options: AgentBrowsersOptions;

  constructor(options: AgentBrowsersOptions) {
    this.#options = options;
  }

  /** Its first call went there; whoever chose before stays where that is. */
  bind(id: string, browserId: string): void {
    const { records } = this.#options;
    if (records.get(id)?.agent.browserId === null) records.change(id, agent => ({ ...agent, browserId }));
  }

  /** It has chosen itself, and so knows where it works. */
  choose(id: string, browserId: string): void {
    this.#options.records.change(id, agent => chosenBy(agent, browserId));
    this.#options.onBrowser?.();
  }

  /** Others have chosen for it. `tabs` are the numbers of its tabs elsewhere. */
  move(id: string, browserId: string, by: 'user' | 'away', tabs: readonly number[]): void {
    const since = this.#options.now();
    this.#options.records.change(id, agent => movedTo(agent, browserId, { by, since, tabs }));
    this.#options.onBrowser?.();
  }

  /** The user forgot that browser: whoever worked there works where a new agent would. */
  forgotten(browserId: string, tabsOf: (agentId: string) => readonly number[]): void {
    const { records, now, onBrowser } = this.#options;
    const since = now();
    for (const { agent } of records.all()) {
      if (agent.browserId === browserId)
        records.change(agent.id, known => movedTo(known, null, { by: 'user', since, tabs: tabsOf(agent.id) }));
    }
    onBrowser?.();
  }

  /** It has heard that its browser is away, and where its next call goes. */
  toldAway(id: string, toldAway: NonNullable<Agent['toldAway']>): void {
    this.#options.records.change(id, agent => ({ ...agent, toldAway }));
  }

  /** It has called where it works now, and so knows. */
  knowsMoved(id: string): void {
    this.#options.records.change(id, knowingMoved);
  }
}
