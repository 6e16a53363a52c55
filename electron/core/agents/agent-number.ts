// Which of several agents with one name an agent is: the same after a restart of the hub and of the agent's own program. Shown, and nothing else.

import type { ClaimedProgram } from '../../../contract/schemas/endpoint.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';

/** An agent that was here before, the oldest first; `mayReturn` while it keeps its place. */
export interface KnownAgent {
  readonly agent: Pick<Agent, 'clientId' | 'number' | 'program' | 'state'>;
  readonly mayReturn: boolean;
}

/**
 * 1 for the first. Connections of one process are one agent to the user, so they have one number. A program that was started again in the
 * same folder has the number that it had, where nobody has it now; everybody else has the lowest that is free.
 */
export function numberOf(clientId: string, program: ClaimedProgram | null, known: readonly KnownAgent[]): number {
  const same = known.filter(({ agent }) => agent.clientId === clientId);
  const here = same.filter(({ agent, mayReturn }) => mayReturn || agent.state.kind === 'connected');
  const sibling = here.find(({ agent }) => isSameProcess(agent.program, program));
  if (sibling) return sibling.agent.number ?? 1;
  const taken = new Set(here.map(({ agent }) => agent.number ?? 1));
  const before = same.findLast(({ agent }) => isSamePlace(agent.program, program) && !taken.has(agent.number ?? 1));
  if (before) return before.agent.number ?? 1;
  for (let number = 1; ; number += 1) if (!taken.has(number)) return number;
}

/** The number of an agent whose process the system has told of: that of the connections which this process has already, else its own. */
export function numberInProcess(agent: Agent, connected: readonly Agent[]): number {
  const { id, clientId, process, number = 1 } = agent;
  const sibling = connected.find(
    other => other.id !== id && other.clientId === clientId && process && isSameMark(other.process, process),
  );
  return sibling ? (sibling.number ?? 1) : number;
}

function isSameMark(one: Agent['process'], other: NonNullable<Agent['process']>): boolean {
  return one?.pid === other.pid && one.startedAt === other.startedAt;
}

function isSameProcess(one: ClaimedProgram | null, other: ClaimedProgram | null): boolean {
  return one !== null && one.pid !== null && one.pid === other?.pid && one.path === other.path;
}

function isSamePlace(one: ClaimedProgram | null, other: ClaimedProgram | null): boolean {
  return one !== null && one.path !== null && one.path === other?.path && one.folder === other.folder;
}
