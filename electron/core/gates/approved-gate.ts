// Gate 2: the asker's credential still stands.
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function approvedGate({ client, agent }: GatedCall): GateVerdict {
  if (client) return pass;
  return deny(
    'ERR_PERMISSION_DENIED',
    'client revoked',
    `The credential of ${agent.name} was revoked. Ask the user for a new one.`,
  );
}
