// The agents that are here now.
import type { Agent } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** The one that came first stands first. */
export function connectedAgents(snapshot: Snapshot): Agent[] {
  return Object.values(snapshot.agents)
    .filter(agent => agent.state.kind === 'connected')
    .sort((a, b) => a.state.since - b.state.since);
}

/** The same with the connections of one process as one, the first of them; what each may do stays its own. Told of by its credential and process. */
export function connectedPrograms(snapshot: Snapshot): Agent[] {
  const seen = new Set<string>();
  return connectedAgents(snapshot).filter(agent => {
    const key = processKey(agent);
    if (key === null) return true;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Others with the same credential in the same process, in the order in which they came. */
export function siblingsOf(snapshot: Snapshot, agent: Agent): Agent[] {
  const key = processKey(agent);
  if (key === null) return [];
  return connectedAgents(snapshot).filter(other => other.id !== agent.id && processKey(other) === key);
}

/** Null where its program told of no process. A number alone is not believed: another credential's program could claim it. */
function processKey({ clientId, program }: Agent): string | null {
  return program?.pid == null ? null : JSON.stringify([clientId, program.pid, program.path]);
}
