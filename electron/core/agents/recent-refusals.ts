// Why the newest calls of each agent were refused, in the sentences that it was told: for itself alone, while it is here.

export interface RecentRefusal {
  readonly at: number;
  /** As the agent named it. */
  readonly tool: string;
  readonly code: string;
  /** What the agent was told: why, and what helps. */
  readonly sentence: string;
  /** Which permission was lacking, where one was. */
  readonly permission?: unknown;
}

const maxKept = 20;

export class RecentRefusals {
  readonly #now: () => number;
  readonly #byAgent = new Map<string, readonly RecentRefusal[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  note(agentId: string, refusal: Omit<RecentRefusal, 'at'>): void {
    this.#byAgent.set(agentId, [...this.of(agentId).slice(1 - maxKept), { at: this.#now(), ...refusal }]);
  }

  /** Oldest first. */
  of(agentId: string): readonly RecentRefusal[] {
    return this.#byAgent.get(agentId) ?? [];
  }

  forget(agentId: string): void {
    this.#byAgent.delete(agentId);
  }
}
