// A call that nobody has allowed: the refusal of one that cannot be asked about, and whether one still has to be.
import { allowsOtherTools, lackedPermission } from '../permissions/permission-error.ts';
import { runGates } from './gates.ts';
import { permissionRequest } from './permission-request.ts';
import type { GatedCall } from './gate.ts';
import type { Refusal } from './refusal.ts';

type Undecided = Extract<Refusal, { kind: 'undecided' }>;

export function unanswered(call: GatedCall, since: Undecided['since']): Undecided {
  const request = permissionRequest(call);
  const hasOthers =
    allowsOtherTools(request, call.grants, call.now) || allowsOtherTools(request, call.policy, call.now);
  return { kind: 'undecided', since, hasOthers, ...lackedPermission(request, null) };
}

/** Whether a call would still be asked about, once nothing is paused any more: in a pause questions stay. One that cannot be planned any more goes on, to be refused with the reason. */
export function asksStill(plan: () => GatedCall): boolean {
  try {
    return runGates(unpaused(plan())).kind === 'ask';
  } catch {
    return false;
  }
}

function unpaused(call: GatedCall): GatedCall {
  const { mode, agent, fleet } = call;
  return {
    ...call,
    mode: mode === 'paused' ? 'running' : mode,
    agent: agent.mode === 'paused' ? { ...agent, mode: 'running' } : agent,
    ...(fleet && { fleet: { ...fleet, pausesAll: false } }),
  };
}
