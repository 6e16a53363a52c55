// What an agent is called: its credential's name, and which of several of that name it is; a web origin is called by its own.
import { siteClientId } from './sites.ts';
import type { Agent } from './schemas/entities.ts';

/** `Claude Code 2`. */
export function agentName({ name, number }: Pick<Agent, 'name' | 'number'>): string {
  return number === undefined ? name : `${name} ${number}`;
}

/** What it is called now that its client may have been renamed; a web origin keeps its own name. */
export function agentNameIn(agent: Pick<Agent, 'name' | 'number' | 'clientId'>, clientName: string): string {
  return agentName(agent.clientId === siteClientId ? agent : { ...agent, name: clientName });
}

/** The one agent that asks; null where a question is that of several. */
export function soleAsker(prompt: {
  readonly agentId: string;
  readonly asks: readonly { readonly agentId: string }[];
}): string | null {
  return prompt.asks.every(({ agentId }) => agentId === prompt.agentId) ? prompt.agentId : null;
}
