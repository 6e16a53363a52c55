// Gate 1: what the user allows all agents, or this one, to do right now.
import { runModes } from '../../../contract/entities.ts';
import { deny, pass } from './gate.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function modeGate({
  mode: ofAll,
  agent,
  readOnly,
  tool,
}: Pick<GatedCall, 'mode' | 'agent' | 'readOnly' | 'tool'>): GateVerdict {
  const mode = stricter(ofAll, agent.mode ?? 'running');
  if (mode === 'running' || (mode === 'read-only' && readOnly)) return pass;
  const refusal = { kind: 'mode', mode, of: mode === ofAll ? 'all' : 'agent', tool } as const;
  return mode === 'paused' ? { kind: 'wait', refusal } : deny(refusal);
}

function stricter(a: RunMode, b: RunMode): RunMode {
  return runModes.indexOf(a) >= runModes.indexOf(b) ? a : b;
}
