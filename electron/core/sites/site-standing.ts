// How a web origin stands to a scope: denied, allowed, or neither, in the order of spec 003 "Enforcement Flow". What the router decides about
// a call is its own to say; this says beforehand what the wire has a code for.

import { siteClientId } from '../../../contract/sites.ts';
import { decide } from '../permissions/decide.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Grant, Resource } from '../../../contract/schemas/permissions.ts';
import type { Rule } from '../permissions/rule.ts';
import type { Rules } from '../permissions/rule-index.ts';

export interface StandingAsk {
  readonly origin: string;
  readonly scope: Scope;
  /** Tool id, where it is about one. */
  readonly tool?: string;
  /** What it would be called at. */
  readonly resource?: Resource;
  readonly readOnly?: boolean;
  /** Its own site has brought the tool. */
  readonly ownTool?: boolean;
  /** Where its page is; absent where nobody knows. */
  readonly fromTab?: Grant['tab'];
}

export interface Book {
  readonly grants: { readonly rules: Rules; all(): readonly Grant[] };
  readonly policy: () => Rules;
  readonly now: () => number;
}

export type Standing =
  | { readonly kind: 'allow' | 'deny'; readonly by: Rule | null }
  /** `others`: it may do so with other tools or elsewhere. */
  | { readonly kind: 'none'; readonly others: readonly Grant[] };

export function standingOf({ grants, policy, now }: Book, ask: StandingAsk): Standing {
  const { origin, scope, tool = '', resource, readOnly = false, ownTool = false, fromTab } = ask;
  const resources: readonly Resource[] = resource ? [resource] : [];
  const subjects = [
    { kind: 'client' as const, id: siteClientId },
    { kind: 'origin' as const, id: origin },
  ];
  const request = {
    subjects,
    start: null,
    verified: false,
    agentId: '',
    scope,
    tool,
    resources,
    readOnly,
    fromTab,
    ownTab: false,
    ownTool,
  };
  const decision = decide(request, grants.rules, policy(), now());
  if (decision.kind !== 'ask') return { kind: decision.kind, by: decision.by };
  const others = grantsOf({ grants, now }, origin, scope).filter(({ effect }) => effect === 'allow');
  return { kind: 'none', others };
}

/** What an origin was granted or denied of a scope, without what has run out. */
export function grantsOf({ grants, now }: Pick<Book, 'grants' | 'now'>, origin: string, scope?: Scope): Grant[] {
  const isOver = ({ expiresAt }: Grant) => expiresAt !== null && expiresAt <= now();
  return grants
    .all()
    .filter(grant => grant.subject.kind === 'origin' && grant.subject.id === origin && !isOver(grant))
    .filter(grant => scope === undefined || grant.scope === scope);
}
