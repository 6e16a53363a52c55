// Overview: does anything need me, and is it running; who talks to whom; what happened just now.
import { Plug, Plus } from 'lucide-react';

import { goTo } from '../../frame/route.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { ScreenBar } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { useRecent } from '../../parts/use-recent.ts';
import { connectedAgents } from '../../store/identity.ts';
import { formatCounted } from '../../words/format.ts';
import { JustNow } from './just-now.tsx';
import { LiveMap } from './live-map.tsx';
import { NeedsYou } from './needs-you.tsx';

export function OverviewScreen() {
  const snapshot = useSnapshot();
  const now = useNow();
  const entries = useRecent(200, {});
  const browsers = Object.values(snapshot.browsers).filter(({ state }) => state.kind === 'connected').length;
  const counts = [
    formatCounted(connectedAgents(snapshot).length, 'agent'),
    formatCounted(browsers, 'browser'),
    formatCounted(Object.keys(snapshot.servers).length, 'server'),
  ];
  return (
    <>
      <ScreenBar title="Overview" note={counts.join(', ')}>
        <ActButton look="ghost" icon={Plus} onClick={() => goTo('servers', '+')}>
          Add a server
        </ActButton>
        <Button icon={Plug} onClick={() => goTo('connect')}>
          Connect
        </Button>
      </ScreenBar>
      <div className="panes stack">
        <div className="pane fill">
          <NeedsYou now={now} />
          <LiveMap entries={entries} now={now} />
        </div>
        <JustNow entries={entries} />
      </div>
    </>
  );
}
