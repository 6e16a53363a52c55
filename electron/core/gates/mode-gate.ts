// Gate 1: what the user allows all agents, or this one, to do right now.
import { runModes } from '../../../contract/entities.ts';
import { deny, pass } from './gate.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function modeGate({ mode: ofAll, agent, readOnly, tool }: GatedCall): GateVerdict {
  const mode = stricter(ofAll, agent.mode ?? 'running');
  const who = mode === ofAll ? 'All agents are' : 'This agent is';
  const rule = mode === ofAll ? `mode: ${mode}` : `mode: ${mode} (this agent)`;
  switch (mode) {
    case 'stopped':
      return deny('ERR_PAUSED', rule, `${who} stopped by the user. Do not call again before the user asks you to.`);
    case 'paused':
      return {
        kind: 'wait',
        code: 'ERR_PAUSED',
        rule,
        message: `${who} paused by the user. Call again when they run.`,
      };
    case 'read-only':
      if (readOnly) return pass;
      return deny(
        'ERR_READ_ONLY',
        rule,
        `${tool} acts, and the user allows reading only now. Use a reading tool, or call again later.`,
      );
    case 'running':
      return pass;
  }
}

export function stricter(a: RunMode, b: RunMode): RunMode {
  return runModes.indexOf(a) >= runModes.indexOf(b) ? a : b;
}
