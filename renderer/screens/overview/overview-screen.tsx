// Overview: does anything need me, and is it running; who talks to whom; what happened just now.
import { List, Plug, Plus, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { goTo } from '../../frame/route.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { ScreenBar } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { useRecent } from '../../parts/use-recent.ts';
import { connectedPrograms } from '../../store/connected-agents.ts';
import { keep, readKept } from '../../store/kept.ts';
import { t } from '../../words/language.ts';
import { JustNow } from './just-now.tsx';
import { LiveMap } from './live-map.tsx';
import { MapList } from './map-list.tsx';
import { NeedsYou } from './needs-you.tsx';

export function OverviewScreen() {
  const snapshot = useSnapshot();
  const now = useNow();
  const entries = useRecent(200, {});
  const [asList, setAsList] = useAsList();
  const counts = {
    agents: connectedPrograms(snapshot).length,
    browsers: Object.values(snapshot.browsers).filter(({ state }) => state.kind === 'connected').length,
    servers: Object.keys(snapshot.servers).length,
  };
  return (
    <>
      <ScreenBar
        title={t('Overview')}
        note={t(
          '{agents, plural, =0 {no agents} one {# agent} other {# agents}}, {browsers, plural, =0 {no browsers} one {# browser} other {# browsers}}, {servers, plural, =0 {no servers} one {# server} other {# servers}}',
          counts,
        )}
      >
        <Button look="ghost" icon={asList ? Waypoints : List} onClick={() => setAsList(!asList)}>
          {asList ? t('View as map') : t('View as list')}
        </Button>
        <ActButton look="ghost" icon={Plus} onClick={() => goTo('servers', '+')}>
          {t('Add a server')}
        </ActButton>
        <Button icon={Plug} onClick={() => goTo('connect')}>
          {t('Connect')}
        </Button>
      </ScreenBar>
      <div className="panes stack">
        <div className="pane fill">
          <NeedsYou now={now} />
          {asList ? <MapList entries={entries} now={now} /> : <LiveMap entries={entries} now={now} />}
        </div>
        <JustNow entries={entries} />
      </div>
    </>
  );
}

const keptName = 'overview-as-list';

/** Whoever needs the list needs it the next time too. */
function useAsList(): [boolean, (asList: boolean) => void] {
  const [asList, setAsList] = useState(() => readKept(keptName, value => (value === true ? true : null)) ?? false);
  const choose = (next: boolean) => {
    keep(keptName, next);
    setAsList(next);
  };
  return [asList, choose];
}
