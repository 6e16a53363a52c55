// The clients that other hubs and their agents are here: the owner's rules, limits and questions are about each as about any agent.
import { hash } from 'node:crypto';
import { fleetClientId, hubOfClient } from '../../../../contract/fleet-client-id.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { ClientRegistry } from '../../clients/client-registry.ts';
import type { AskedBy } from './asked-by.ts';

/** A hub says itself what its agents are called: whoever makes up names gets no more clients than these. */
export const mostClientsOfHub = 500;

/** What nobody has said anything about and was not here for so long makes room for another. */
const forgottenMs = 30 * 86_400_000;

export interface FleetClientsOptions {
  readonly clients: Pick<ClientRegistry, 'get' | 'all' | 'add' | 'revoke'>;
  /** What else was decided about it goes with it. */
  onRevoked(clientId: string): Promise<void>;
  /** Whether the owner has allowed or denied it anything. */
  isJudged(clientId: string): boolean;
  /** Whether an agent of it is connected. */
  isHere(clientId: string): boolean;
  readonly now: () => number;
}

export class FleetClients {
  readonly #options: FleetClientsOptions;
  /** One after the other, so that none is made twice. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FleetClientsOptions) {
    this.#options = options;
  }

  /**
   * `hub` is proven by the account of its connection, the rest is what that hub says: what an agent of a hub is granted that hub could ask for by
   * its name; no other hub could. Null where there are as many of that hub as there may be: another's client it never gets.
   */
  of(hub: string, by: AskedBy | null): Promise<Client | null> {
    const id = fleetClientId(hub, by && digest(by));
    const known = this.#options.clients.get(id);
    if (known) return Promise.resolve(known);
    const made = this.#last.then(() => this.#make(hub, by, id));
    this.#last = made.catch(() => {});
    return made;
  }

  async #make(hub: string, by: AskedBy | null, id: string): Promise<Client | null> {
    const { clients } = this.#options;
    const known = clients.get(id);
    if (known) return known;
    if (by === null) return clients.add(`Fleet: ${hub}`, 'ask', id);
    return (await this.#hasRoom(hub)) ? clients.add(`${hub} / ${by.agent}`, 'ask', id) : null;
  }

  async #hasRoom(hub: string): Promise<boolean> {
    const { clients, onRevoked, isJudged, isHere, now } = this.#options;
    const ofHub = clients.all().filter(({ id }) => id !== fleetClientId(hub, null) && hubOfClient(id) === hub);
    if (ofHub.length < mostClientsOfHub) return true;
    const seenAt = ({ lastSeenAt, createdAt }: Client) => lastSeenAt ?? createdAt;
    const [oldest] = ofHub
      .filter(client => client.start === 'ask' && now() - seenAt(client) > forgottenMs)
      .filter(({ id }) => !isJudged(id) && !isHere(id))
      .toSorted((one, other) => seenAt(one) - seenAt(other));
    if (oldest) {
      await clients.revoke(oldest.id);
      await onRevoked(oldest.id);
    }
    return oldest !== undefined;
  }
}

/** By what its hub knows it by, where that says more than its name: one of the same name that was made later is another. */
function digest({ agent, id }: AskedBy): string {
  return hash('sha256', JSON.stringify(id === null ? [agent] : ['id', id])).slice(0, 16);
}
