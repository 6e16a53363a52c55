// "Why was I asked?": the rules that nearly speak of a call, and what differs.
import { ruleCode } from '../../../contract/call-rules.ts';
import { sitesAbove } from '../../../contract/sites.ts';
import { decide, sameResource } from './decide.ts';
import { specificity } from './rule.ts';
import { grantCommand } from './suggested-command.ts';
import type { Difference, Explanation } from '../../../contract/schemas/grants.ts';
import type { Resource } from '../../../contract/schemas/permissions.ts';
import type { PermissionRequest, Rule } from './rule.ts';
import type { Rules } from './rule-index.ts';

const maxNearest = 5;

/** Pure: what decides, and the nearest rules that do not, those of the policy among them. */
export function explain(request: PermissionRequest, grants: Rules, policy: Rules, now: number): Explanation {
  const decision = decide(request, grants, policy, now);
  const near = [...policy.all(), ...grants.all()]
    .map(rule => ({ rule, differs: differences(rule, request, now) }))
    .filter(({ differs }) => differs.length > 0)
    .toSorted((a, b) => a.differs.length - b.differs.length || specificity(b.rule) - specificity(a.rule));
  return {
    decision: decision.kind,
    rule: decision.kind === 'ask' ? null : ruleCode(decision.rule),
    nearest: near
      .slice(0, maxNearest)
      .map(({ rule, differs }) => ({ rule: ruleCode(rule.source), effect: rule.effect, differs })),
    remedy: grantCommand(request),
  };
}

function differences(rule: Rule, request: PermissionRequest, now: number): Difference[] {
  const { subject, agentId, scope, tools, resource, reading, expiresAt } = rule;
  const { subjects, resources } = request;
  const found: (Difference | false)[] = [
    subject !== null &&
      !subjects.some(({ kind, id }) => kind === subject.kind && id === subject.id) && {
        what: 'subject',
        rule: subject,
        call: [...subjects],
      },
    agentId !== null && agentId !== request.agentId && { what: 'agent', rule: agentId, call: request.agentId || null },
    scope !== request.scope && { what: 'scope', rule: scope, call: request.scope },
    tools !== null && !tools.includes(request.tool) && { what: 'tool', rule: [...tools], call: request.tool || null },
    !covers(resource, resources) && { what: 'place', rule: resource, call: [...resources] },
    reading && !request.readOnly && { what: 'reading' },
    expiresAt !== null && expiresAt <= now && { what: 'time', endedAt: expiresAt },
  ];
  return found.filter(item => item !== false);
}

function covers(place: Resource, touched: readonly Resource[]): boolean {
  if (place.kind === 'any') return true;
  return touched.some(resource => {
    if (resource.kind !== 'site' || place.kind !== 'site') return sameResource(resource, place);
    return sitesAbove(resource.origin).includes(place.origin);
  });
}
