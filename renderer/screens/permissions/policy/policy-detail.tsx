// One rule of the policy, with its uses.
import { permissionPath } from '../../../frame/permission-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { Effect } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane, Facts } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { scopeTitle } from '../../../words/rule-words.ts';
import { RuleUses } from '../audit/rule-uses.tsx';
import { policyPlaces, policySubjects } from './policy-words.ts';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';

export type PolicyRow = PolicyState['rules'][number];

interface PolicyDetailProps {
  readonly id: string;
  /** Under which the audit keeps what it decided. */
  readonly code: string;
  readonly rule: PolicyRow | undefined;
  readonly now: number;
}

export function PolicyDetail({ id, code, rule, now }: PolicyDetailProps) {
  return (
    <DetailPane
      className="trace-detail"
      label={t('Rule {id}', { id })}
      onClose={() => goTo('permissions', permissionPath('policy'))}
      head={
        <h2 className="mono ellipsis fill">
          <Foreign text={id} />
        </h2>
      }
    >
      {rule ? (
        <RuleFacts rule={rule} />
      ) : (
        <p className="muted p-4 text-xs">
          {t('The policy has no rule of this name now. What it decided before stays in the audit.')}
        </p>
      )}
      <RuleUses rule={code} now={now} />
    </DetailPane>
  );
}

function RuleFacts({ rule }: { rule: PolicyRow }) {
  const snapshot = useSnapshot();
  const { effect, scopes, tools, reading, reason } = rule;
  const list = (items: readonly string[], none: string) => <Foreign text={items.join(', ') || none} />;
  return (
    <div className="section">
      <Facts
        facts={[
          [t('Effect'), <Effect key="effect" effect={effect} />],
          [t('Who'), <Foreign key="who" text={policySubjects(snapshot, rule)} />],
          [t('What'), list(scopes.map(scopeTitle), t('nothing'))],
          [t('How much'), list(tools ?? [], reading ? t('only what reads') : t('every tool'))],
          [t('Where'), <Foreign key="where" text={policyPlaces(snapshot, rule)} />],
          [t('Reason'), reason === null ? t('none given') : <Foreign key="reason" text={reason} />],
        ]}
      />
    </div>
  );
}
