// A call that nobody has allowed: the refusal of one that cannot be asked about, and whether one still has to be.
import { allowsOtherTools, permissionData } from '../permissions/permission-error.ts';
import { grantCommand } from '../permissions/suggested-command.ts';
import { runGates } from './gates.ts';
import { permissionRequest } from './permission-request.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

/** ERR_SCOPE_REQUIRED, or ERR_TOOL_NOT_ALLOWED where the asker has the scope for other tools; each with how the user grants it. */
export function unanswered(call: GatedCall, rule: string, why: string): GateVerdict & { kind: 'deny' } {
  const request = permissionRequest(call);
  const others = allowsOtherTools(request, call.grants, call.now) || allowsOtherTools(request, call.policy, call.now);
  const code = others ? 'ERR_TOOL_NOT_ALLOWED' : 'ERR_SCOPE_REQUIRED';
  const message = `${why} The user can also allow it in a terminal: ${grantCommand(request)}`;
  return { kind: 'deny', code, rule, message, data: permissionData(request, null) };
}

/** Whether a call would still be asked about. One that cannot be planned any more goes on, to be refused with the reason. */
export function asksStill(plan: () => GatedCall): boolean {
  try {
    return runGates(plan()).kind === 'ask';
  } catch {
    return false;
  }
}
