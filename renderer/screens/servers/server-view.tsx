// The tab of the MCP servers: which one is not fine and when it tries again, and the detail of one.
import { Library } from 'lucide-react';
import { goTo } from '../../frame/route.ts';
import { useOpenRow } from '../../frame/use-open-row.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/layout.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { reviewsWaiting } from '../../store/offered-tools.ts';
import { formatBytes } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { tokensSentence } from '../../words/token-words.ts';
import { ServerDetail } from './detail/server-detail.tsx';
import { serverColumns } from './server-columns.tsx';
import { type ServerTotals, serversShown, serverTotals } from './server-list.ts';
import { detailPath, readDetailPath } from './server-paths.ts';
import { useUsage } from './use-usage.ts';

interface ServerViewProps {
  readonly selected: string | null;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** The list and the detail of one. */
export function ServerView({ selected, filter, onFilter }: ServerViewProps) {
  const snapshot = useSnapshot();
  const usage = useUsage();
  const totals = serverTotals(snapshot, usage);
  const now = useNow();
  const { serverId, tab } = readDetailPath(selected);
  const rows = serversShown(snapshot.servers, filter);
  const select = (id: string) => goTo('servers', detailPath(id, tab));
  const current = useOpenRow('servers', rows, serverId, { open: select });
  if (totals.all === 0) return <NoServers />;
  return (
    <div className="panes">
      <section className="pane server-list" aria-label={t('Servers')}>
        <div className="scrolls" tabIndex={-1}>
          <DataTable
            label={t('Servers')}
            roomy
            columns={serverColumns(now, usage, reviewsWaiting(snapshot.tools))}
            rows={rows}
            rowId={server => server.id}
            selected={current?.id ?? null}
            onSelect={select}
          />
          {rows.length === 0 ? <NoneMatches filter={filter} hidden={totals.all} onClear={() => onFilter('')} /> : null}
        </div>
        <Footer totals={totals} />
      </section>
      {current ? (
        <ServerDetail key={current.id} server={current} now={now} usage={usage[current.id] ?? null} tab={tab} />
      ) : null}
    </div>
  );
}

function Footer({ totals }: { totals: ServerTotals }) {
  const { running, all, tools, toolBytes, rssBytes } = totals;
  return (
    <div className="foot">
      <span className="muted ellipsis">
        {t(
          '{running} of {all} running, {tools, plural, =0 {no tools} one {# tool} other {# tools}} offered, {tokens}',
          {
            running: String(running),
            all: String(all),
            tools,
            tokens: tokensSentence(toolBytes),
          },
        )}
      </span>
      <span className="fill" />
      {rssBytes === null ? null : (
        <span className="subtle" title={t('Memory of all servers together')}>
          {formatBytes(rssBytes)}
        </span>
      )}
    </div>
  );
}

function NoServers() {
  return (
    <Empty
      title={t('No server yet')}
      text={t(
        'Type a command, paste an mcpServers JSON or import those of another app; nothing runs before you approve it.',
      )}
    >
      <ActButton look="primary" onClick={() => goTo('servers', '+')}>
        {t('Add the first server')}
      </ActButton>
      <Button icon={Library} onClick={() => goTo('catalogue')}>
        {t('Find one in the catalogue')}
      </Button>
    </Empty>
  );
}

function NoneMatches({ filter, hidden, onClear }: { filter: string; hidden: number; onClear: () => void }) {
  const sentence = t('No server matches {filter}. {count, plural, one {# server is} other {# servers are}} hidden.', {
    filter,
    count: hidden,
  });
  return <NoMatch sentence={sentence} onClear={onClear} />;
}
