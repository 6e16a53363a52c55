// The policy of the fleet as it stands here: who signed it, its rules, which agents it stops. It stands above the policy file and all grants.
import { ruleCode } from '../../../../contract/call-rules.ts';
import { policyInForce } from '../../../../contract/fleet.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { formatWhen } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { CatalogueRules } from './catalogue-rules.tsx';
import { RuleTable } from './rule-table.tsx';
import type { FleetState } from '../../../../contract/schemas/fleet.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

export interface FleetRuleSet extends PanelResult<'fleet:policy'> {
  readonly policy: NonNullable<FleetState['policy']>;
}

/** Null where this hub is in no fleet, the fleet has no policy, or the hub has not answered yet. */
export function useFleetRules(): FleetRuleSet | null {
  const version = policyInForce(useSnapshot().hub.fleet?.policy)?.version ?? null;
  const asked = useRequest(version === null ? null : `rules ${version}`, link => link.request('fleet:policy', {}));
  if (version === null || asked.kind !== 'there' || asked.value.policy === null) return null;
  return { ...asked.value, policy: asked.value.policy };
}

/** No rule of the file has a slash in its id. */
export function fleetRowId(id: string): string {
  return `fleet/${id}`;
}

/** What the detail shows of one; null where the row is none of the fleet's. */
export function ruleOfFleet(fleet: FleetRuleSet | null, rowId: string) {
  const id = /^fleet\/(.*)$/s.exec(rowId)?.[1];
  if (id === undefined) return null;
  const { version = 0, signedBy: signer = '' } = fleet?.policy ?? {};
  const rule = fleet?.rules.find(one => one.id === id);
  return { id, rule, code: ruleCode({ kind: 'fleet', id, version, signer }) };
}

interface FleetRulesProps {
  readonly fleet: FleetRuleSet;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly now: number;
}

export function FleetRules({ fleet, selected, onSelect, now }: FleetRulesProps) {
  const { policy, rules, catalogue, stoppedAgents } = fleet;
  const facts = { name: policy.signedBy, time: formatWhen(policy.signedAt, now) };
  return (
    <section aria-label={t('Policy of the fleet')}>
      <PaneHead
        title={t('Policy {version} of the fleet', { version: String(policy.version) })}
        note={t('signed by {name}, {time}', facts)}
      />
      {policy.pausesAll ? <p className="section">{t('It pauses all agents on every hub.')}</p> : null}
      {stoppedAgents.length > 0 ? (
        <p className="section">
          {t('It stops these agents:')} <Foreign text={stoppedAgents.map(({ agent }) => agent).join(', ')} />
        </p>
      ) : null}
      {rules.length > 0 ? (
        <RuleTable
          label={t('Rules of the fleet')}
          rules={rules}
          rowId={fleetRowId}
          selected={selected}
          onSelect={onSelect}
        />
      ) : (
        <p className="section subtle">{t('No rule of it speaks of calls.')}</p>
      )}
      {catalogue ? <CatalogueRules catalogue={catalogue} /> : null}
    </section>
  );
}
