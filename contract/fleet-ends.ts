// What a hub has opened to its fleet, and ends when it leaves: the names in it may be others' in the next one.
import type { FleetServer } from './schemas/fleet.ts';
import type { Grant } from './schemas/permissions.ts';

/** How many servers it shares, and how many of its rules allow something to a hub by its name. */
export function endsByLeaving(
  servers: Iterable<Pick<FleetServer, 'isOwn'>>,
  grants: Iterable<Pick<Grant, 'subject' | 'effect'>>,
): { shares: number; rules: number } {
  return {
    shares: [...servers].filter(({ isOwn }) => isOwn).length,
    rules: [...grants].filter(({ subject, effect }) => subject.kind === 'hub' && effect === 'allow').length,
  };
}
