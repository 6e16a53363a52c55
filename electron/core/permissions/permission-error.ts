// What the three permission errors carry for the asker's program: the scope, the resource, and how the user grants it.
import { grantCommand } from './suggested-command.ts';
import type { LackedPermission } from '../../../contract/refusals.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { PermissionRequest } from './rule.ts';
import type { Rules } from './rule-index.ts';

/** `denied` is the grant that stands in the way, if one does. */
export function lackedPermission(request: PermissionRequest, denied: Grant | null): LackedPermission {
  const { scope, tool, resources } = request;
  const remedy = denied ? `pilothouse grants revoke ${denied.id}` : grantCommand(request);
  return { scope, tool, resource: resources[0] ?? { kind: 'any' }, remedy };
}

/** Whether the user has let this asker do as much with other tools: then it is this tool that is not on the list. */
export function allowsOtherTools(request: PermissionRequest, grants: Rules, now: number): boolean {
  for (const rule of grants.all()) {
    const { subject, scope, resource, tools, effect, agentId, expiresAt } = rule;
    if (effect !== 'allow' || tools === null || scope !== request.scope) continue;
    if (subject && !request.subjects.some(({ kind, id }) => kind === subject.kind && id === subject.id)) continue;
    if (agentId !== null && agentId !== request.agentId) continue;
    if (expiresAt !== null && expiresAt <= now) continue;
    if (resource.kind === 'any' || request.resources.some(place => JSON.stringify(place) === JSON.stringify(resource)))
      return true;
  }
  return false;
}
