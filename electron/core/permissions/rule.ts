// A rule, wherever it comes from: a grant of the user, a line of the policy or of the fleet's, in the one form that the decision reads.
import type { CallRule } from '../../../contract/call-rules.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Grant, Resource, Subject } from '../../../contract/schemas/permissions.ts';

export interface Rule {
  readonly source: Extract<CallRule, { readonly kind: 'grant' | 'policy' | 'fleet' }>;
  readonly effect: 'allow' | 'deny';
  /** Null speaks of everybody. */
  readonly subject: Subject | null;
  /** Set when it speaks of this agent alone. */
  readonly agentId: string | null;
  readonly scope: Scope;
  readonly tools: readonly string[] | null;
  readonly reading: boolean;
  readonly resource: Resource;
  readonly expiresAt: number | null;
  /** What it was made of; null for a line of the policy. */
  readonly grant: Grant | null;
  /** Why, in the words of the policy. */
  readonly reason: string | null;
}

/** A call, as far as permissions are concerned. */
export interface PermissionRequest {
  /** Everybody who this asker is: its client, and the web origin of a page. */
  readonly subjects: readonly Subject[];
  /** How far a client may go before it asks; null for whoever is no client. */
  readonly start: 'ask' | 'own-tabs' | 'read-only' | null;
  /** Whether the client has a credential that the user made for it. */
  readonly verified: boolean;
  /** Whether it may do what a grant names and nothing besides: no policy allows it more. */
  readonly grantedOnly?: boolean;
  readonly agentId: string;
  readonly scope: Scope;
  /** Tool id. */
  readonly tool: string;
  /** What the call touches, from the widest to the narrowest: its server or plugin, or its site and tab. */
  readonly resources: readonly Resource[];
  readonly readOnly: boolean;
  /** The tab in which the page is that asks: what was allowed in another one is not allowed here. Absent where no page asks. */
  readonly fromTab?: Grant['tab'] | undefined;
  /** Whether the call acts in a tab that the asker owns, or opens one. */
  readonly ownTab: boolean;
  /** Whether the asker is a page whose own site has brought what is called. */
  readonly ownTool?: boolean;
}

export function ruleOf(grant: Grant): Rule {
  const { effect, subject, agentId, scope, tools, reading, resource, expiresAt } = grant;
  const said = { effect, subject, agentId, scope, tools, reading, resource, expiresAt };
  return { ...said, source: { kind: 'grant', id: grant.id }, grant, reason: null };
}

/** The more a rule says of a call, the higher. A named tool weighs most, then where, then who. */
export function specificity({ resource, tools, reading, agentId, subject }: Rule): number {
  return placeOf(resource) + (tools ? 4 : 0) + (reading ? 0.5 : 0) + (agentId ? 1 : 0) + (subject ? 0.25 : 0);
}

function placeOf(resource: Resource): number {
  switch (resource.kind) {
    case 'any':
      return 0;
    case 'server':
    case 'plugin':
      return 2;
    case 'site':
      // Of two wildcards the one with more labels is the narrower.
      return resource.origin.includes('//*.') ? 1 + resource.origin.split('.').length / 1_000 : 2;
    case 'tab':
      return 3;
  }
}
