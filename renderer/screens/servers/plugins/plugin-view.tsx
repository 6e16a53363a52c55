// The tab of the plugins: which one does not answer, who may register, and the detail of one.
import { missedPings, pluginTimes } from '../../../../contract/plugins.ts';
import { pluginPath } from '../../../frame/plugin-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { useOpenRow } from '../../../frame/use-open-row.ts';
import { Button } from '../../../parts/button.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Empty } from '../../../parts/layout.tsx';
import { NoMatch } from '../../../parts/no-match.tsx';
import { useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { detailBesideFrom } from '../../../parts/use-wide.ts';
import { formatSpan } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { Allowlist } from './allowlist.tsx';
import { pluginColumns } from './plugin-columns.tsx';
import { PluginDetail } from './plugin-detail.tsx';
import { type PluginTotals, pluginsShown, pluginTotals } from './plugin-list.ts';

interface PluginViewProps {
  readonly selected: string | null;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly onHelp: () => void;
}

export function PluginView({ selected, filter, onFilter, onHelp }: PluginViewProps) {
  const snapshot = useSnapshot();
  const now = useNow();
  const totals = pluginTotals(snapshot);
  const rows = pluginsShown(snapshot.plugins, filter);
  const select = (id: string) => goTo('servers', pluginPath(id));
  const current = useOpenRow('servers', rows, selected, {
    open: select,
    close: () => goTo('servers', pluginPath()),
    wideFrom: detailBesideFrom,
  });
  return (
    <div className="panes">
      <section className={`pane ${totals.all === 0 ? 'fill' : 'plugin-list'}`} aria-label={t('Plugins')}>
        <div className="scrolls" tabIndex={-1}>
          {totals.all === 0 ? <NoPlugins onHelp={onHelp} /> : null}
          {totals.all > 0 ? (
            <DataTable
              label={t('Plugins')}
              roomy
              columns={pluginColumns(now)}
              rows={rows}
              rowId={({ id }) => id}
              selected={current?.id ?? null}
              onSelect={select}
            />
          ) : null}
          {totals.all > 0 && rows.length === 0 ? (
            <NoneMatches filter={filter} hidden={totals.all} onClear={() => onFilter('')} />
          ) : null}
        </div>
        <Allowlist now={now} />
        {totals.all === 0 ? null : <Footer totals={totals} />}
      </section>
      {current ? <PluginDetail key={current.id} plugin={current} now={now} /> : null}
    </div>
  );
}

function Footer({ totals: { all, active, tools } }: { totals: PluginTotals }) {
  return (
    <div className="foot">
      <span className="muted ellipsis">
        {t('{active} of {all} active, {tools, plural, =0 {no tools} one {# tool} other {# tools}} offered', {
          active: String(active),
          all: String(all),
          tools,
        })}
      </span>
      <span className="fill" />
      <span
        className="subtle whitespace-nowrap"
        title={t('After {count} missed pings in a row a plugin is unreachable.', { count: String(missedPings) })}
      >
        {t('ping every {every}, {time} to answer', {
          every: formatSpan(pluginTimes.heartbeatMs),
          time: formatSpan(pluginTimes.pingMs),
        })}
      </span>
    </div>
  );
}

function NoPlugins({ onHelp }: { onHelp: () => void }) {
  return (
    <Empty
      title={t('No plugin yet')}
      text={t(
        'A plugin is an extension of Firefox that offers tools. It appears here by itself once it registers; nothing of it is called before you allow it.',
      )}
    >
      <Button onClick={onHelp}>{t('How to add one')}</Button>
    </Empty>
  );
}

function NoneMatches({ filter, hidden, onClear }: { filter: string; hidden: number; onClear: () => void }) {
  const sentence = t('No plugin matches {filter}. {count, plural, one {# plugin is} other {# plugins are}} hidden.', {
    filter,
    count: hidden,
  });
  return <NoMatch sentence={sentence} onClear={onClear} />;
}
