// The gates in their order. The first one that does not pass decides.
import { approvedGate } from './approved-gate.ts';
import { pass } from './gate.ts';
import { modeGate } from './mode-gate.ts';
import { ownerGate } from './owner-gate.ts';
import { permissionGate } from './permission-gate.ts';
import { targetGate } from './target-gate.ts';
import type { Gate, GatedCall, GateVerdict } from './gate.ts';

/** Adding a gate is one line here. */
const gates: readonly Gate[] = [modeGate, approvedGate, targetGate, ownerGate, permissionGate];

export function runGates(call: GatedCall): GateVerdict {
  let last = pass;
  for (const gate of gates) {
    last = gate(call);
    if (last.kind !== 'pass') return last;
  }
  return last;
}
