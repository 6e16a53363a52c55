// What a call asks of the permissions: the part of it that a decision reads.

import { clientSubjects } from '../../../contract/fleet-client-id.ts';
import { fileOrigin, originOf } from '../../../contract/sites.ts';
import { isOwner } from '../tabs/tab-registry.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { Subject } from '../../../contract/schemas/permissions.ts';
import type { PermissionRequest } from '../permissions/rule.ts';
import type { GatedCall } from './gate.ts';

export function permissionRequest(call: GatedCall): PermissionRequest {
  const { client, agent, scope, tool, resources, readOnly, target, ownTool = false } = call;
  const ownTab = target.kind === 'browser' && (target.tab ? isOwner(target.tab, agent.id) : !target.needsTab);
  return {
    subjects: subjectsOf(agent),
    start: call.grantedOnly ? null : (client?.start ?? null),
    verified: client?.verified ?? false,
    grantedOnly: call.grantedOnly ?? false,
    agentId: agent.id,
    scope,
    tool,
    resources,
    readOnly,
    fromTab: agent.fromTab,
    ownTab,
    ownTool,
  };
}

/** The client with the hub that it is of, and the origin of a page that came with its credential. */
export function subjectsOf({ clientId, origin }: Pick<Agent, 'clientId' | 'origin'>): Subject[] {
  const site = origin === undefined ? null : origin === fileOrigin ? origin : originOf(origin);
  const client = clientSubjects(clientId);
  return site === null ? client : [...client, { kind: 'origin', id: site }];
}
