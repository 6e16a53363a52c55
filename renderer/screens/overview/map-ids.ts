// What stands on the map, and in its list, in which order.
import { connectedAgents } from '../../store/connected-agents.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export interface MapIds {
  readonly agents: readonly string[];
  readonly browsers: readonly string[];
  readonly servers: readonly string[];
}

export function mapIds(snapshot: Snapshot): MapIds {
  return {
    agents: connectedAgents(snapshot).map(({ id }) => id),
    browsers: Object.values(snapshot.browsers)
      .filter(({ state }) => state.kind === 'connected' || state.kind === 'away')
      .map(({ id }) => id),
    servers: serverOrder(snapshot.servers),
  };
}

const loud = ['failed', 'crashed', 'waiting', 'unauthorized', 'degraded', 'blocked'];

/** Running servers first, then those with a trouble, then the rest: the map shows as many as fit. */
function serverOrder(servers: Snapshot['servers']): string[] {
  const rank = (kind: string) => (kind === 'running' ? 0 : loud.includes(kind) ? 1 : 2);
  return Object.values(servers)
    .sort((a, b) => rank(a.state.kind) - rank(b.state.kind) || a.name.localeCompare(b.name))
    .map(({ id }) => id);
}
