// What is counted of each agent's calls, and how long they took.
import type { Agent, AgentFigures } from '../../../contract/schemas/entities.ts';
import type { Outcome } from '../../../contract/schemas/trace.ts';
import type { AgentRecords } from './agent-records.ts';

export interface AgentCallsOptions {
  readonly records: AgentRecords;
  readonly now: () => number;
  /** Milliseconds on a clock that never steps, with fractions; `now` when absent. */
  readonly monotonic?: () => number;
}

export class AgentCalls {
  readonly #options: AgentCallsOptions;

  constructor(options: AgentCallsOptions) {
    this.#options = options;
  }

  /** Returns the moment, for `ended`. */
  started(id: string): number {
    const { records, now } = this.#options;
    records.change(id, agent => ({
      ...agent,
      calls: agent.calls + 1,
      inFlight: agent.inFlight + 1,
      lastCallAt: now(),
    }));
    return this.#moment();
  }

  /** As what the agent is here now: another object once it has left, and another when it is back. */
  presence(id: string): Agent['state'] | undefined {
    return this.#options.records.get(id)?.agent.state;
  }

  /**
   * What was cancelled has no time of its own; `waitedMs` is how long the user was waited for. An agent that leaves has nothing in
   * flight any more, so what began in an earlier `presence` of it takes nothing away.
   */
  ended(id: string, outcome: Outcome, startedAt: number, waitedMs = 0, presence = this.presence(id)): void {
    const { records } = this.#options;
    if (outcome !== 'cancelled') records.get(id)?.times.add(Math.max(0, this.#moment() - startedAt - waitedMs));
    records.change(id, agent => ({
      ...agent,
      inFlight: agent.state === presence ? Math.max(0, agent.inFlight - 1) : agent.inFlight,
      refused: agent.refused + (outcome === 'refused' ? 1 : 0),
      failed: agent.failed + (outcome === 'error' ? 1 : 0),
    }));
  }

  /** Those of every agent that is shown. */
  figures(): AgentFigures[] {
    return this.#options.records.all().map(({ agent, times }) => ({ agentId: agent.id, ...times.figures() }));
  }

  #moment(): number {
    return (this.#options.monotonic ?? this.#options.now)();
  }
}
