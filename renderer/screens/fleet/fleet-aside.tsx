// Beside the list of hubs: the chosen hub, the policy in force with who lags, and its earlier versions.

import { goTo } from '../../frame/route.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { DetailPane, Facts, PaneHead } from '../../parts/layout.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { formatDuration, formatMoment, formatWhen, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { runModeWords } from '../../words/mode-words.ts';
import { awayWords } from './fleet-words.ts';
import { policyReach } from './hub-list.ts';
import { SignedActions } from './signed-actions.tsx';
import type { FleetHub, FleetState } from '../../../contract/schemas/fleet.ts';

interface AsideProps {
  readonly fleet: FleetState;
  /** The chosen one. */
  readonly hub: FleetHub | null;
  readonly hubs: readonly FleetHub[];
  readonly now: number;
}

export function FleetAside({ fleet, hub, hubs, now }: AsideProps) {
  if (hub) return <HubDetail hub={hub} version={fleet.policy?.version ?? null} now={now} />;
  return (
    <aside className="pane fleet-aside scrolls" aria-label={t('Policy of the fleet')} tabIndex={-1}>
      <PolicyInForce fleet={fleet} hubs={hubs} now={now} />
      <SignedActions fleet={fleet} />
      <Versions version={fleet.policy?.version ?? null} now={now} />
      <Connection fleet={fleet} />
    </aside>
  );
}

function HubDetail({ hub, version, now }: { hub: FleetHub; version: number | null; now: number }) {
  const away = awayWords(hub, version, now);
  return (
    <DetailPane
      label={t('Hub')}
      className="fleet-aside"
      onClose={() => goTo('fleet')}
      head={
        <h2 className="fill ellipsis">
          <Foreign text={hub.name} />
        </h2>
      }
    >
      <div className="section">
        <Facts
          facts={[
            [t('State'), away ?? t('here since {time}', { time: formatWhen(hub.startedAt, now) })],
            [t('Mode'), runModeWords[hub.mode]],
            [t('Version'), <Foreign key="version" text={hub.version} />],
            [t('System'), <Foreign key="os" text={hub.os} />],
            [t('Roles'), hub.roles.join(', ') || missing],
            [t('Policy'), hub.policy === null ? t('none') : String(hub.policy)],
            [t('Its panel'), opensWords(hub)],
          ]}
        />
      </div>
      <Names title={t('Agents')} names={hub.agents?.map(({ name }) => name) ?? null} />
      <Names title={t('Servers')} names={hub.servers?.map(({ name, state }) => `${name}, ${state}`) ?? null} />
    </DetailPane>
  );
}

/** Of a hub as a whole: which hubs may open it, only its owner sees. */
function opensWords({ isSelf, opens }: FleetHub): string {
  if (isSelf) return t('this one');
  if (!opens.read) return t('its owner lets no other hub look');
  return opens.answer ? t('its owner lets some hubs look and answer questions') : t('its owner lets some hubs look');
}

function Names({ title, names }: { title: string; names: readonly string[] | null }) {
  return (
    <>
      <PaneHead title={title} note={names === null ? undefined : String(names.length)} />
      <div className="section">
        {names === null ? <p className="subtle">{t('Its owner does not show this.')}</p> : null}
        {names?.length === 0 ? <p className="subtle">{t('None.')}</p> : null}
        <ul>
          {names?.map((name, at) => (
            <li key={at}>
              <Foreign text={name} className="ellipsis" />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function PolicyInForce({ fleet: { policy }, hubs, now }: Pick<AsideProps, 'fleet' | 'hubs' | 'now'>) {
  if (policy === null)
    return (
      <>
        <PaneHead title={t('Policy of the fleet')} />
        <p className="section subtle">{t('None is in force. Your own rules decide alone.')}</p>
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
        {policy.fault ? (
          <p className="said" role="alert">
            <Shape tone="crashed" />
            <ReasonText reason={policy.fault} />
          </p>
        ) : null}
      </div>
    </>
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

function Versions({ version, now }: { version: number | null; now: number }) {
  const asked = useRequest(`versions ${version}`, link => link.request('fleet:policy-versions', {}));
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
