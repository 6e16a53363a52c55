// Gate 5: an agent stays on the sites of the plan that the user agreed to last, whatever it says of itself. It may always close a tab.
import { isInPlan } from '../permissions/plan.ts';
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

export function planGate({ agent, resources, scope, target }: GatedCall): GateVerdict {
  const { plan } = agent;
  if (!plan || target.kind !== 'browser' || scope === 'browser:tabs.create') return pass;
  const away = resources.find(resource => resource.kind === 'site' && !isInPlan(plan, resource.origin));
  return away?.kind === 'site' ? deny({ kind: 'off-plan', site: away.origin, domains: plan.domains.join(', ') }) : pass;
}
