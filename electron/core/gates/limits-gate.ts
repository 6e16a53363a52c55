// Gate 8: a run makes no more calls than its budget has, a web origin no more at a time than its share (spec 003 "Rate Limiting").
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function limitsGate({ limits: { run, origin } }: GatedCall): GateVerdict {
  if (run && run.calls >= run.maxCalls) return deny({ kind: 'run', run: run.id, max: run.maxCalls });
  if (!origin || origin.running < origin.max) return pass;
  return deny({ kind: 'origin', origin: origin.name, running: origin.running, max: origin.max });
}
