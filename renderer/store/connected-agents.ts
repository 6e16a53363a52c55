// The agents that are here now.
import type { Agent } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** The one that came first stands first. */
export function connectedAgents(snapshot: Snapshot): Agent[] {
  return Object.values(snapshot.agents)
    .filter(agent => agent.state.kind === 'connected')
    .sort((a, b) => a.state.since - b.state.since);
}
