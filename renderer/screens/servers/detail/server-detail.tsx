// One server: what can be done with it, its state in words, and everything that is known of it in tabs.
import { useState } from 'react';
import { goTo, routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { type TabPart, Tabs } from '../../../parts/tabs.tsx';
import { formatClock } from '../../../words/format.ts';
import { t, tIn } from '../../../words/language.ts';
import { serverActions } from '../../../words/server-actions.ts';
import { serverSentence, serverWords } from '../../../words/server-words.ts';
import { ConfigTab } from '../config/config-tab.tsx';
import { EnvironmentTab } from '../config/environment-tab.tsx';
import { SandboxTab } from '../config/sandbox-tab.tsx';
import { NowTab } from '../now/now-tab.tsx';
import { ServerLog } from '../now/server-log.tsx';
import { toolsOfServer } from '../server-list.ts';
import { detailPath, type ServerTab } from '../server-paths.ts';
import { FillIn } from './fill-in.tsx';
import { InstalledPart } from './installed-part.tsx';
import { OffersTab, useOffers } from './offers-tab.tsx';
import { ServerApproval } from './server-approval.tsx';
import { ServerHead } from './server-head.tsx';
import { ServerTools } from './server-tools.tsx';
import { SharedPart } from './shared-part.tsx';
import { SiteServer } from './site-server.tsx';
import { StrayData } from './stray-data.tsx';
import { type ConfigAnswer, useConfig } from './use-config.ts';
import type { Server, ServerUsage } from '../../../../contract/schemas/servers.ts';

interface ServerDetailProps {
  readonly server: Server;
  readonly now: number;
  readonly usage: ServerUsage | null;
  readonly tab: ServerTab;
}

export function ServerDetail({ server, now, usage, tab }: ServerDetailProps) {
  const [turn, setTurn] = useState(0);
  const config = useConfig(server, turn);
  const parts = useParts({ server, now, usage }, config);
  return (
    <DetailPane
      fixed
      label={t('Server {name}', { name: server.name })}
      onClose={() => goTo('servers')}
      head={<ServerHead server={server} />}
    >
      <StateBlock server={server} now={now} />
      <InstalledPart server={server} />
      <SharedPart server={server} />
      <SiteServer server={server} />
      <StrayData server={server} />
      <FillIn
        server={server}
        placeholders={config.kind === 'there' ? config.value.placeholders : []}
        onFilled={() => setTurn(turn + 1)}
      />
      {serverActions(server).approve ? <ServerApproval server={server} config={config} /> : null}
      <Tabs
        label={t('About {name}', { name: server.name })}
        value={tab}
        onChoose={next => goTo('servers', detailPath(server.id, next))}
        parts={parts}
      />
    </DetailPane>
  );
}

/** The tabs; what a server lists is asked for once, for their counts too. */
function useParts({ server, now, usage }: Omit<ServerDetailProps, 'tab'>, config: ConfigAnswer): TabPart<ServerTab>[] {
  const tools = toolsOfServer(useSnapshot().tools, server.id);
  const offers = useOffers(server);
  const counts = offers.kind === 'there' ? offers.value.counts : null;
  const held = tools.filter(tool => tool.held !== null).length;
  return [
    { value: 'now', label: t('Now'), body: () => <NowTab server={server} now={now} usage={usage} /> },
    { value: 'log', label: t('Log'), body: () => <ServerLog serverId={server.id} /> },
    {
      value: 'tools',
      label: t('Tools'),
      count: tools.length,
      asks: held > 0,
      body: () => <ServerTools server={server} tools={tools} />,
    },
    {
      value: 'resources',
      label: t('Resources'),
      count: counts && counts.resources + counts.templates,
      body: () => <OffersTab server={server} offers={offers} kind="resources" />,
    },
    {
      value: 'prompts',
      label: t('Prompts'),
      count: counts && counts.prompts,
      body: () => <OffersTab server={server} offers={offers} kind="prompts" />,
    },
    {
      value: 'environment',
      label: server.kind === 'http' || server.kind === 'sse' ? tIn('server', 'Headers') : t('Environment'),
      body: () => <EnvironmentTab server={server} config={config} />,
    },
    { value: 'sandbox', label: t('Sandbox'), body: () => <SandboxTab server={server} /> },
    { value: 'config', label: t('Config'), body: () => <ConfigTab server={server} config={config} /> },
  ];
}

/** States whose reason is a short word on what the whole log tells. */
const leadsToLog: ReadonlySet<Server['state']['kind']> = new Set([
  'crashed',
  'waiting',
  'failed',
  'degraded',
  'starting',
]);

function StateBlock({ server, now }: { server: Server; now: number }) {
  const { tone } = serverWords(server.state, now);
  const sentence = serverSentence(server, now);
  if (!sentence) return null;
  return (
    <div className={`state mt-3 ${tone}`} role="group" aria-label={t('State')}>
      <Shape tone={tone} />
      <b>
        <Foreign text={sentence.title} />
      </b>
      <span className="muted">{t('since {time}', { time: formatClock(server.state.since) })}</span>
      <p>
        <Foreign text={sentence.text} />
        {leadsToLog.has(server.state.kind) ? (
          <>
            {' '}
            <a className="link" href={routeHref('servers', detailPath(server.id, 'log'))}>
              {t('Open log')}
            </a>
          </>
        ) : null}
      </p>
    </div>
  );
}
