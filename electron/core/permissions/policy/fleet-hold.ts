// What the fleet's policy holds back beside its rules: all agents, or those that it names. Pure.
import type { FleetAuthority } from '../../../../contract/fleet-policy-reasons.ts';
import type { StoppedAgent } from '../../../../contract/schemas/fleet-policy.ts';

/** By what an agent can be meant: its credential's name, its client, what it calls itself, the program that it is. */
export interface StoppableAgent {
  readonly clientId: string;
  readonly name: string;
  readonly claimedName: string;
  readonly program: { readonly path: string | null } | null;
}

export interface FleetHold extends FleetAuthority {
  readonly pausesAll: boolean;
  readonly stopped: readonly StoppedAgent[];
}

/** As a gate sees it for one agent. */
export interface FleetHeld extends FleetAuthority {
  readonly pausesAll: boolean;
  readonly stop: { readonly because: string | null } | null;
}

export function heldBy(hold: FleetHold | null, agent: StoppableAgent): FleetHeld | null {
  if (!hold) return null;
  const { version, signer, pausesAll } = hold;
  const stop = stopOf(hold, agent);
  return pausesAll || stop ? { version, signer, pausesAll, stop } : null;
}

/** Null where it is not stopped. */
export function stopOf({ stopped }: Pick<FleetHold, 'stopped'>, agent: StoppableAgent): FleetHeld['stop'] {
  if (stopped.length === 0) return null;
  const names = new Set([agent.name, agent.clientId, agent.claimedName, programOf(agent)].map(folded));
  const found = stopped.find(({ agent: name }) => name === '*' || names.has(folded(name)));
  return found ? { because: found.reason ?? null } : null;
}

function programOf({ program }: StoppableAgent): string {
  const name = program?.path?.split(/[\\/]/).at(-1) ?? '';
  return name.replace(/\.exe$/i, '');
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
