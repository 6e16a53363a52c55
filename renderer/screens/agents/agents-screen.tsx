// Agents: who wants in, who is connected and who is known, with the detail of one.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, PaneHead, ScreenBar } from '../../parts/layout.tsx';
import { useNow, usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { t } from '../../words/language.ts';
import { agentColumns } from './agent-columns.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { absentClients, agentsShown } from './agent-rows.ts';
import { KnownClients } from './known-clients.tsx';
import { PendingClientsList } from './pending-clients-list.tsx';
import { useFigures } from './use-figures.ts';

export function AgentsScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const figures = useFigures();
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
            {agents.length === 0 ? (
              <p className="subtle p-4 text-xs">
                {filter === ''
                  ? t('No agent is connected.')
                  : t('No agent matches {filter}.', { filter: visibleText(filter) })}
              </p>
            ) : (
              <DataTable
                label={t('Agents')}
                roomy
                columns={agentColumns({ snapshot, samples, figures })}
                rows={agents}
                rowId={agent => agent.id}
                selected={current?.id ?? null}
                onSelect={id => goTo('agents', id)}
              />
            )}
            {known.length > 0 ? <PaneHead title={t('Known, not connected')} note={String(known.length)} /> : null}
            <KnownClients clients={known} now={now} />
          </div>
        </section>
        {current ? <AgentDetail agent={current} figures={figures[current.id]} now={now} /> : null}
        {!current && wide ? <NobodyHere filter={filter} /> : null}
      </div>
    </>
  );
}

function ConnectButton({ look }: { look?: 'primary' }) {
  return (
    <Button look={look} icon={look ? undefined : Plus} onClick={() => goTo('connect')}>
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
