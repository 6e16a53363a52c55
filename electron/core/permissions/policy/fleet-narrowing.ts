// Which grants of the user a policy of the fleet takes something from. Pure.
import { sitesAbove } from '../../../../contract/sites.ts';
import { sameResource } from '../decide.ts';
import { rulesOf } from './read-policy.ts';
import type { FleetNarrowed } from '../../../../contract/schemas/fleet-policy-requests.ts';
import type { Grant, Resource } from '../../../../contract/schemas/permissions.ts';
import type { PolicyRule } from '../../../../contract/schemas/policy.ts';
import type { Rule } from '../rule.ts';

/** Each grant that allows once, with the first rule that denies all of it, or else the first that denies a part. */
export function narrowedBy(rules: readonly PolicyRule[], grants: readonly Grant[]): FleetNarrowed[] {
  const denies = rulesOf(rules, id => ({ kind: 'policy', id })).filter(({ effect }) => effect === 'deny');
  return grants.flatMap(grant => {
    if (grant.effect === 'deny') return [];
    const taking = denies.filter(one => takesFrom(one, grant));
    const whole = taking.find(one => takesAll(one, grant));
    const rule = whole ?? taking[0];
    return rule ? [{ grant, rule: rule.source.id, reason: rule.reason, isWhole: whole !== undefined }] : [];
  });
}

function takesFrom(rule: Rule, grant: Grant): boolean {
  const isSubject = !rule.subject || (rule.subject.kind === grant.subject.kind && rule.subject.id === grant.subject.id);
  // Who may call no tool of a server may not read from it either.
  const isScope =
    rule.scope === grant.scope ||
    (rule.scope === 'servers:call' && grant.scope === 'servers:read' && rule.tools === null);
  const isTool = !rule.tools || !grant.tools || rule.tools.some(tool => grant.tools?.includes(tool));
  return isSubject && isScope && isTool && meet(rule.resource, grant.resource);
}

/** Of a rule that takes from it. */
function takesAll(rule: Rule, grant: Grant): boolean {
  const isTools = !rule.tools || (grant.tools?.every(tool => rule.tools?.includes(tool)) ?? false);
  const isReading = !rule.reading || grant.reading;
  return isTools && isReading && rule.agentId === null && covers(rule.resource, grant.resource);
}

function covers(wide: Resource, narrow: Resource): boolean {
  if (wide.kind === 'any') return true;
  if (wide.kind === 'site' && narrow.kind === 'site') return sitesAbove(narrow.origin).includes(wide.origin);
  return sameResource(wide, narrow);
}

/** A tab may show any site. */
function meet(a: Resource, b: Resource): boolean {
  if (a.kind === 'any' || b.kind === 'any') return true;
  if (a.kind === 'site' && b.kind === 'site')
    return sitesAbove(a.origin).includes(b.origin) || sitesAbove(b.origin).includes(a.origin);
  return (a.kind === 'site' && b.kind === 'tab') || sameResource(a, b);
}
