// Who came without a credential and has not been let in or shut out yet.
import type { Agent, Client } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export interface PendingClient {
  readonly client: Client;
  /** Its newest agent, where one is or was here. */
  readonly agent: Agent | null;
}

/** The one that came first stands first. */
export function pendingClients({ clients, agents }: Pick<Snapshot, 'clients' | 'agents'>): PendingClient[] {
  return Object.values(clients)
    .filter(({ verified, admitted }) => !verified && admitted === undefined)
    .map(client => ({
      client,
      agent:
        Object.values(agents)
          .filter(({ clientId }) => clientId === client.id)
          .toSorted((a, b) => b.state.since - a.state.since)[0] ?? null,
    }))
    .toSorted((a, b) => (a.client.lastSeenAt ?? 0) - (b.client.lastSeenAt ?? 0));
}
