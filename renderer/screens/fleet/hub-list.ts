// Which hubs of the fleet are listed and in what order: one's own first, then by role, those with the most questions before the others.
import { connectedAgents } from '../../store/connected-agents.ts';
import type { FleetHub } from '../../../contract/schemas/fleet.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

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

/** This hub as a row, while it is in no fleet and tells nobody of itself. */
export function hubAlone(snapshot: Snapshot, name: string): FleetHub {
  const { hub, servers, prompts } = snapshot;
  return {
    ...{ name, hubId: '', os: '', roles: [], isSelf: true, offlineSince: null, policy: null, callsPerMinute: 0 },
    version: hub.version,
    mode: hub.mode,
    startedAt: hub.startedAt,
    at: hub.startedAt,
    agents: connectedAgents(snapshot).map(agent => ({ name: agent.name, calls: agent.calls })),
    servers: Object.values(servers).map(server => ({ name: server.name, state: server.state.kind })),
    questions: Object.keys(prompts).length,
    opens: { read: false, answer: false },
  };
}

/** Why its panel cannot be opened from here; null where it can be tried: to whom it opens, its owner alone knows. */
export function panelFault({ isSelf, offlineSince, opens }: FleetHub): 'self' | 'away' | 'closed' | null {
  if (isSelf) return 'self';
  if (offlineSince !== null) return 'away';
  return opens.read ? null : 'closed';
}
