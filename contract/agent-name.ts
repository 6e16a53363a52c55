// What an agent is called: its credential's name, and which of several of that name it is.
import type { Agent } from './schemas/entities.ts';

/** `Claude Code 2`. */
export function agentName({ name, number }: Pick<Agent, 'name' | 'number'>): string {
  return number === undefined ? name : `${name} ${number}`;
}

/** The one agent that asks; null where a question is that of several. */
export function soleAsker(prompt: {
  readonly agentId: string;
  readonly asks: readonly { readonly agentId: string }[];
}): string | null {
  return prompt.asks.every(({ agentId }) => agentId === prompt.agentId) ? prompt.agentId : null;
}
