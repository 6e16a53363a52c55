// The tab of the sites: which one wants something, which misbehaves, what pages asked for just now, and the detail of one.
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { useOpenRow } from '../../../frame/use-open-row.ts';
import { ActButton } from '../../../parts/button.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { FilterField } from '../../../parts/filter-field.tsx';
import { Empty } from '../../../parts/layout.tsx';
import { NoMatch } from '../../../parts/no-match.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { detailBesideFrom } from '../../../parts/use-wide.ts';
import { formatShort } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { JustNow } from './just-now.tsx';
import { siteColumns } from './site-columns.tsx';
import { SiteDetail } from './site-detail.tsx';
import { filteredSites, type SiteRow, siteRows } from './site-rows.ts';
import { SiteRulesSheet } from './site-rules-sheet.tsx';
import { siteState } from './site-state.ts';
import { type Tokens, useTokens } from './use-tokens.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function SitesTab({ selected, now }: { selected: string | null; now: number }) {
  const snapshot = useSnapshot();
  const [filter, setFilter] = useState('');
  const tokens = useTokens(snapshot);
  const all = siteRows(snapshot);
  const rows = filteredSites(all, { text: filter, state: row => stateText(row, snapshot, now) });
  const current = useOpenRow('permissions', rows, selected, {
    open: select,
    close: () => goTo('permissions', permissionPath('sites')),
    wideFrom: detailBesideFrom,
  });
  return (
    <div className="panes">
      <section className={`pane ${all.length === 0 ? 'fill' : 'site-list'}`} aria-label={t('Sites')}>
        <Bar filter={filter} onFilter={setFilter} isEmpty={all.length === 0} />
        <div className="scrolls" tabIndex={-1}>
          {all.length === 0 ? <NoSites /> : <List {...{ rows, current, now, tokens }} />}
          {all.length > 0 && rows.length === 0 ? (
            <NoneMatches filter={filter} hidden={all.length} onClear={() => setFilter('')} />
          ) : null}
        </div>
        {all.length === 0 ? null : <JustNow />}
        <Footer tokens={tokens} />
      </section>
      {current ? <SiteDetail key={current.id} row={current} now={now} tokens={tokens} /> : null}
    </div>
  );
}

function select(origin: string): void {
  goTo('permissions', permissionPath('sites', origin));
}

/** For who types a state into the filter. */
function stateText(row: SiteRow, { hub }: Snapshot, now: number): string {
  const { word, more } = siteState(row, hub.siteRules, now);
  return `${word}\n${more}`;
}

interface ListProps {
  readonly rows: readonly SiteRow[];
  readonly current: SiteRow | undefined;
  readonly now: number;
  readonly tokens: Tokens | null;
}

function List({ rows, current, now, tokens }: ListProps) {
  const { siteRules: rules } = useSnapshot().hub;
  if (rows.length === 0) return null;
  return (
    <DataTable
      label={t('Sites')}
      roomy
      columns={siteColumns({ now, rules, tokens: tokens?.byOrigin ?? null })}
      rows={rows}
      rowId={({ id }) => id}
      selected={current?.id ?? null}
      onSelect={select}
      rowClass={({ question }) => (question ? 'asks' : '')}
    />
  );
}

function NoneMatches({ filter, hidden, onClear }: { filter: string; hidden: number; onClear: () => void }) {
  const sentence = t('No site matches {filter}. {count, plural, one {# site is} other {# sites are}} hidden.', {
    filter,
    count: hidden,
  });
  return <NoMatch sentence={sentence} onClear={onClear} />;
}

function Footer({ tokens }: { tokens: Tokens | null }) {
  if (tokens === null || tokens.all === 0) return null;
  return (
    <div className="foot">
      <span className="fill" />
      <span className="subtle">{t('{tokens} tokens in 7 days', { tokens: formatShort(tokens.all) })}</span>
    </div>
  );
}

interface BarProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly isEmpty: boolean;
}

function Bar({ filter, onFilter, isEmpty }: BarProps) {
  const [ruling, setRuling] = useState(false);
  return (
    <div className="filters">
      {isEmpty ? (
        <span className="fill" />
      ) : (
        <FilterField
          label={t('Filter sites')}
          hint={t('Name, scope, tool or state')}
          value={filter}
          onChange={onFilter}
          grow
        />
      )}
      <ActButton icon={SlidersHorizontal} onClick={() => setRuling(true)}>
        {t('Default for new sites')}
      </ActButton>
      {ruling ? <SiteRulesSheet onClose={() => setRuling(false)} /> : null}
    </div>
  );
}

function NoSites() {
  return <Empty title={t('No site has asked yet.')} text={t('A page sees the API only where the flags allow it.')} />;
}
