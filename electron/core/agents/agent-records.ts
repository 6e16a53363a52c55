// The agents that are known, each with what is not shown of it. Every change is shown, and kept for the next run.
import { keptOf, maskedPlan } from './kept-agents.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { ConnectingAgent } from './arrived-agent.ts';
import type { CallTimes } from './call-times.ts';
import type { KeptAgentsOptions } from './kept-agents.ts';

export interface AgentRecord {
  agent: Agent;
  /** Of one of an earlier run, until it is back, a random word that nobody can say. */
  readonly instance: string;
  readonly digest: string;
  readonly times: CallTimes;
  disconnect: ConnectingAgent['disconnect'];
  /** Runs while it has left and may return. */
  leaving: NodeJS.Timeout | null;
}

export interface AgentRecordsOptions {
  readonly state: StateWriter;
  /** Nothing is kept when absent. */
  readonly kept?: KeptAgentsOptions;
}

type Plan = NonNullable<Agent['plan']>;

/** Agents that left stay visible; the oldest go beyond this many. */
const maxGone = 50;

export class AgentRecords {
  readonly #options: AgentRecordsOptions;
  readonly #records = new Map<string, AgentRecord>();
  /** What agents say of their plans, as it is kept. */
  readonly #plans = new WeakMap<Plan, Plan>();

  constructor(options: AgentRecordsOptions) {
    this.#options = options;
  }

  get(id: string): AgentRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** In the order in which they came. */
  all(): AgentRecord[] {
    return [...this.#records.values()];
  }

  add(record: AgentRecord): void {
    this.#records.set(record.agent.id, record);
    this.#shown(record);
  }

  change(id: string, change: (agent: Agent) => Agent): void {
    const record = this.#records.get(id);
    if (!record) return;
    record.agent = change(record.agent);
    this.#shown(record);
  }

  remove(id: string): void {
    this.#records.delete(id);
    this.#options.state.remove('agents', id);
    this.#options.kept?.persist.remove(id);
  }

  forgetOldest(): void {
    const gone = this.all().filter(({ agent, leaving }) => agent.state.kind === 'gone' && !leaving);
    for (const { agent } of gone.slice(0, Math.max(0, gone.length - maxGone))) this.remove(agent.id);
  }

  /** Once and for all: a secret that was removed would not be known any more; one that came later is hidden, too. */
  #masked({ plan }: Agent): Agent['plan'] {
    if (!plan) return undefined;
    const masked = maskedPlan(this.#plans.get(plan) ?? plan, this.#options.kept?.mask);
    this.#plans.set(plan, masked);
    return masked;
  }

  #shown({ agent, digest }: AgentRecord): void {
    const { state, kept } = this.#options;
    state.set('agents', agent.id, agent);
    if (!kept) return;
    const plan = this.#masked(agent);
    kept.persist.put(agent.id, () => keptOf(agent, digest, plan));
  }
}
