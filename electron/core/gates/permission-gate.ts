// Gate 5: the permission decision, in the words of a refusal.
import { scopes } from '../../contract/permissions.ts';
import { decide } from '../permissions/decide.ts';
import { isOwner } from '../tabs/tab-registry.ts';
import { deny } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function permissionGate(call: GatedCall): GateVerdict {
  const { client, agent, scope, tool, resources, readOnly, target } = call;
  if (!client) return deny('ERR_PERMISSION_DENIED', 'client revoked', `The credential of ${agent.name} was revoked.`);
  const ownTab = target.kind === 'browser' && (target.tab ? isOwner(target.tab, agent.id) : !target.needsTab);
  const decision = decide(
    { client, agentId: agent.id, scope, tool, resources, readOnly, ownTab },
    call.grants,
    call.now,
  );
  if (decision.kind === 'ask') return { kind: 'ask' };
  if (decision.kind === 'allow') return { kind: 'pass', rule: decision.rule, grant: decision.grant };
  if (!decision.grant)
    return deny(
      'ERR_READ_ONLY',
      decision.rule,
      `${client.name} may only read, and ${tool} acts. The user can change that in Pilothouse under Agents.`,
    );
  return deny(
    'ERR_PERMISSION_DENIED',
    decision.rule,
    `The user does not let ${client.name} ${scopes[scope].sentence} (${scope}). They can revoke grant ${decision.grant.id} in Pilothouse under Permissions.`,
  );
}
