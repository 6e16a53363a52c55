// What is known of one agent, and what it says of itself.
import { agentName } from '../../../contract/agent-name.ts';
import { chatClientId } from '../../../contract/chat.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { type Fact, Facts } from '../../parts/layout.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Say } from '../../parts/say.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatAge, formatMoment, formatSpan, missing } from '../../words/format.ts';
import { browserName } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { wireWords } from '../../words/wire-name.ts';
import { agentStatus } from './agent-rows.ts';
import { BrowserSelect, movedWords } from './browser-select.tsx';
import { StartSelect } from './start-select.tsx';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { Run } from '../../../contract/schemas/limits.ts';

export function WhoItIs({ agent }: { agent: Agent }) {
  const { clients } = useSnapshot();
  const client = clients[agent.clientId];
  const { program } = agent;
  // What the system tells stands before what is claimed.
  const pid = agent.process?.pid ?? program?.pid;
  const notTold = t('not told');
  const claimed = agent.process ? t('program and folder as claimed') : t('program, process and folder as claimed');
  return (
    <section className="section" aria-label={t('Who it is')}>
      <h3>
        {t('Who it is')} <span className="subtle font-normal">{claimed}</span>
      </h3>
      <Facts
        facts={[
          [t('Credential'), <CredentialWords key="credential" agent={agent} />],
          [t('May'), client ? <StartSelect key="start" client={client} /> : missing],
          [t('Says it is'), <Foreign key="name" text={`${agent.claimedName} ${agent.version}`} max={120} />],
          [t('Program'), <Foreign key="path" className="mono" text={program?.path ?? notTold} max={120} middle />],
          [
            t('Process'),
            <span key="pid" className="mono">
              {pid == null ? notTold : `pid ${pid}`}
            </span>,
          ],
          [t('Folder'), <Foreign key="folder" className="mono" text={program?.folder ?? notTold} max={120} middle />],
          [t('Wire'), wireWords(agent)],
          ...(agent.origin === undefined
            ? []
            : [[t('Page'), <Foreign key="origin" className="mono" text={agent.origin} max={120} />] as const]),
        ]}
      />
    </section>
  );
}

function CredentialWords({ agent }: { agent: Agent }) {
  const client = useSnapshot().clients[agent.clientId];
  if (!client) return t('revoked');
  if (client.id === chatClientId) return t('a part of Pilothouse');
  if (client.verified) return t('proven, made {moment}', { moment: formatMoment(client.createdAt) });
  if (client.admitted === false) return <Status tone="crashed">{t('none, shut out')}</Status>;
  if (client.admitted) return t('none, let in by you');
  return <Status tone="attention">{t('none, not answered yet')}</Status>;
}

export function StateNow({ agent, now }: { agent: Agent; now: number }) {
  const snapshot = useSnapshot();
  const { state } = agent;
  const { tone, word } = agentStatus(snapshot, agent);
  const lasted = t('{span}, since {moment}', {
    span: formatSpan(now - state.since),
    moment: formatMoment(state.since),
  });
  const why = movedWords(agent, id => browserName(snapshot, id));
  const facts: Fact[] = [
    [
      t('Now'),
      <Status key="now" tone={tone}>
        {word}
      </Status>,
    ],
    [state.kind === 'gone' ? t('Left') : t('Connected'), lasted],
  ];
  if (state.kind === 'gone') {
    facts.push([t('Because'), <ReasonText key="why" reason={state.reason} />]);
    if (state.keepsTabsUntil !== undefined && state.keepsTabsUntil > now)
      facts.push([t('Its tabs'), t('kept for it for {span} more', { span: formatSpan(state.keepsTabsUntil - now) })]);
  }
  facts.push([t('Browser'), <BrowserSelect key="browser" agent={agent} name={visibleText(agentName(agent))} />]);
  if (why !== null) facts.push([t('Why there'), why]);
  if (agent.plan) facts.push([t('Plan'), <PlanWords key="plan" agent={agent} plan={agent.plan} />]);
  if (agent.run) facts.push([t('Run'), <RunWords key="run" run={agent.run} />]);
  facts.push([t('Last call'), formatAge(agent.lastCallAt, now)]);
  return (
    <section className="section" aria-label={t('State')}>
      <h3>{t('State')}</h3>
      <Facts facts={facts} />
    </section>
  );
}

/** Where the user agreed that it works, which it is held to until they free it. */
function PlanWords({ agent, plan }: { agent: Agent; plan: NonNullable<Agent['plan']> }) {
  const act = useAct();
  const domains = <Foreign className="mono" text={plan.domains.join(', ')} max={200} />;
  return (
    <div className="flex flex-col items-start gap-1">
      <span>
        <Say text="held to {domains}" values={{ domains }} />
      </span>
      <ActButton
        size="small"
        disabled={agent.state.kind === 'gone'}
        onClick={() => void act('agents:free', { agentId: agent.id })}
      >
        {t('Free it from its plan')}
      </ActButton>
    </div>
  );
}

function RunWords({ run }: { run: Run }) {
  return (
    <Say
      text="{calls, number} of {max, number} calls, {run}"
      values={{ calls: run.calls, max: run.maxCalls, run: <Foreign className="mono" text={run.id} max={60} /> }}
    />
  );
}
