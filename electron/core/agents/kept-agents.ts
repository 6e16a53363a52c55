// What is kept of each agent for the next run of the hub: who it is, by credential and instance, and what it has done.
import { createHash } from 'node:crypto';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { KeptAgent } from '../store/kept-lives.ts';
import type { KeptTable } from '../store/kept-table.ts';

export interface KeptAgentsOptions {
  readonly rows: readonly KeptAgent[];
  readonly persist: Pick<KeptTable<KeptAgent>, 'put' | 'remove'>;
  /** Hides secrets in what an agent says of its plan. */
  readonly mask?: (text: string) => string;
}

/** A disconnected agent may come back for this long and finds its tabs as they were. */
export const returnMs = 60_000;

/** An instance's id is as good as a secret on some wires, so only its digest is kept. */
export function instanceDigest(clientId: string, instance: string): string {
  return createHash('sha256')
    .update(JSON.stringify([clientId, instance]))
    .digest('hex')
    .slice(0, 32);
}

export function maskedPlan<Plan extends { readonly approach: readonly string[] }>(
  plan: Plan,
  mask: KeptAgentsOptions['mask'] = text => text,
): Plan {
  return { ...plan, approach: plan.approach.map(mask) };
}

export function keptOf(agent: Agent, digest: string, plan: Agent['plan']): KeptAgent {
  // The number of a process means another one after the machine's next start.
  const { turn: _, process: _process, plan: _unmasked, ...rest } = agent;
  return { agent: { ...rest, inFlight: 0, ...(plan && { plan }) }, instance: digest };
}

/**
 * An agent of an earlier run, as it stands at the start of this one. Whoever was here has its minute from now on, because nobody could
 * come back while no hub ran; of whoever had left, the minute is over or goes on.
 */
export function restored({ agent }: KeptAgent, now: number): Agent {
  const { state } = agent;
  const reason: Reason = { kind: 'hub-restarted' };
  if (state.kind === 'connected')
    return { ...agent, state: { kind: 'gone', since: now, reason, keepsTabsUntil: now + returnMs } };
  const { keepsTabsUntil, ...gone } = state;
  if (keepsTabsUntil === undefined || keepsTabsUntil <= now) return { ...agent, state: gone };
  // A clock that was set back must not give it longer.
  return { ...agent, state: { ...gone, keepsTabsUntil: Math.min(keepsTabsUntil, now + returnMs) } };
}
