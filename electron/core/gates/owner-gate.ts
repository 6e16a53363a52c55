// Gate 4: an agent acts only in tabs that it owns. Ownership belongs to the connection, never to a field of the message.
import { deny, pass } from './gate.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function ownerGate({ target, agent, byUser, readOnly }: GatedCall): GateVerdict {
  const { tab, verb } = tabOf(target);
  if (!tab) return pass;
  const { owner, tabId } = tab;
  if (owner.kind === 'agent' && owner.agentId === agent.id) return pass;
  // The user may look at every tab of theirs, and acts in those that no agent works in.
  if (byUser && (owner.kind === 'you' || readOnly)) return pass;
  const agentId = owner.kind === 'you' ? null : owner.agentId;
  return deny({ kind: 'owner', tabId, act: verb, owner: owner.kind, agentId });
}

/** The tab in which it is done, where it is done in one that is there. */
function tabOf(target: GatedCall['target']): { readonly tab: Tab | null; readonly verb: string } {
  if (target.kind === 'hub' && target.within) return target.within;
  if (target.kind === 'browser' && target.needsTab) return target;
  return { tab: null, verb: '' };
}
