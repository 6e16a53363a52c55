// Beside the list of hubs: the chosen hub, the policy in force with who lags, and its earlier versions.

import { policyInForce } from '../../../contract/fleet.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts, PaneHead } from '../../parts/layout.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { formatDuration, formatMoment, formatWhen } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { HubDetail } from './hub-detail.tsx';
import { policyReach } from './hub-list.ts';
import { OwnHub } from './own-hub.tsx';
import { SignedActions } from './signed-actions.tsx';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetHub, FleetState } from '../../../contract/schemas/fleet.ts';

interface AsideProps {
  readonly fleet: FleetState;
  /** The chosen one. */
  readonly hub: FleetHub | null;
  readonly hubs: readonly FleetHub[];
  readonly now: number;
}

export function FleetAside({ fleet, hub, hubs, now }: AsideProps) {
  if (hub) return <HubDetail fleet={fleet} hub={hub} now={now} />;
  return (
    <aside className="pane fleet-aside scrolls" aria-label={t('Policy of the fleet')} tabIndex={-1}>
      <PolicyInForce fleet={fleet} hubs={hubs} now={now} />
      <SignedActions fleet={fleet} />
      <Versions policy={fleet.policy} now={now} />
      <PaneHead title={t('This hub')} />
      <OwnHub fleet={fleet} />
      <Connection fleet={fleet} />
    </aside>
  );
}

function PolicyInForce({ fleet: { policy }, hubs, now }: Pick<AsideProps, 'fleet' | 'hubs' | 'now'>) {
  if (!policyInForce(policy) || policy === null)
    return (
      <>
        <PaneHead title={t('Policy of the fleet')} />
        <div className="section">
          <p className="subtle">{t('None is in force. Your own rules decide alone.')}</p>
          {policy?.fault ? <PolicyFault fault={policy.fault} /> : null}
        </div>
      </>
    );
  const { have, all, behind } = policyReach(hubs, policy.version);
  const names = namesOf(behind);
  return (
    <>
      <PaneHead title={t('Policy {version}', { version: String(policy.version) })} note={t('above your grants')} />
      <div className="section">
        <Facts
          facts={[
            [t('Signed'), <SignedBy key="signed" by={policy.signedBy} at={policy.signedAt} now={now} />],
            [t('In force'), t('since {time}', { time: formatWhen(policy.appliedAt, now) })],
            [t('Rules'), String(policy.rules)],
            [t('Reached'), t('{have} of {all} hubs', { have: String(have), all: String(all) })],
            ...(names === '' ? [] : [[t('Behind'), names] as const]),
          ]}
        />
        {policy.pausesAll ? <p>{t('It pauses all agents on every hub.')}</p> : null}
        {policy.fault ? <PolicyFault fault={policy.fault} /> : null}
      </div>
    </>
  );
}

/** Why a newer one was not taken. */
function PolicyFault({ fault }: { fault: Reason }) {
  const isUnknown = fault.kind === 'fleet-policy-fault' && fault.so === 'unknown-key';
  return (
    <p className="said" role="alert">
      <Shape tone="crashed" />
      <span>
        {isUnknown ? (
          t(
            'A policy that was published is signed by a key that nobody has named here ({key}), so it was not taken. If you trust that key, name it below.',
            { key: fault.thing },
          )
        ) : (
          <ReasonText reason={fault} />
        )}
      </span>
    </p>
  );
}

/** The first of them; how many there are is told beside. */
function namesOf(hubs: readonly FleetHub[]): string {
  return hubs
    .slice(0, 8)
    .map(({ name }) => name)
    .join(', ');
}

function SignedBy({ by, at, now }: { by: string; at: number; now: number }) {
  return <span title={formatMoment(at)}>{t('signed by {name}, {time}', { name: by, time: formatWhen(at, now) })}</span>;
}

function Versions({ policy, now }: { policy: FleetState['policy']; now: number }) {
  // One that was not taken was published too.
  const newest = JSON.stringify([policy?.version, policy?.fault]);
  const asked = useRequest(`versions ${newest}`, link => link.request('fleet:policy-versions', {}));
  return (
    <>
      <PaneHead title={t('Versions')} />
      <div className="section">
        {asked.kind === 'loading' ? <p className="subtle">{t('Asking the fleet')}</p> : null}
        {asked.kind === 'failed' ? <p className="subtle">{asked.sentence}</p> : null}
        {asked.kind === 'there' && asked.value.versions.length === 0 ? (
          <p className="subtle">{t('None was published yet.')}</p>
        ) : null}
        {asked.kind === 'there' ? (
          <Facts
            facts={asked.value.versions.map(one => [
              String(one.version),
              <SignedBy key="by" by={one.signedBy} at={one.signedAt} now={now} />,
            ])}
          />
        ) : null}
      </div>
    </>
  );
}

function Connection({ fleet }: { fleet: FleetState }) {
  const { outbox } = fleet;
  return (
    <>
      <PaneHead title={t('Connection')} />
      <div className="section">
        <Facts
          facts={[
            [t('Address'), <Foreign key="address" text={fleet.address} middle max={60} />],
            [t('Round trip'), formatDuration(fleet.roundTripMs)],
            [t('Encrypted'), fleet.tls ? t('yes, TLS') : t('no')],
            [t('Waiting audit'), String(outbox.audit)],
            [t('Waiting traces'), String(outbox.traces)],
            [t('Dropped traces'), String(outbox.dropped)],
          ]}
        />
      </div>
    </>
  );
}
