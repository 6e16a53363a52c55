// Agents: who is connected and who is known, with the detail of one.
import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { Agent } from '../../../electron/contract/entities.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Empty, PaneHead, ScreenBar } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { agentStatus, agentsShown, tabsOf } from '../../store/agent-rows.ts';
import { absentClients, agentIdentity } from '../../store/identity.ts';
import { formatAge, formatCount } from '../../words/format.ts';
import { useWide } from '../use-wide.ts';
import { AgentDetail } from './agent-detail.tsx';
import { KnownClients } from './known-clients.tsx';

export function AgentsScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const now = useNow();
  const wide = useWide();
  const [filter, setFilter] = useState('');
  const agents = agentsShown(snapshot, filter);
  const current = agents.find(agent => agent.id === selected) ?? (wide ? agents[0] : undefined);
  const connected = agents.filter(agent => agent.state.kind === 'connected').length;
  const known = absentClients(snapshot);
  useListKeys(
    agents.map(agent => agent.id),
    current?.id ?? null,
    id => goTo('agents', id),
    () => goTo('agents'),
  );
  return (
    <>
      <ScreenBar title="Agents" note={`${connected} connected, ${known.length} known and not connected`}>
        <FilterField label="Filter agents" value={filter} onChange={setFilter} />
        <Button icon={Plus} onClick={() => goTo('connect')}>
          Connect an agent
        </Button>
      </ScreenBar>
      <div className="panes">
        <section className="pane al" aria-label="Agents">
          <div className="scrolls" tabIndex={-1}>
            {agents.length === 0 ? (
              <p className="mm p-4 text-xs">
                {filter === '' ? 'No agent is connected.' : `No agent matches ${filter}.`}
              </p>
            ) : (
              <DataTable
                label="Agents"
                roomy
                columns={agentColumns(snapshot, now)}
                rows={agents}
                rowId={agent => agent.id}
                selected={current?.id ?? null}
                onSelect={id => goTo('agents', id)}
              />
            )}
            {known.length > 0 ? <PaneHead title="Known, not connected" note={String(known.length)} /> : null}
            <KnownClients clients={known} now={now} />
          </div>
        </section>
        {current ? (
          <AgentDetail agent={current} now={now} />
        ) : wide ? (
          <section className="pane fill" aria-label="Agent">
            <Empty
              title="No agent is connected"
              text="Make a credential, give it to an agent, and it appears here when it says hello."
            >
              <Button look="primary" onClick={() => goTo('connect')}>
                Connect an agent
              </Button>
            </Empty>
          </section>
        ) : null}
      </div>
    </>
  );
}

function agentColumns(snapshot: Snapshot, now: number): Column<Agent>[] {
  return [
    {
      head: 'Agent',
      cell: agent => {
        const who = agentIdentity(snapshot, agent.id);
        return (
          <span className="line">
            <AgentMark who={who} />
            <span className="two">
              <Foreign text={who.name} className="strong cut" />
              <small className="cut">
                <Foreign text={`${agent.claimedName} ${agent.version}`} />,{' '}
                {agent.transport === 'http' ? 'HTTP' : 'stdio'}
              </small>
            </span>
          </span>
        );
      },
    },
    {
      head: 'State',
      width: 114,
      cell: agent => {
        const { tone, word } = agentStatus(snapshot, agent);
        return <Status tone={tone}>{word}</Status>;
      },
    },
    { head: 'Calls', width: 54, num: true, cell: agent => formatCount(agent.calls) },
    { head: 'Refused', width: 60, num: true, cell: agent => <span className="m">{formatCount(agent.refused)}</span> },
    { head: 'Tabs', width: 40, num: true, cell: agent => tabsOf(snapshot, agent.id).length },
    {
      head: 'Last call',
      width: 78,
      num: true,
      className: 'wide',
      cell: agent => <span className="m">{formatAge(agent.lastCallAt, now)}</span>,
    },
  ];
}
