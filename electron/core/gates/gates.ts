// The gates in their order. The first one that does not pass decides.
import { approvedGate } from './approved-gate.ts';
import { fleetGate } from './fleet-gate.ts';
import { pass } from './gate.ts';
import { inheritanceGate } from './inheritance-gate.ts';
import { limitsGate } from './limits-gate.ts';
import { modeGate } from './mode-gate.ts';
import { ownerGate } from './owner-gate.ts';
import { permissionGate } from './permission-gate.ts';
import { planGate } from './plan-gate.ts';
import { targetGate } from './target-gate.ts';
import type { Gate, GatedCall, GateVerdict } from './gate.ts';

/** Adding a gate is one line here. */
const gates: readonly Gate[] = [
  modeGate,
  fleetGate,
  approvedGate,
  targetGate,
  ownerGate,
  planGate,
  inheritanceGate,
  permissionGate,
  limitsGate,
];

/**
 * `answer` is what the user said where the permission gate asked. Nobody is asked for a call that a later gate refuses. What passes
 * carries the rule that let it.
 */
export function runGates(call: GatedCall, answer: GateVerdict | null = null): GateVerdict {
  let decided = pass;
  for (const gate of gates) {
    const verdict = gate(call);
    const said = verdict.kind === 'ask' && answer ? answer : verdict;
    if (said.kind === 'deny' || said.kind === 'wait') return said;
    if (said !== pass) decided = said;
  }
  return decided;
}
