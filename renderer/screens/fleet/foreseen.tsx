// What the policy of the fleet would mean here, before this hub joins: who signed it, and which grants it takes something from.
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatWhen } from '../../words/format.ts';
import { grantName } from '../../words/grant-words.ts';
import { t } from '../../words/language.ts';
import type { FleetForeseen } from '../../../contract/schemas/fleet-policy-requests.ts';
import type { FleetTried } from '../../../contract/schemas/fleet-requests.ts';

const listedAtMost = 8;

export function Foreseen({ tried: { trials, policy, policyFault } }: { tried: FleetTried }) {
  const now = useNow();
  if (trials.some(({ step, state }) => step !== 'signers' && state !== 'fine')) return null;
  const facts = policy && { name: policy.signedBy, time: formatWhen(policy.signedAt, now) };
  return (
    <>
      <PaneHead
        title={
          policy ? t('Policy {version} of the fleet', { version: String(policy.version) }) : t('Policy of the fleet')
        }
        note={facts ? t('signed by {name}, {time}', facts) : undefined}
      />
      <div className="section">
        {policy ? <Narrowed policy={policy} /> : null}
        {policyFault ? (
          <p>
            <ReasonText reason={policyFault} />
          </p>
        ) : null}
        {policy || policyFault ? null : <p className="subtle">{t('None was published yet.')}</p>}
      </div>
    </>
  );
}

function Narrowed({ policy: { narrowed, pausesAll } }: { policy: FleetForeseen }) {
  const snapshot = useSnapshot();
  const more = narrowed.length - listedAtMost;
  return (
    <>
      {pausesAll ? <p>{t('It pauses all agents on every hub.')}</p> : null}
      <p className="subtle">
        {narrowed.length === 0
          ? t('It takes nothing from your grants.')
          : t('Of your grants it takes, while it is in force:')}
      </p>
      <ul className="fleet-narrowed">
        {narrowed.slice(0, listedAtMost).map(({ grant, isWhole }) => (
          <li key={grant.id}>
            <Foreign text={grantName(snapshot, grant)} className="fill ellipsis" />
            <Status tone={isWhole ? 'crashed' : 'attention'}>{isWhole ? t('all of it') : t('a part of it')}</Status>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="subtle">{t('and {count} more', { count: String(more) })}</p> : null}
    </>
  );
}
