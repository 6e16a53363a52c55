// "Why was I asked?": the rules that nearly speak of a call, and what differs.
import { ruleCode } from '../../../contract/call-rules.ts';
import { resourceWords } from '../../../contract/resource-words.ts';
import { sitesAbove } from '../../../contract/sites.ts';
import { decide, sameResource } from './decide.ts';
import { specificity } from './rule.ts';
import { grantCommand } from './suggested-command.ts';
import type { Explanation } from '../../../contract/schemas/grants.ts';
import type { Resource, Subject } from '../../../contract/schemas/permissions.ts';
import type { PermissionRequest, Rule } from './rule.ts';
import type { Rules } from './rule-index.ts';

type Difference = Explanation['nearest'][number]['differs'][number];

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
  const found: (Difference | false)[] = [
    subject !== null &&
      !request.subjects.some(({ kind, id }) => kind === subject.kind && id === subject.id) &&
      difference('subject', subjectWords(subject), request.subjects.map(subjectWords).join(' and ')),
    agentId !== null && agentId !== request.agentId && difference('agent', agentId, request.agentId || 'any agent'),
    scope !== request.scope && difference('scope', scope, request.scope),
    tools !== null && !tools.includes(request.tool) && difference('tool', tools.join(', '), request.tool || 'any tool'),
    !covers(resource, request.resources) &&
      difference('place', resourceWords(resource), placesWords(request.resources)),
    reading && !request.readOnly && difference('reading', 'only what reads', 'it acts'),
    expiresAt !== null &&
      expiresAt <= now &&
      difference('time', `ended at ${new Date(expiresAt).toISOString()}`, 'now'),
  ];
  return found.filter(item => item !== false);
}

function difference(what: Difference['what'], rule: string, call: string): Difference {
  return { what, rule, call };
}

function covers(place: Resource, touched: readonly Resource[]): boolean {
  if (place.kind === 'any') return true;
  return touched.some(resource => {
    if (resource.kind !== 'site' || place.kind !== 'site') return sameResource(resource, place);
    return sitesAbove(resource.origin).includes(place.origin);
  });
}

function subjectWords({ kind, id }: Subject): string {
  return `${kind} ${id}`;
}

function placesWords(resources: readonly Resource[]): string {
  return resources.length === 0 ? 'no place' : resources.map(resourceWords).join(', ');
}
