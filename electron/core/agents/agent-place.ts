// In which browser an agent works, and whether it knows: an agent that others have moved hears of it before its next call is carried out.
import type { Agent } from '../../../contract/schemas/entities.ts';

export interface Move {
  readonly by: 'user' | 'away';
  readonly since: number;
  /** The numbers of its tabs elsewhere. */
  readonly tabs: readonly number[];
}

/** It has chosen itself, and so knows. */
export function chosenBy({ moved: _, toldAway: _told, ...agent }: Agent, browserId: string): Agent {
  return { ...agent, browserId };
}

/** Others have chosen for it; null leaves it where a new agent would work. */
export function movedTo({ toldAway: _, ...agent }: Agent, browserId: string | null, { by, since, tabs }: Move): Agent {
  if (agent.browserId === browserId) return agent;
  const { moved: before, ...bare } = agent;
  // Back where it was, before it has heard of it.
  if (before?.known === false && before.from === browserId) return { ...bare, browserId };
  const moved = { by, from: agent.browserId, since, known: agent.browserId === null, tabs: [...tabs] };
  return { ...agent, browserId, moved };
}

/** It has called where it works now. */
export function knowingMoved(agent: Agent): Agent {
  return agent.moved ? { ...agent, moved: { ...agent.moved, known: true } } : agent;
}
