// Tools: what agents can call, from where, and how large each definition is in every agent's context.
import { useState } from 'react';

import type { Tool } from '../../../electron/contract/entities.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { Segmented } from '../../parts/choices.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { isOffered } from '../../store/server-list.ts';
import { formatBytes, formatCount, formatCounted } from '../../words/format.ts';
import { estimateTokens, tokensSentence } from '../../words/token-words.ts';
import { asksForReview } from '../../words/tool-words.ts';
import { useWide } from '../use-wide.ts';
import { ToolDetail } from './tool-detail.tsx';
import { ToolKind } from './tool-kind.tsx';
import { ToolSwitch } from './tool-switch.tsx';

type Source = 'all' | 'browser' | 'server' | 'held';

export function ToolsScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const wide = useWide();
  const [filter, setFilter] = useState('');
  const [source, setSource] = useState<Source>('all');
  const all = Object.values(snapshot.tools);
  const rows = toolsShown(all, filter, source);
  const current = rows.find(tool => tool.id === selected) ?? (wide ? rows[0] : undefined);
  const offered = all.filter(isOffered);
  const bytes = offered.reduce((sum, tool) => sum + tool.bytes, 0);
  const waiting = all.filter(asksForReview).length;
  useListKeys(
    rows.map(tool => tool.id),
    current?.id ?? null,
    id => goTo('tools', id),
    () => goTo('tools'),
  );
  return (
    <>
      <ScreenBar title="Tools" note={`${offered.length} offered, ${tokensSentence(bytes)} in every agent’s context`}>
        <FilterField label="Filter tools" value={filter} onChange={setFilter} />
        <Segmented
          label="Source"
          value={source}
          onChoose={setSource}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'browser', label: 'Browser' },
            { value: 'server', label: 'Servers' },
            { value: 'held', label: waiting === 0 ? 'Held back' : `Held back ${waiting}` },
          ]}
        />
      </ScreenBar>
      {all.length === 0 ? (
        <Empty title="No tool yet" text="Tools appear when a browser is connected or a server runs." />
      ) : (
        <div className="panes">
          <section className="pane fill" aria-label="Tools">
            <div className="scrolls" tabIndex={-1}>
              <DataTable
                label="Tools"
                columns={toolColumns(snapshot)}
                rows={rows}
                rowId={tool => tool.id}
                rowClass={tool => (asksForReview(tool) ? 'ask' : '')}
                selected={current?.id ?? null}
                onSelect={id => goTo('tools', id)}
              />
              {rows.length === 0 ? (
                <p className="mm p-4 text-xs">No tool matches. {formatCounted(all.length, 'tool')} hidden.</p>
              ) : null}
            </div>
          </section>
          {current ? <ToolDetail key={current.id} tool={current} /> : null}
        </div>
      )}
    </>
  );
}

function toolsShown(all: readonly Tool[], filter: string, source: Source): Tool[] {
  const wanted = filter.toLowerCase();
  return all
    .filter(tool => source === 'all' || (source === 'held' ? tool.held !== null : tool.source.kind === source))
    .filter(tool => `${tool.id} ${tool.title} ${tool.description}`.toLowerCase().includes(wanted))
    .sort((a, b) => sourceKey(a).localeCompare(sourceKey(b)) || a.id.localeCompare(b.id));
}

const sourceKey = ({ source }: Tool) => (source.kind === 'browser' ? '' : source.serverId);

function toolColumns(snapshot: Snapshot): Column<Tool>[] {
  return [
    {
      head: 'Tool',
      width: 250,
      cell: tool => {
        const [server, ...rest] = tool.id.split('/');
        return rest.length === 0 ? (
          <Foreign text={tool.id} className="mono" />
        ) : (
          <span className="mono">
            <span className="mm">
              <Foreign text={server ?? ''} />/
            </span>
            <Foreign text={rest.join('/')} />
          </span>
        );
      },
    },
    {
      head: 'From',
      width: 120,
      className: 'wide',
      cell: ({ source }) =>
        source.kind === 'browser' ? (
          <span className="m">browser</span>
        ) : (
          <Foreign className="m" text={snapshot.servers[source.serverId]?.name ?? source.serverId} />
        ),
    },
    {
      head: 'Kind',
      width: 84,
      cell: tool => <ToolKind tool={tool} />,
    },
    {
      head: 'Description',
      className: 'wide',
      cell: tool => <Foreign className="m" text={tool.description} max={200} />,
    },
    { head: 'Size', width: 64, num: true, cell: tool => <span className="m">{formatBytes(tool.bytes)}</span> },
    {
      head: 'Tokens',
      width: 58,
      num: true,
      cell: tool => <span className="m">{formatCount(estimateTokens(tool.bytes))}</span>,
    },
    { head: 'On', width: 52, num: true, cell: tool => <ToolSwitch tool={tool} /> },
  ];
}
