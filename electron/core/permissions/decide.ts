// The permission decision: a pure function of the request, the grants and the time.
import { scopes } from '../../contract/permissions.ts';
import type { Client } from '../../contract/entities.ts';
import type { Grant, Resource, Scope } from '../../contract/permissions.ts';

export interface PermissionRequest {
  readonly client: Client;
  readonly agentId: string;
  readonly scope: Scope;
  /** Tool id. */
  readonly tool: string;
  /** What the call touches, from the widest to the narrowest: its server, or its site and tab. */
  readonly resources: readonly Resource[];
  readonly readOnly: boolean;
  /** Whether the call acts in a tab that the asker owns, or opens one. */
  readonly ownTab: boolean;
}

export type Decision =
  | { readonly kind: 'allow'; readonly rule: string; readonly grant: Grant | null }
  | { readonly kind: 'deny'; readonly rule: string; readonly grant: Grant | null }
  | { readonly kind: 'ask' };

/** Any deny beats any allow; of rules with the same effect the most specific one is named; else the client's start decides. */
export function decide(request: PermissionRequest, grants: readonly Grant[], now: number): Decision {
  const fitting = grants.filter(grant => fits(grant, request, now)).toSorted((a, b) => specificity(b) - specificity(a));
  const deny = fitting.find(grant => grant.effect === 'deny');
  if (deny) return { kind: 'deny', rule: `grant ${deny.id}`, grant: deny };
  const { start } = request.client;
  if (start === 'read-only' && !request.readOnly) return { kind: 'deny', rule: 'read-only client', grant: null };
  const allow = fitting[0];
  if (allow) return { kind: 'allow', rule: `grant ${allow.id}`, grant: allow };
  // Whoever may use the gateway may read what servers offer to read: it is what their lists are for.
  if (request.scope === 'servers:read') return { kind: 'allow', rule: 'approved client', grant: null };
  // Seeing one's own tabs tells an agent nothing that it did not make itself.
  if (request.scope === 'browser:tabs.read') return { kind: 'allow', rule: 'own tabs', grant: null };
  if (start === 'read-only') return { kind: 'allow', rule: 'read-only client', grant: null };
  if (start === 'own-tabs' && request.ownTab && scopes[request.scope].risk !== 'high')
    return { kind: 'allow', rule: 'own tabs', grant: null };
  return { kind: 'ask' };
}

function fits(grant: Grant, request: PermissionRequest, now: number): boolean {
  return (
    grant.clientId === request.client.id &&
    (grant.agentId === null || grant.agentId === request.agentId) &&
    (grant.scope === request.scope || forbidsServer(grant, request)) &&
    (grant.tools === null || grant.tools.includes(request.tool)) &&
    (grant.expiresAt === null || now < grant.expiresAt) &&
    (grant.resource.kind === 'any' || request.resources.some(resource => sameResource(resource, grant.resource)))
  );
}

/** Who may call no tool of a server may not read from it either. */
function forbidsServer(grant: Grant, { scope }: PermissionRequest): boolean {
  return scope === 'servers:read' && grant.scope === 'servers:call' && grant.effect === 'deny' && grant.tools === null;
}

export function sameResource(a: Resource, b: Resource): boolean {
  switch (a.kind) {
    case 'any':
      return b.kind === 'any';
    case 'site':
      return b.kind === 'site' && a.origin === b.origin;
    case 'tab':
      return b.kind === 'tab' && a.browserId === b.browserId && a.tabId === b.tabId;
    case 'server':
      return b.kind === 'server' && a.serverId === b.serverId;
  }
}

function specificity(grant: Grant): number {
  const resource = { any: 0, server: 2, site: 2, tab: 3 }[grant.resource.kind];
  return resource + (grant.tools ? 4 : 0) + (grant.agentId ? 1 : 0);
}
