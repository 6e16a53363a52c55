// Agents: who wants in, who is connected and who is known, with the detail of one.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { goTo } from '../../frame/route.ts';
import { useOpenRow } from '../../frame/use-open-row.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, PaneHead, ScreenBar } from '../../parts/layout.tsx';
import { useNow, usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { useWide } from '../../parts/use-wide.ts';
import { connectionsOf } from '../../store/connected-agents.ts';
import { t } from '../../words/language.ts';
import { agentColumns } from './agent-columns.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { absentClients, agentsShown, rowOf } from './agent-rows.ts';
import { KnownClients } from './known-clients.tsx';
import { PendingClientsList } from './pending-clients-list.tsx';
import type { Agent, AgentFigures } from '../../../contract/schemas/entities.ts';

export function AgentsScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const figures = useFigures();
  const now = useNow();
  const wide = useWide();
  const [filter, setFilter] = useState('');
  const agents = agentsShown(snapshot, filter);
  const current = useOpenRow('agents', agents, rowOf(snapshot, agents, selected));
  const shown = current && (connectionsOf(snapshot, current).find(({ id }) => id === selected) ?? current);
  const connected = agents.filter(agent => agent.state.kind === 'connected').length;
  const known = absentClients(snapshot);
  return (
    <>
      <ScreenBar
        title={t('Agents')}
        note={t('{connected, number} connected, {known, number} known and not connected', {
          connected,
          known: known.length,
        })}
      >
        <FilterField label={t('Filter agents')} value={filter} onChange={setFilter} />
        <ConnectButton />
      </ScreenBar>
      <div className="panes">
        <section className="pane agent-list" aria-label={t('Agents')}>
          <div className="scrolls" tabIndex={-1}>
            <PendingClientsList />
            <AgentTable agents={agents} current={current} figures={figures} filter={filter} />
            {known.length > 0 ? <PaneHead title={t('Known, not connected')} note={String(known.length)} /> : null}
            <KnownClients clients={known} now={now} />
          </div>
        </section>
        {shown ? <AgentDetail agent={shown} figures={figures[shown.id]} now={now} /> : null}
        {!shown && wide ? <NobodyHere filter={filter} /> : null}
      </div>
    </>
  );
}

interface TableProps {
  readonly agents: readonly Agent[];
  readonly current: Agent | undefined;
  readonly figures: ReturnType<typeof useFigures>;
  readonly filter: string;
}

function AgentTable({ agents, current, figures, filter }: TableProps) {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  if (agents.length === 0)
    return (
      <p className="subtle p-4 text-xs">
        {filter === '' ? t('No agent is connected.') : t('No agent matches {filter}.', { filter: visibleText(filter) })}
      </p>
    );
  return (
    <DataTable
      label={t('Agents')}
      roomy
      columns={agentColumns({ snapshot, samples, figures })}
      rows={agents}
      rowId={agent => agent.id}
      selected={current?.id ?? null}
      onSelect={id => goTo('agents', id)}
    />
  );
}

function ConnectButton({ look }: { look?: 'primary' }) {
  return (
    <Button look={look} icon={look ? undefined : Plus} onClick={() => goTo('connect', 'agents')}>
      {t('Connect an agent')}
    </Button>
  );
}

function NobodyHere({ filter }: { filter: string }) {
  return (
    <section className="pane fill" aria-label={t('Agent')}>
      {filter === '' ? (
        <Empty
          title={t('No agent is connected')}
          text={t('Make a credential, give it to an agent, and it appears here when it says hello.')}
        >
          <ConnectButton look="primary" />
        </Empty>
      ) : null}
    </section>
  );
}

const stepMs = 2000;

/** By the agent's id. While the hub is away they stay as they were. */
function useFigures(): Readonly<Record<string, AgentFigures>> {
  const step = Math.floor(useNow(stepMs) / stepMs);
  const asked = useRequest(`figures ${step}`, link => link.request('agents:figures', {}));
  if (asked.kind !== 'there') return {};
  return Object.fromEntries(asked.value.figures.map(figures => [figures.agentId, figures]));
}
