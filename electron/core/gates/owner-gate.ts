// Gate 4: an agent acts only in tabs that it owns. Ownership belongs to the connection, never to a field of the message.
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function ownerGate({ target, agent, byUser, readOnly }: GatedCall): GateVerdict {
  if (target.kind !== 'browser' || !target.needsTab || !target.tab) return pass;
  const { owner, tabId } = target.tab;
  if (owner.kind === 'agent' && owner.agentId === agent.id) return pass;
  // The user may look at every tab of theirs, and acts in those that no agent works in.
  if (byUser && (owner.kind === 'you' || readOnly)) return pass;
  const agentId = owner.kind === 'you' ? null : owner.agentId;
  return deny({ kind: 'owner', tabId, act: target.verb, owner: owner.kind, agentId });
}
