// Every decision, newest first: filtered, exported, and each with the rule that made it.
import { useRef, useState } from 'react';
import { useListKeys } from '../../../frame/keys.ts';
import { permissionPath, readAuditFilter, writeAuditFilter } from '../../../frame/permission-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Effect, isEffect } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Empty } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { changeParts } from '../../../words/rule-change-words.ts';
import { scopeTitle } from '../../../words/rule-words.ts';
import { AuditDetail } from './audit-detail.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { isChange, timeColumn, whoColumn } from './decision-columns.tsx';
import { Place } from './place.tsx';
import { type Audit, useAudit } from './use-audit.ts';
import type { AuditEntry, AuditFilter } from '../../../../contract/schemas/audit.ts';

/** This far above its end the next older decisions are fetched. */
const aheadPx = 1200;

export function AuditTab({ selected, now }: { selected: string | null; now: number }) {
  const filter = readAuditFilter(selected);
  const audit = useAudit(filter);
  const { loaded, sentence } = audit;
  const { entries, matched } = audit.pages;
  const { openId, setOpenId, current } = useOpenEntry(entries);
  const setFilter = (next: AuditFilter) => goTo('permissions', permissionPath('audit', writeAuditFilter(next)));
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="panes">
      <section className="pane fill" aria-label={t('Audit')}>
        <AuditFilters filter={filter} onChange={setFilter} now={now}>
          <Matched audit={audit} />
          <AuditExport filter={filter} count={matched} />
        </AuditFilters>
        {sentence === null ? null : (
          <div className="p-4">
            <Said sentence={sentence} />
          </div>
        )}
        {loaded && entries.length === 0 ? (
          <NoEntry isFiltered={isFiltered} onClear={() => setFilter({})} />
        ) : (
          <AuditList audit={audit} isBrief={current !== undefined} openId={openId} onOpen={setOpenId} />
        )}
      </section>
      {current ? (
        <AuditDetail
          key={current.id}
          entry={current}
          related={relatedTo(current, entries)}
          onOpen={setOpenId}
          onClose={() => setOpenId(null)}
          onFilter={setFilter}
        />
      ) : null}
    </div>
  );
}

/** The one that is shown beside the list, by click or by the keys of a list. */
function useOpenEntry(entries: readonly AuditEntry[]) {
  const [openId, setOpenId] = useState<string | null>(null);
  const ids = entries.map(({ id }) => String(id));
  useListKeys(ids, openId, setOpenId, () => setOpenId(null));
  return { openId, setOpenId, current: entries.find(({ id }) => String(id) === openId) };
}

function Matched({ audit: { loaded, pages } }: { audit: Audit }) {
  const count = pages.matched;
  return (
    <span className="subtle text-2xs whitespace-nowrap" role="status">
      {loaded ? t('{count, plural, =0 {no decisions} one {# decision} other {# decisions}}', { count }) : ''}
    </span>
  );
}

/** The decision that had allowed a call, and what became of it: each leads to the other where it is here. */
function relatedTo({ id, decision }: AuditEntry, entries: readonly AuditEntry[]): string | null {
  const found = entries.find(entry => entry.id === decision || entry.decision === id);
  return found ? String(found.id) : null;
}

interface AuditListProps {
  readonly audit: Audit;
  /** Beside a detail there is less room. */
  readonly isBrief: boolean;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

function AuditList({ audit: { pages, more }, isBrief, openId, onOpen }: AuditListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const look = () => {
    const box = scroller.current;
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < aheadPx) more();
  };
  return (
    <div className="scrolls" ref={scroller} onScroll={look} tabIndex={-1}>
      <DataTable
        label={t('Audit')}
        columns={isBrief ? briefColumns : columns}
        rows={pages.entries}
        total={pages.matched}
        rowId={({ id }) => String(id)}
        selected={openId}
        onSelect={onOpen}
        rowClass={({ outcome }) => (outcome === 'deny' ? 'failed' : outcome === 'undecided' ? 'asks' : '')}
      />
    </div>
  );
}

const permissionWidth = 140;

const isUndone = (ended: AuditEntry['ended']) => typeof ended === 'string';

function Changed({ entry, part }: { entry: AuditEntry; part: 'what' | 'by' }) {
  return <ReasonParts parts={changeParts(entry, useSnapshot())[part]} />;
}

const columns: readonly Column<AuditEntry>[] = [
  timeColumn,
  whoColumn,
  // Places are longer than names of tools.
  { head: t('What'), width: '18%', cell: ({ what }) => <Foreign text={what} className="mono" /> },
  {
    head: t('Where'),
    className: 'muted',
    cell: entry => (isChange(entry) ? <Changed entry={entry} part="what" /> : <Place entry={entry} />),
  },
  {
    head: t('Permission'),
    width: permissionWidth,
    className: 'only-when-wide',
    cell: ({ scope }) => (scope === null ? null : <Foreign text={scopeTitle(scope)} className="subtle" />),
  },
  {
    head: t('Outcome'),
    width: 136,
    cell: ({ outcome, ended }) =>
      isEffect(outcome) ? <Effect effect={outcome} undone={isUndone(ended)} /> : <Foreign text={outcome} />,
  },
  {
    head: t('Decided by'),
    width: 132,
    cell: entry => {
      if (entry.rule !== null) return <RuleLink rule={entry.rule} />;
      if (isChange(entry)) return <Changed entry={entry} part="by" />;
      return <span className="subtle">{t('no rule')}</span>;
    },
  },
];

/** The permission has its line in the detail. */
const briefColumns = columns.filter(({ width }) => width !== permissionWidth);

function NoEntry({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <Empty
        title={t('Nothing was decided yet')}
        text={t(
          'Every call of an agent leaves a line here: who, what, where and by which rule, never what it carried. The newest {count, number} are kept.',
          { count: 100_000 },
        )}
      />
    );
  }
  return (
    <Empty title={t('No decision matches')} text={t('The filters hide everything that is kept.')}>
      <Button onClick={onClear}>{t('Clear filters')}</Button>
    </Empty>
  );
}
