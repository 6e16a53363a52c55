// The columns of the agents' table.
import { AgentMark } from '../../parts/agent-mark.tsx';
import { BrowserMark } from '../../parts/browser-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Status } from '../../parts/shape.tsx';
import { connectionsOf } from '../../store/connected-agents.ts';
import { agentRate, type RateSample } from '../../store/rates.ts';
import { tabsOf } from '../../store/tab-board.ts';
import { formatDuration, formatRate } from '../../words/format.ts';
import { agentIdentity, tellsBrowsers } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { wireName } from '../../words/wire-name.ts';
import { agentStatus } from './agent-rows.ts';
import type { Agent, AgentFigures } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { Column } from '../../parts/data-table.tsx';

interface Known {
  readonly snapshot: Snapshot;
  readonly samples: readonly RateSample[];
  readonly figures: Readonly<Record<string, AgentFigures>>;
}

export function agentColumns({ snapshot, samples, figures }: Known): Column<Agent>[] {
  const sum = (agent: Agent, of: (connection: Agent) => number) =>
    connectionsOf(snapshot, agent).reduce((total, connection) => total + of(connection), 0);
  const slowest = (agent: Agent) => {
    const known = connectionsOf(snapshot, agent).flatMap(({ id }) => figures[id]?.p95Ms ?? []);
    return known.length > 0 ? Math.max(...known) : null;
  };
  return [
    { head: t('Agent'), cell: agent => <WhoCell agent={agent} snapshot={snapshot} /> },
    {
      head: t('State'),
      width: 142,
      cell: agent => {
        const { tone, word } = agentStatus(snapshot, agent);
        return <Status tone={tone}>{word}</Status>;
      },
    },
    {
      head: t('Rate'),
      width: 52,
      num: true,
      cell: agent => <span className="muted">{formatRate(sum(agent, ({ id }) => agentRate(samples, id)))}</span>,
    },
    { head: t('Tabs'), width: 38, num: true, cell: agent => sum(agent, ({ id }) => tabsOf(snapshot, id).length) },
    { head: t('In flight'), width: 62, num: true, cell: agent => sum(agent, ({ inFlight }) => inFlight) },
    { head: t('p95'), width: 66, num: true, cell: agent => formatDuration(slowest(agent)) },
  ];
}

function WhoCell({ agent, snapshot }: { agent: Agent; snapshot: Snapshot }) {
  const who = agentIdentity(snapshot, agent.id);
  const siblings = connectionsOf(snapshot, agent).length - 1;
  return (
    <span className="line">
      <AgentMark who={who} />
      <span className="two-lines">
        <span className="line gap-1">
          <Foreign text={who.name} className="strong ellipsis" />
          {agent.browserId !== null && tellsBrowsers(snapshot) ? (
            <BrowserMark browserId={agent.browserId} size="small" />
          ) : null}
        </span>
        <small className="ellipsis">
          <Foreign text={agent.version || agent.claimedName || t('no version told')} />, {wireName(agent)}
          {siblings > 0
            ? `, ${t('{count, plural, one {# more connection of this process} other {# more connections of this process}}', { count: siblings })}`
            : null}
        </small>
      </span>
    </span>
  );
}
