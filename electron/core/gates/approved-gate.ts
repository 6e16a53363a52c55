// Gate 2: the asker's credential still stands, and who has none was not shut out.
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function approvedGate({ client, agent }: GatedCall): GateVerdict {
  if (client?.admitted === false) return deny('ERR_PERMISSION_DENIED', 'client shut out', shutOutSentence(client.name));
  if (client) return pass;
  return deny(
    'ERR_PERMISSION_DENIED',
    'client revoked',
    `The credential of ${agent.name} was revoked. Ask the user for a new one.`,
  );
}

/** Also for what a wire answers without a call. */
export function shutOutSentence(name: string): string {
  return `The user shut ${name} out. They can let it in again in Pilothouse under Agents.`;
}
