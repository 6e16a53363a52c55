// Gate 6: a run makes no more calls than its budget has, a web origin no more at a time than its share (spec 003 "Rate Limiting").
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function limitsGate({ limits: { run, origin } }: GatedCall): GateVerdict {
  if (run && run.calls >= run.maxCalls)
    return deny(
      'ERR_BUDGET_EXCEEDED',
      `run: ${run.maxCalls} calls`,
      `The run ${JSON.stringify(run.id)} has made its ${run.maxCalls} calls. Tell the user how far you came, or open another run.`,
    );
  if (origin && origin.running >= origin.max)
    return deny(
      'ERR_RATE_LIMITED',
      `origin: ${origin.max} at a time`,
      `${origin.name} has ${origin.running} calls under way, and ${origin.max} at a time are let through. Call again when one has ended.`,
    );
  return pass;
}
