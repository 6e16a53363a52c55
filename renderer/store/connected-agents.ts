// The agents that are here now.
import type { Agent } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** They are asked for by each row, at each change. */
const programs = new WeakMap<Snapshot, readonly Agent[][]>();

/** The one that came first stands first. */
export function connectedAgents(snapshot: Snapshot): Agent[] {
  return Object.values(snapshot.agents)
    .filter(agent => agent.state.kind === 'connected')
    .sort((a, b) => a.state.since - b.state.since);
}

/** The same with the connections of one program as one, the first of them. */
export function connectedPrograms(snapshot: Snapshot): Agent[] {
  return programsOf(snapshot).flatMap(([first]) => first ?? []);
}

/** Other connections of the same program, in the order in which they came. */
export function siblingsOf(snapshot: Snapshot, agent: Agent): Agent[] {
  const connections = programsOf(snapshot).find(program => program.some(({ id }) => id === agent.id)) ?? [];
  return connections.filter(({ id }) => id !== agent.id);
}

/** All connections of its program, itself first; what is meant for the agent is meant for each of them. */
export function connectionsOf(snapshot: Snapshot, agent: Agent): Agent[] {
  return agent.state.kind === 'connected' ? [agent, ...siblingsOf(snapshot, agent)] : [agent];
}

/** The connections of each program, which is a process with one credential: several that work in one process are several to the user. */
function programsOf(snapshot: Snapshot): readonly Agent[][] {
  const known = programs.get(snapshot);
  if (known) return known;
  const found = foundPrograms(snapshot);
  programs.set(snapshot, found);
  return found;
}

function foundPrograms(snapshot: Snapshot): Agent[][] {
  const connected = connectedAgents(snapshot);
  const byKey = new Map<string, Agent[]>();
  for (const agent of connected) {
    const key = programKey(snapshot, connected, agent);
    const program = byKey.get(key);
    if (program) program.push(agent);
    else byKey.set(key, [agent]);
  }
  return [...byKey.values()];
}

function programKey(snapshot: Snapshot, connected: readonly Agent[], agent: Agent): string {
  const { id, clientId, program, process } = agent;
  if (process) {
    const { pid, startedAt } = process;
    return JSON.stringify([
      pid,
      startedAt,
      isProven(snapshot, agent) ? clientId : soleCredential(snapshot, connected, process),
    ]);
  }
  // A claim is believed of a credential's own programs alone: without one, several could say that they are the same.
  return program?.pid == null || !isProven(snapshot, agent)
    ? id
    : JSON.stringify([clientId, program.pid, program.path]);
}

/** Who came without a credential is the one that has shown its own in the same process; null where that are none or several. */
function soleCredential(
  snapshot: Snapshot,
  connected: readonly Agent[],
  { pid, startedAt }: NonNullable<Agent['process']>,
): string | null {
  const there = connected.filter(
    agent => agent.process?.pid === pid && agent.process.startedAt === startedAt && isProven(snapshot, agent),
  );
  const [credential, ...others] = new Set(there.map(({ clientId }) => clientId));
  return others.length === 0 ? (credential ?? null) : null;
}

function isProven({ clients }: Snapshot, { clientId }: Agent): boolean {
  return clients[clientId]?.verified !== false;
}
