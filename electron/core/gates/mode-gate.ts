// Gate 1: what the user allows all agents to do right now.
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function modeGate({ mode, readOnly, tool }: GatedCall): GateVerdict {
  if (mode === 'paused')
    return deny('ERR_PAUSED', 'mode: paused', 'All agents are paused by the user. Call again when they run.');
  if (mode === 'read-only' && !readOnly) {
    return deny(
      'ERR_READ_ONLY',
      'mode: read-only',
      `${tool} acts, and the user allows reading only now. Use a reading tool, or call again later.`,
    );
  }
  return pass;
}
