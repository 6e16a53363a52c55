// Gate 5: the permission decision, in the words of a refusal.
import { scopes } from '../../../contract/permissions.ts';
import { decide } from '../permissions/decide.ts';
import { permissionData } from '../permissions/permission-error.ts';
import { deny } from './gate.ts';
import { permissionRequest } from './permission-request.ts';
import type { PermissionRequest } from '../permissions/rule.ts';
import type { GatedCall, GateVerdict, UserCall } from './gate.ts';

export function permissionGate(call: GatedCall): GateVerdict {
  const { client, agent, scope, tool } = call;
  if (!client) return deny('ERR_PERMISSION_DENIED', 'client revoked', `The credential of ${agent.name} was revoked.`);
  const request = withSubjects(permissionRequest(call), call.byUser);
  const decision = decide(request, call.grants, call.policy, call.now);
  if (call.byUser && decision.kind !== 'deny') return { kind: 'pass', rule: 'your own call' };
  if (decision.kind === 'ask') return { kind: 'ask' };
  if (decision.kind === 'allow') return { kind: 'pass', rule: decision.rule, grant: decision.by?.grant ?? null };
  if (!decision.by)
    return deny(
      'ERR_READ_ONLY',
      decision.rule,
      `${client.name} may only read, and ${tool} acts. The user can change that in Pilothouse under Agents.`,
    );
  const { grant, name, reason } = decision.by;
  const who = grant ? 'The user does' : 'The policy of this machine does';
  const remedy = grant
    ? `They can revoke grant ${grant.id} in Pilothouse under Permissions, or with: pilothouse grants revoke ${grant.id}`
    : `It is the rule ${JSON.stringify(name.replace(/^policy /, ''))} of policy.json${reason ? ` (${reason})` : ''}; ask whoever keeps that file`;
  const message = `${who} not let ${client.name} ${scopes[scope].sentence}${inFrame(call)} (${scope}). ${remedy}.`;
  const data = permissionData(request, grant);
  return { kind: 'deny', code: 'ERR_PERMISSION_DENIED', rule: decision.rule, message, data, ...(grant && { grant }) };
}

/** The page around a frame is not what is refused. */
function inFrame({ target, resources }: GatedCall): string {
  const site = resources.find(resource => resource.kind === 'site')?.origin;
  return target.kind === 'browser' && target.inFrame && site !== undefined ? `, in a frame of ${site}` : '';
}

function withSubjects(request: PermissionRequest, byUser: UserCall | undefined): PermissionRequest {
  return byUser ? { ...request, subjects: [...request.subjects, ...byUser.subjects] } : request;
}
