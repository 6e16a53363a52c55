// The clients that other hubs and their agents are here: the owner's rules, limits and questions are about each as about any agent.
import { hash } from 'node:crypto';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { ClientRegistry } from '../../clients/client-registry.ts';

/** A hub says itself what its agents are called: whoever makes up names gets no more clients than these. */
const mostOfHub = 100;

/**
 * `hub` is proven by the account of its connection, `agent` is what that hub says, null where it asks for itself. What an agent of a hub is
 * granted that hub could ask for by its name; no other hub could.
 */
export async function fleetClient(
  clients: Pick<ClientRegistry, 'get' | 'all' | 'create'>,
  hub: string,
  agent: string | null,
): Promise<Client> {
  const start = `fleetagent-${hub}-`;
  const own = agent === null ? null : `${start}${digest(hub, agent)}`;
  const known = own === null ? null : clients.get(own);
  if (known) return known;
  const isOneOfHub = ({ id }: Client) => id.startsWith(start) && id.length === start.length + digestChars;
  if (own !== null && clients.all().filter(isOneOfHub).length < mostOfHub)
    return (await clients.create(`${hub} / ${agent}`, 'ask', own)).client;
  const id = `fleet-${hub}`;
  return clients.get(id) ?? (await clients.create(`Fleet: ${hub}`, 'ask', id)).client;
}

const digestChars = 16;

function digest(hub: string, agent: string): string {
  return hash('sha256', JSON.stringify([hub, agent])).slice(0, digestChars);
}
