// What an agent may do right now: the stricter of what all may and what it may.
import { type RunMode, runModes } from '../../contract/entities.ts';
import type { Agent, HubInfo } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export function modeOf(hub: Pick<HubInfo, 'mode'>, agent: Pick<Agent, 'mode'>): RunMode {
  const own = agent.mode ?? 'running';
  return runModes.indexOf(own) > runModes.indexOf(hub.mode) ? own : hub.mode;
}

/** Of several connections of one program: what one of them may still do, it does. */
export function loosestMode(hub: Pick<HubInfo, 'mode'>, connections: readonly Pick<Agent, 'mode'>[]): RunMode {
  const modes = connections.map(connection => modeOf(hub, connection));
  return runModes.find(mode => modes.includes(mode)) ?? hub.mode;
}

/** Whether the calls of an agent wait because a person paused it or all. */
export function isPaused({ hub, agents }: Pick<Snapshot, 'hub' | 'agents'>, agentId: string): boolean {
  const agent = agents[agentId];
  return agent !== undefined && modeOf(hub, agent) === 'paused';
}

/** Whether its calls wait or are refused, so that its mark is drawn as an outline. */
export function isHeld(hub: Pick<HubInfo, 'mode'>, agent: Pick<Agent, 'mode'>): boolean {
  const mode = modeOf(hub, agent);
  return mode === 'paused' || mode === 'stopped';
}
