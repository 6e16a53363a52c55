// The chosen hub: its state, what it tells of itself, and the way to its panel; of one's own, what can be changed.
import { permissionPath } from '../../frame/permission-paths.ts';
import { goTo, routeHref } from '../../frame/route.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { DetailPane, Facts, PaneHead } from '../../parts/layout.tsx';
import { formatWhen, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { runModeWords } from '../../words/mode-words.ts';
import { heardOf, presenceWords } from './fleet-words.ts';
import { OpenPanelLink } from './open-panel.tsx';
import { OwnHub } from './own-hub.tsx';
import type { FleetHub, FleetState } from '../../../contract/schemas/fleet.ts';

interface DetailProps {
  readonly fleet: FleetState;
  readonly hub: FleetHub;
  readonly now: number;
}

export function HubDetail({ fleet, hub, now }: DetailProps) {
  const away = presenceWords(hub, heardOf(fleet), now);
  return (
    <DetailPane
      label={t('Hub')}
      className="fleet-aside"
      onClose={() => goTo('fleet')}
      head={
        <>
          <h2 className="fill ellipsis">
            <Foreign text={hub.name} />
          </h2>
          <OpenPanelLink hub={hub} />
        </>
      }
    >
      <div className="section">
        <Facts
          facts={[
            [t('State'), away ?? t('online since {time}', { time: formatWhen(hub.startedAt, now) })],
            [t('Mode'), runModeWords[hub.mode]],
            [t('Version'), <Foreign key="version" text={hub.version} />],
            [t('System'), <Foreign key="os" text={hub.os} />],
            [t('Roles'), hub.roles.join(', ') || missing],
            [t('Policy'), hub.policy === null || hub.policy === 0 ? t('none') : String(hub.policy)],
            [t('Its panel'), opensWords(hub)],
          ]}
        />
      </div>
      {hub.isSelf ? <OwnHub fleet={fleet} /> : null}
      {hub.isSelf ? <WhoLooks /> : null}
      <Names title={t('Agents')} names={hub.agents?.map(({ name }) => name) ?? null} />
      <Names title={t('Servers')} names={hub.servers?.map(({ name, state }) => `${name}, ${state}`) ?? null} />
    </DetailPane>
  );
}

function WhoLooks() {
  return (
    <p className="section subtle">
      {t('Which hubs may look at this panel, and answer its questions, is a grant like any other.')}{' '}
      <a className="link" href={routeHref('permissions', permissionPath('grants'))}>
        {t('Grants')}
      </a>
    </p>
  );
}

/** Of a hub as a whole: which hubs may open it, only its owner sees. */
function opensWords({ isSelf, opens }: FleetHub): string {
  if (isSelf) return t('this one');
  if (!opens.read) return t('its owner lets no other hub look; that can be allowed there, under Permissions');
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
