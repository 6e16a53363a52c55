// Agents that have left and may return: each has a minute, those of an earlier run too, and has left for good after it.
import { CallTimes } from './call-times.ts';
import { restored } from './kept-agents.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { KeptAgent } from '../store/kept-lives.ts';
import type { AgentModes } from './agent-modes.ts';
import type { AgentRecord, AgentRecords } from './agent-records.ts';
import type { KeptAgentsOptions } from './kept-agents.ts';

export interface ReturningAgentsOptions {
  readonly records: AgentRecords;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly onLeft: (agentId: string) => void;
  readonly modes?: Pick<AgentModes, 'of'>;
  readonly kept?: KeptAgentsOptions;
}

export class ReturningAgents {
  readonly #options: ReturningAgentsOptions;

  constructor(options: ReturningAgentsOptions) {
    this.#options = options;
  }

  /**
   * Takes those of the last run: each may come back within its minute. Whose credential is gone, or whose minute is over, has left for
   * good. To be called once, before the first connects and after `onLeft` has its listeners.
   */
  restore(isClient: (clientId: string) => boolean): void {
    const { kept, records, onLeft } = this.#options;
    for (const row of kept?.rows ?? []) {
      if (isClient(row.agent.clientId)) this.#restore(row);
      else {
        kept?.persist.remove(row.agent.id);
        onLeft(row.agent.id);
      }
    }
    records.forgetOldest();
  }

  #restore(row: KeptAgent): void {
    const { records, now, randomBytes, onLeft, modes } = this.#options;
    const { mode: _, ...known } = restored(row, now());
    const mode = modes?.of(row.instance) ?? 'running';
    const agent: Agent = mode === 'running' ? known : { ...known, mode };
    const instance = randomBytes(16).toString('hex');
    const nothing = { disconnect: () => {}, times: new CallTimes(), leaving: null };
    const record: AgentRecord = { ...nothing, agent, instance, digest: row.instance };
    records.add(record);
    const until = agent.state.kind === 'gone' ? agent.state.keepsTabsUntil : undefined;
    if (until === undefined) onLeft(agent.id);
    else this.expect(record, until - now());
  }

  /** It has so long to return. */
  expect(record: AgentRecord, ms: number): void {
    record.leaving = setTimeout(() => {
      record.leaving = null;
      this.#goneForGood(record.agent.id);
    }, ms);
    record.leaving.unref();
  }

  /** The one that returns with this credential, and either that digest of its instance or the instance itself. */
  find(clientId: string, instance: string, digest: string): AgentRecord | null {
    return this.#ofClient(clientId).find(known => known.digest === digest || known.instance === instance) ?? null;
  }

  /**
   * For a wire without ids: the instance of the client's one agent that may still return; null when none or several may. Of an extension, the
   * one that it was itself: several have the same client.
   */
  loneOrphan(clientId: string, extension?: string): string | null {
    const [orphan, ...others] = this.#ofClient(clientId).filter(({ agent }) => agent.extension === extension);
    return orphan && others.length === 0 ? orphan.instance : null;
  }

  /** Its minute ends without a word: it is here again. */
  stopTimer(record: AgentRecord): void {
    if (record.leaving) clearTimeout(record.leaving);
    record.leaving = null;
  }

  /** It is not to return any more. */
  giveUp(record: AgentRecord): void {
    if (!record.leaving) return;
    this.stopTimer(record);
    this.#goneForGood(record.agent.id);
  }

  stop(): void {
    for (const { leaving } of this.#options.records.all()) if (leaving) clearTimeout(leaving);
  }

  #ofClient(clientId: string): AgentRecord[] {
    return this.#options.records.all().filter(({ agent, leaving }) => agent.clientId === clientId && leaving);
  }

  #goneForGood(id: string): void {
    this.#options.records.change(id, agent => {
      if (agent.state.kind !== 'gone') return agent;
      const { keepsTabsUntil: _, ...state } = agent.state;
      return { ...agent, state };
    });
    this.#options.onLeft(id);
  }
}
