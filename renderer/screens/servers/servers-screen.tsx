// Servers: which one is not fine and when it tries again, and the detail of one.
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { goTo } from '../../frame/route.ts';
import { useOpenRow } from '../../frame/use-open-row.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { reviewsWaiting } from '../../store/offered-tools.ts';
import { formatBytes } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { tokensSentence } from '../../words/token-words.ts';
import { AddServerSheet } from './add/add-server-sheet.tsx';
import { readDraft } from './add/read-draft.ts';
import { ServerDetail } from './detail/server-detail.tsx';
import { ExportSheet } from './export-sheet.tsx';
import { serverColumns } from './server-columns.tsx';
import { type ServerTotals, serversShown, serverTotals, type UsageById } from './server-list.ts';
import { detailPath, readDetailPath } from './server-paths.ts';
import { useUsage } from './use-usage.ts';

export function ServersScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const usage = useUsage();
  const [exporting, setExporting] = useState(false);
  const [filter, setFilter] = useState('');
  // `#/servers/+` opens the dialog, so that other screens can offer it and links can fill it.
  const draft = readDraft(selected);
  const totals = serverTotals(snapshot, usage);
  const { all, running } = totals;
  return (
    <>
      <ScreenBar
        title={t('Servers')}
        note={all === 0 ? undefined : t('{all}, {running} running', { all: String(all), running: String(running) })}
      >
        <FilterField label={t('Filter servers')} value={filter} onChange={setFilter} />
        {all === 0 ? null : (
          <Button icon={Download} onClick={() => setExporting(true)}>
            {t('Export')}
          </Button>
        )}
        <ActButton icon={Plus} onClick={() => goTo('servers', '+')}>
          {t('Add a server')}
        </ActButton>
      </ScreenBar>
      <ServerPanes selected={selected} usage={usage} totals={totals} filter={filter} onFilter={setFilter} />
      <AddServerSheet
        key={draft && selected !== '+' ? selected : 'blank'}
        draft={draft}
        open={draft !== null}
        onClose={() => goTo('servers')}
      />
      <ExportSheet open={exporting} onClose={() => setExporting(false)} />
    </>
  );
}

interface PanesProps {
  readonly selected: string | null;
  readonly usage: UsageById;
  readonly totals: ServerTotals;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** The list and the detail of one. */
function ServerPanes({ selected, usage, totals, filter, onFilter }: PanesProps) {
  const { servers, tools } = useSnapshot();
  const now = useNow();
  const { serverId, tab } = readDetailPath(selected);
  const rows = serversShown(servers, filter);
  const select = (id: string) => goTo('servers', detailPath(id, tab));
  const current = useOpenRow('servers', rows, serverId, select);
  if (totals.all === 0) return <NoServers />;
  return (
    <div className="panes">
      <section className="pane server-list" aria-label={t('Servers')}>
        <div className="scrolls" tabIndex={-1}>
          <DataTable
            label={t('Servers')}
            roomy
            columns={serverColumns(now, usage, reviewsWaiting(tools))}
            rows={rows}
            rowId={server => server.id}
            selected={current?.id ?? null}
            onSelect={select}
          />
          {rows.length === 0 ? <NoMatch filter={filter} hidden={totals.all} onClear={() => onFilter('')} /> : null}
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

function NoMatch({ filter, hidden, onClear }: { filter: string; hidden: number; onClear: () => void }) {
  return (
    <p className="line subtle p-4 text-xs" role="status">
      <span>
        {t('No server matches {filter}. {count, plural, one {# server is} other {# servers are}} hidden.', {
          filter,
          count: hidden,
        })}
      </span>
      <Button size="small" look="ghost" onClick={onClear}>
        {t('Clear filter')}
      </Button>
    </p>
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
    </Empty>
  );
}
