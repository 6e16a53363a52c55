// Gate 7: the permission decision.
import { scopes } from '../../../contract/permissions.ts';
import { decide, sameResource } from '../permissions/decide.ts';
import { lackedPermission } from '../permissions/permission-error.ts';
import { deny } from './gate.ts';
import { permissionRequest } from './permission-request.ts';
import type { Decision } from '../permissions/decide.ts';
import type { PermissionRequest, Rule } from '../permissions/rule.ts';
import type { GatedCall, GateVerdict, UserCall } from './gate.ts';

export function permissionGate(call: GatedCall): GateVerdict {
  const { client, agent, tool } = call;
  if (!client) return deny({ kind: 'client-revoked', agent: agent.name });
  const request = withSubjects(permissionRequest(call), call.byUser);
  const decision = deniedBesides(call, request) ?? decide(request, call.grants, call.policy, call.now);
  if (call.byUser && decision.kind !== 'deny') return { kind: 'pass', rule: { kind: 'own-call' } };
  if (decision.kind === 'ask' || (decision.kind === 'allow' && !isMeant(call, decision.by))) return { kind: 'ask' };
  if (decision.kind === 'allow') return { kind: 'pass', rule: decision.rule, grant: decision.by?.grant ?? null };
  if (!decision.by) return deny({ kind: 'read-only-client', client: client.name, tool });
  const { grant, source, reason } = decision.by;
  const fleet = source.kind === 'fleet' && { fleet: { version: source.version, signer: source.signer } };
  const by = { by: source.kind, id: source.id, ...fleet, reason, client: client.name, frame: frameOf(call) };
  return deny({ kind: 'denied', ...by, ...lackedPermission(request, grant) });
}

/** What denies it at the other sites that it is about; null where nothing does. */
export function deniedBesides(
  { also = [], grants, policy, now }: GatedCall,
  asked: PermissionRequest,
): Decision | null {
  for (const { scope, site } of also) {
    const readOnly = !scopes[scope].acts;
    const there = { ...asked, scope, readOnly, resources: [{ kind: 'site', origin: site } as const] };
    const decision = decide(there, grants, policy, now);
    if (decision.kind === 'deny' && decision.by) return decision;
  }
  return null;
}

/** A rule that allows more was made for other things; a site counts where the rule names that one, and no wildcard above it. */
export function isMeant({ asksUser, resources }: Pick<GatedCall, 'asksUser' | 'resources'>, by: Rule | null): boolean {
  if (asksUser !== 'site') return asksUser === undefined || Boolean(by?.tools);
  return resources.some(resource => resource.kind === 'site' && by !== null && sameResource(resource, by.resource));
}

/** The page around a frame is not what is refused. */
function frameOf({ target, resources }: GatedCall): string | null {
  const site = resources.find(resource => resource.kind === 'site')?.origin;
  return target.kind === 'browser' && target.inFrame && site !== undefined ? site : null;
}

function withSubjects(request: PermissionRequest, byUser: UserCall | undefined): PermissionRequest {
  return byUser ? { ...request, subjects: [...request.subjects, ...byUser.subjects] } : request;
}
