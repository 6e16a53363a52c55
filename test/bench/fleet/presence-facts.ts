// What a hub of the presence bench says of itself: as much as one with three agents and six servers does.
import type { FleetPresence } from '../../../contract/schemas/fleet.ts';

const agents = ['Claude Code', 'Codex', 'Scribe'];
const servers = ['files', 'git', 'issues', 'mail', 'calendar', 'database'];

export function presenceOf(name: string, calls: number, at = Date.now()): FleetPresence {
  return {
    ...{ name, hubId: `id-of-${name}`, version: '0.1.0', os: 'linux', roles: ['laptop'], mode: 'running' },
    ...{ startedAt: 0, at, questions: 0, callsPerMinute: calls, policy: 1, opens: { read: false, answer: false } },
    agents: agents.map(agent => ({ name: agent, calls })),
    servers: servers.map(server => ({ name: server, state: 'running' })),
  };
}
