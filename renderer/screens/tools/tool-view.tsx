// What agents can call, from where, and how large each definition is in every agent's context.
import { useState } from 'react';
import { goTo } from '../../frame/route.ts';
import { useOpenRow } from '../../frame/use-open-row.ts';
import { Segmented } from '../../parts/choices.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { ToolKind } from '../../parts/tool-kind.tsx';
import { ToolSwitch } from '../../parts/tool-switch.tsx';
import { asksForReview, isOffered } from '../../store/offered-tools.ts';
import { formatBytes, formatCount } from '../../words/format.ts';
import { t, tIn } from '../../words/language.ts';
import { estimateTokens, tokensSentence } from '../../words/token-words.ts';
import { offererName } from './offerer-name.ts';
import { ToolDetail } from './tool-detail.tsx';
import { ViewChoice } from './view-choice.tsx';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

type Source = 'all' | 'browser' | 'server' | 'page' | 'held';

export function ToolView({ selected }: { selected: string | null }) {
  const { tools } = useSnapshot();
  const [filter, setFilter] = useState('');
  const [source, setSource] = useState<Source>('all');
  const all = Object.values(tools);
  const rows = toolsShown(all, filter, source);
  const current = useOpenRow('tools', rows, selected);
  return (
    <>
      <ScreenBar title={t('Tools')} note={offeredSentence(all.filter(isOffered))}>
        <ViewChoice view="tools" />
        <FilterField label={t('Filter tools')} value={filter} onChange={setFilter} />
        <Segmented
          label={t('Source')}
          value={source}
          onChoose={setSource}
          choices={sourceChoices(all.filter(asksForReview).length)}
        />
      </ScreenBar>
      {all.length === 0 ? (
        <Empty title={t('No tool yet')} text={t('Tools appear when a browser is connected or a server runs.')} />
      ) : (
        <div className="panes">
          <ToolList rows={rows} current={current} all={all.length} />
          {current ? <ToolDetail key={current.id} tool={current} /> : null}
        </div>
      )}
    </>
  );
}

interface ListProps {
  readonly rows: readonly Tool[];
  readonly current: Tool | undefined;
  /** How many there are without the filter. */
  readonly all: number;
}

function ToolList({ rows, current, all }: ListProps) {
  const snapshot = useSnapshot();
  return (
    <section className="pane fill" aria-label={t('Tools')}>
      <div className="scrolls" tabIndex={-1}>
        <DataTable
          label={t('Tools')}
          columns={toolColumns(snapshot)}
          rows={rows}
          rowId={tool => tool.id}
          rowClass={tool => (asksForReview(tool) ? 'asks' : '')}
          selected={current?.id ?? null}
          onSelect={id => goTo('tools', id)}
        />
        {rows.length === 0 ? (
          <p className="subtle p-4 text-xs">
            {t('No tool matches. {count, plural, one {# tool} other {# tools}} hidden.', { count: all })}
          </p>
        ) : null}
      </div>
    </section>
  );
}

const offeredSentence = (offered: readonly Tool[]) =>
  t('{count} offered, {tokens} in every agent’s context', {
    count: formatCount(offered.length),
    tokens: tokensSentence(offered.reduce((sum, { bytes }) => sum + bytes, 0)),
  });

const sourceChoices = (waiting: number) =>
  [
    { value: 'all', label: t('All') },
    { value: 'browser', label: t('Browser') },
    { value: 'server', label: t('Servers') },
    { value: 'page', label: tIn('tools', 'Pages') },
    {
      value: 'held',
      label: waiting === 0 ? tIn('filter', 'Held back') : tIn('filter', 'Held back {count}', { count: waiting }),
    },
  ] as const;

function toolsShown(all: readonly Tool[], filter: string, source: Source): Tool[] {
  const wanted = filter.toLowerCase();
  return all
    .filter(tool => source === 'all' || (source === 'held' ? tool.held !== null : tool.source.kind === source))
    .filter(tool => `${tool.id} ${tool.title} ${tool.description}`.toLowerCase().includes(wanted))
    .sort((a, b) => sourceKey(a).localeCompare(sourceKey(b)) || a.id.localeCompare(b.id));
}

const sourceKey = ({ source }: Tool) => {
  if (source.kind === 'browser') return '';
  if (source.kind === 'page') return source.pageId;
  return source.kind === 'server' ? source.serverId : source.pluginId;
};

function toolColumns(snapshot: Snapshot): Column<Tool>[] {
  return [
    { head: t('Tool'), width: 250, cell: ({ id }) => <ToolId id={id} /> },
    {
      head: tIn('origin', 'From'),
      width: 120,
      className: 'only-when-wide',
      cell: ({ source }) =>
        source.kind === 'browser' ? (
          <span className="muted">{t('browser')}</span>
        ) : (
          <Foreign className="muted" text={offererName(snapshot, source)} />
        ),
    },
    { head: t('Kind'), width: 84, cell: tool => <ToolKind tool={tool} /> },
    {
      head: t('Description'),
      className: 'only-when-wide',
      cell: tool => <Foreign className="muted" text={tool.description} max={200} />,
    },
    { head: t('Size'), width: 64, num: true, cell: tool => <span className="muted">{formatBytes(tool.bytes)}</span> },
    {
      head: t('Tokens'),
      width: 58,
      num: true,
      cell: tool => <span className="muted">{formatCount(estimateTokens(tool.bytes))}</span>,
    },
    { head: tIn('switch', 'On'), width: 52, num: true, cell: tool => <ToolSwitch tool={tool} /> },
  ];
}

/** What is before the first slash is the server. */
function ToolId({ id }: { id: string }) {
  const [server, ...rest] = id.split('/');
  if (rest.length === 0) return <Foreign text={id} className="mono" />;
  return (
    <span className="mono">
      <span className="subtle">
        <Foreign text={server ?? ''} />/
      </span>
      <Foreign text={rest.join('/')} />
    </span>
  );
}
