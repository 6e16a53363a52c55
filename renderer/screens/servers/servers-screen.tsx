// Servers: which one is not fine, and the detail of one.
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';

import type { Server } from '../../../electron/contract/servers.ts';
import { useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { missing } from '../../words/format.ts';
import { serverWords } from '../../words/server-words.ts';
import { useWide } from '../use-wide.ts';
import { AddServerSheet } from './add-server-sheet.tsx';
import { ExportSheet } from './export-sheet.tsx';
import { ServerDetail } from './server-detail.tsx';

export function ServersScreen({ selected }: { selected: string | null }) {
  const { servers } = useSnapshot();
  const now = useNow();
  const wide = useWide();
  const [filter, setFilter] = useState('');
  const [exporting, setExporting] = useState(false);
  // `#/servers/+` opens the dialog, so that other screens can offer it.
  const adding = selected === '+';
  const wanted = filter.toLowerCase();
  const all = Object.values(servers);
  const rows = all
    .filter(server => `${server.name} ${server.commandLine}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name));
  const current = rows.find(server => server.id === selected) ?? (wide ? rows[0] : undefined);
  const running = all.filter(({ state }) => state.kind === 'running').length;
  useListKeys(
    rows.map(server => server.id),
    current?.id ?? null,
    id => goTo('servers', id),
    () => goTo('servers'),
  );
  return (
    <>
      <ScreenBar title="Servers" note={all.length === 0 ? undefined : `${all.length}, ${running} running`}>
        <FilterField label="Filter servers" value={filter} onChange={setFilter} />
        {all.length === 0 ? null : (
          <Button icon={Download} onClick={() => setExporting(true)}>
            Export
          </Button>
        )}
        <ActButton icon={Plus} onClick={() => goTo('servers', '+')}>
          Add a server
        </ActButton>
      </ScreenBar>
      {all.length === 0 ? (
        <NoServers />
      ) : (
        <div className="panes">
          <section className="pane sl" aria-label="Servers">
            <div className="scrolls" tabIndex={-1}>
              <DataTable
                label="Servers"
                roomy
                columns={serverColumns(now)}
                rows={rows}
                rowId={server => server.id}
                selected={current?.id ?? null}
                onSelect={id => goTo('servers', id)}
              />
              {rows.length === 0 ? <p className="mm p-4 text-xs">No server matches {filter}.</p> : null}
            </div>
          </section>
          {current ? <ServerDetail server={current} now={now} /> : null}
        </div>
      )}
      <AddServerSheet open={adding} onClose={() => goTo('servers')} />
      <ExportSheet open={exporting} onClose={() => setExporting(false)} />
    </>
  );
}

function NoServers() {
  return (
    <Empty
      title="No server yet"
      text="Type a command, paste an mcpServers JSON or import those of another app; nothing runs before you approve it."
    >
      <ActButton look="primary" onClick={() => goTo('servers', '+')}>
        Add the first server
      </ActButton>
    </Empty>
  );
}

function serverColumns(now: number): Column<Server>[] {
  return [
    {
      head: 'Server',
      cell: server => (
        <span className="two">
          <Foreign text={server.name} className="strong cut" />
          <small className="cut">
            {server.kind}, <Foreign text={server.program} />
          </small>
        </span>
      ),
    },
    {
      head: 'State',
      width: 168,
      cell: ({ state }) => {
        const { tone, word, more } = serverWords(state, now);
        return (
          <span className="two">
            <Status tone={tone}>{word}</Status>
            <small className="pl-4">{more}</small>
          </span>
        );
      },
    },
    {
      head: 'Tools',
      width: 52,
      num: true,
      cell: server => (server.toolCount > 0 ? server.toolCount : <span className="mm">{missing}</span>),
    },
    { head: 'Starts', width: 52, num: true, cell: server => <span className="m">{server.starts}</span> },
    {
      head: 'Crashes',
      width: 62,
      num: true,
      cell: server => <span className={server.crashes > 0 ? 'text-crashed' : 'm'}>{server.crashes}</span>,
    },
  ];
}
