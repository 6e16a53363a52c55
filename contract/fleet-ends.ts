// What a hub has opened to its fleet, and ends when it leaves: the names in it may be others' in the next one.
import { hubOfClient } from './fleet-client-id.ts';
import type { FleetServer } from './schemas/fleet.ts';
import type { Grant } from './schemas/permissions.ts';

export interface FleetEnds {
  /** Servers that it shares. */
  readonly shares: number;
  /** Rules that allow something to another hub or to an agent of one. */
  readonly rules: number;
  /** What other hubs and their agents are known as here. */
  readonly clients: number;
}

export function endsByLeaving(
  servers: Iterable<Pick<FleetServer, 'isOwn'>>,
  grants: Iterable<Pick<Grant, 'subject' | 'effect'>>,
  clients: Iterable<{ readonly id: string }>,
): FleetEnds {
  const isOfHub = ({ kind, id }: Grant['subject']) => kind === 'hub' || (kind === 'client' && hubOfClient(id) !== null);
  return {
    shares: [...servers].filter(({ isOwn }) => isOwn).length,
    rules: [...grants].filter(({ subject, effect }) => isOfHub(subject) && effect === 'allow').length,
    clients: [...clients].filter(({ id }) => hubOfClient(id) !== null).length,
  };
}
