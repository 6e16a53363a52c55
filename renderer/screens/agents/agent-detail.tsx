// One agent: who it says it is, what it did and does, its tabs and grants, and how to send it away.
import { visibleText } from '../../../contract/visible-text.ts';
import { goTo } from '../../frame/route.ts';
import { DetailPane, Figures } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { formatCount, formatDuration, formatPercent } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { AgentGrants, AgentTabs } from './agent-belongings.tsx';
import { AgentConnections } from './agent-connections.tsx';
import { StateNow, WhoItIs } from './agent-facts.tsx';
import { AgentHead } from './agent-head.tsx';
import { AgentMode } from './agent-mode.tsx';
import { CallsInFlight } from './calls-in-flight.tsx';
import { LastCalls } from './last-calls.tsx';
import { ToolsOffered } from './tools-offered.tsx';
import type { Agent, AgentFigures } from '../../../contract/schemas/entities.ts';

interface DetailProps {
  readonly agent: Agent;
  readonly figures: AgentFigures | undefined;
  readonly now: number;
}

export function AgentDetail({ agent, figures, now }: DetailProps) {
  const snapshot = useSnapshot();
  const client = snapshot.clients[agent.clientId];
  const name = visibleText(agentIdentity(snapshot, agent.id).name);
  const { calls, failed, refused } = agent;
  const share = calls === 0 ? undefined : formatPercent((failed * 100) / calls);
  return (
    <DetailPane
      label={t('Agent {name}', { name })}
      onClose={() => goTo('agents')}
      head={<AgentHead agent={agent} now={now} />}
    >
      <Figures
        className="figures-row"
        figures={[
          [t('Calls'), formatCount(calls)],
          [t('p50'), formatDuration(figures?.p50Ms ?? null)],
          [t('p95'), formatDuration(figures?.p95Ms ?? null)],
          [t('Errors'), formatCount(failed), share],
          [t('Refused'), formatCount(refused), t('of {count, number}', { count: calls })],
        ]}
      />
      <AgentMode agent={agent} name={name} />
      <AgentConnections agent={agent} />
      <div className="halves">
        <WhoItIs agent={agent} />
        <StateNow agent={agent} now={now} />
      </div>
      {client ? <ToolsOffered client={client} /> : null}
      <CallsInFlight agentId={agent.id} name={name} now={now} />
      <div className="halves">
        <AgentTabs agent={agent} now={now} />
        <AgentGrants agent={agent} now={now} />
      </div>
      <LastCalls agentId={agent.id} name={name} />
    </DetailPane>
  );
}
