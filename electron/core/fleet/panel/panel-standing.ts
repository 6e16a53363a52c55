// Whether another hub may look at this panel and answer here: a grant like any other, or a rule of a policy. Nothing by default, and no question.
import { decide } from '../../permissions/decide.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { FleetPanelRight } from '../../../../contract/schemas/fleet-panel.ts';
import type { Rules } from '../../permissions/rule-index.ts';

export interface PanelStandingOptions {
  readonly grants: () => Rules;
  readonly policy: () => Rules;
  readonly now: () => number;
}

/** Who may answer may look. */
export function panelRightOf({ grants, policy, now }: PanelStandingOptions, hub: string): FleetPanelRight | null {
  const may = (scope: Scope) => {
    const request = {
      ...{ subjects: [{ kind: 'hub' as const, id: hub }], start: null, verified: false, agentId: '' },
      ...{ scope, tool: '', resources: [], readOnly: scope === 'hub:panel', ownTab: false },
    };
    return decide(request, grants(), policy(), now()).kind;
  };
  const answers = may('hub:answer');
  if (may('hub:panel') === 'deny') return null;
  if (answers === 'allow') return 'answer';
  return may('hub:panel') === 'allow' ? 'read' : null;
}
