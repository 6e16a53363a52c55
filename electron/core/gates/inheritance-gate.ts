// Gate 6: whoever works for others does nothing that they were not allowed themselves (spec 003 "Multi-Agent": what an agent may do for its
// caller is what both may).
import { decide } from '../permissions/decide.ts';
import { deny, pass } from './gate.ts';
import { deniedBesides, isMeant } from './permission-gate.ts';
import { permissionRequest } from './permission-request.ts';
import type { GatedCall, GateVerdict, WorkedFor } from './gate.ts';

export function inheritanceGate(call: GatedCall): GateVerdict {
  const { agent, client, tool, scope } = call;
  if (!client) return pass;
  // Nobody is asked in their name: the user would be shown one page, and would answer for another.
  const lacking = agent.worksFor?.find(other => !isAllowed(call, other));
  return lacking ? deny({ kind: 'for-another', origin: lacking.origin, tool, scope }) : pass;
}

function isAllowed(call: GatedCall, { origin, tab }: WorkedFor): boolean {
  const own = permissionRequest({ ...call, agent: { ...call.agent, origin, fromTab: tab } });
  // What was allowed to the one agent, or is in its own tabs, is nobody else's.
  const asked = { ...own, agentId: '', ownTab: false };
  const decision = decide(asked, call.grants, call.policy, call.now);
  return decision.kind === 'allow' && !deniedBesides(call, asked) && isMeant(call, decision.by);
}
