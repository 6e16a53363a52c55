// Gate 5: an agent stays on the sites of the plan that the user agreed to last, whatever it says of itself, and a call on those that its
// own program names. It may always close a tab.
import { isInPlan } from '../permissions/plan.ts';
import { deny, pass } from './gate.ts';
import type { Resource } from '../../../contract/schemas/permissions.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function planGate({ agent, resources, scope, target }: GatedCall): GateVerdict {
  if (target.kind !== 'browser' || scope === 'browser:tabs.create') return pass;
  const { plan, heldTo } = agent;
  const site = siteOutside(resources, plan?.domains);
  if (site !== null) return deny({ kind: 'off-plan', site, domains: (plan?.domains ?? []).join(', '), by: 'user' });
  const away = siteOutside(resources, heldTo);
  return away === null
    ? pass
    : deny({ kind: 'off-plan', site: away, domains: (heldTo ?? []).join(', '), by: 'program' });
}

function siteOutside(resources: readonly Resource[], domains: readonly string[] | undefined): string | null {
  if (!domains) return null;
  const away = resources.find(resource => resource.kind === 'site' && !isInPlan({ domains }, resource.origin));
  return away?.kind === 'site' ? away.origin : null;
}
