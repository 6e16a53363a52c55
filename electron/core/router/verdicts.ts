// What the gates say of a call that nobody has made, without counting it.
import { HubError } from '../../../contract/errors.ts';
import { runGates } from '../gates/gates.ts';
import { permissionGate } from '../gates/permission-gate.ts';
import { planGate } from '../gates/plan-gate.ts';
import { Refused, refusalCode } from '../gates/refusal.ts';
import { unlimited } from './plan-call.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { Plan } from './applicant.ts';
import type { PageSeen } from './plan-call.ts';

/** Whether a call would pass for this page; what cannot be planned does not. Its limits are not counted again. */
export function passes(plan: Plan, page: PageSeen): boolean {
  try {
    return runGates({ ...plan(page), limits: unlimited }).kind === 'pass';
  } catch (error) {
    if (error instanceof HubError || error instanceof Refused) return false;
    throw error;
  }
}

/** Whether rules deny it for this page; what cannot be planned is denied. */
export function isDenied(plan: Plan, page: PageSeen): boolean {
  try {
    return denies(plan(page));
  } catch (error) {
    if (error instanceof HubError) return true;
    throw error;
  }
}

/** Whether rules deny it; what nobody has decided is not denied. */
export function denies(call: GatedCall): boolean {
  return [planGate(call), permissionGate(call)].some(
    said => said.kind === 'deny' && refusalCode(said.refusal) === 'ERR_PERMISSION_DENIED',
  );
}
