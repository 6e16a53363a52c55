// Why the newest calls of each agent were refused, in the sentences that it was told: for itself alone, while it is here.
import { cutEnd } from '../../../contract/visible-text.ts';

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
const maxToolChars = 200;
const maxSentenceChars = 2_000;

export class RecentRefusals {
  readonly #now: () => number;
  readonly #byAgent = new Map<string, readonly RecentRefusal[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  note(agentId: string, refusal: Omit<RecentRefusal, 'at'>): void {
    // Whoever asked chose the name, which its refusal may repeat.
    const tool = cutEnd(refusal.tool.slice(0, 2 * maxToolChars), maxToolChars);
    const sentence = cutEnd(refusal.sentence.slice(0, 2 * maxSentenceChars), maxSentenceChars);
    const noted = { at: this.#now(), ...refusal, tool, sentence };
    this.#byAgent.set(agentId, [...this.of(agentId).slice(1 - maxKept), noted]);
  }

  /** Oldest first. */
  of(agentId: string): readonly RecentRefusal[] {
    return this.#byAgent.get(agentId) ?? [];
  }

  forget(agentId: string): void {
    this.#byAgent.delete(agentId);
  }
}
