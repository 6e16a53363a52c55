// The words of servers that hubs share: with whom, and how much of them.
import { t } from './language.ts';
import type { FleetServer } from '../../contract/schemas/fleet.ts';

type Share = Pick<FleetServer, 'hubs' | 'roles' | 'tools' | 'readOnly' | 'toolCount'>;

/** Roles first: they are more hubs than one. */
export function sharedWithWords({ hubs, roles }: Pick<Share, 'hubs' | 'roles'>): string {
  return [...roles.map(role => t('role {role}', { role })), ...hubs].join(', ');
}

export function sharedMuchWords({
  tools,
  toolCount,
  readOnly,
}: Pick<Share, 'tools' | 'toolCount' | 'readOnly'>): string {
  const count =
    tools === null
      ? t('{count, plural, one {# tool} other {# tools}}', { count: toolCount })
      : t('{count} of {all, plural, one {# tool} other {# tools}}', { count: String(tools.length), all: toolCount });
  return readOnly ? t('{tools}, only what reads', { tools: count }) : count;
}
