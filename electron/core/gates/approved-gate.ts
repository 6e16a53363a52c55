// Gate 2: the asker's credential still stands, and who has none was not shut out.
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function approvedGate({ client, agent }: Pick<GatedCall, 'client' | 'agent'>): GateVerdict {
  if (!client) return deny({ kind: 'client-revoked', agent: agent.name });
  return client.admitted === false ? deny({ kind: 'client-shut-out', client: client.name }) : pass;
}
