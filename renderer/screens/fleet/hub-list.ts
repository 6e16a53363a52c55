// Which hubs of the fleet are listed and in what order: one's own first, then by role, those with the most questions before the others.
import type { FleetHub } from '../../../contract/schemas/fleet.ts';

/** `role`: those of one role beside each other. `questions`: over all roles. */
export const hubOrders = ['role', 'questions'] as const;
export type HubOrder = (typeof hubOrders)[number];

export function listHubs(hubs: readonly FleetHub[], filter: string, order: HubOrder): FleetHub[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return hubs
    .filter(hub => words.every(word => searched(hub).includes(word)))
    .sort(
      (one, other) =>
        Number(other.isSelf) - Number(one.isSelf) ||
        (order === 'role' ? roleOf(one).localeCompare(roleOf(other)) : 0) ||
        (other.questions ?? 0) - (one.questions ?? 0) ||
        Number(one.offlineSince !== null) - Number(other.offlineSince !== null) ||
        one.name.localeCompare(other.name),
    );
}

function searched({ name, version, os, roles, mode, agents }: FleetHub): string {
  return [name, version, os, mode, ...roles, ...(agents ?? []).map(agent => agent.name)].join(' ').toLowerCase();
}

/** The one it is grouped by; hubs without any come last. */
function roleOf({ roles }: FleetHub): string {
  return roles[0] ?? '\uffff';
}

/** How many have the policy of this version, and who has not. */
export function policyReach(hubs: readonly FleetHub[], version: number) {
  const behind = hubs.filter(({ policy }) => policy === null || policy < version);
  return { have: hubs.length - behind.length, all: hubs.length, behind };
}
