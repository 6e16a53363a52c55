// One agent: who it says it is, what it did, its tabs and grants, and how to send it away.
import { Ban, Check, Unplug } from 'lucide-react';

import type { Agent } from '../../../electron/contract/entities.ts';
import type { Run } from '../../../electron/contract/limits.ts';
import { goTo, routeHref } from '../../frame/route.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { ActButton } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { DetailPane, Facts, Figures } from '../../parts/layout.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { agentStatus, grantsOf, tabsOf } from '../../store/agent-rows.ts';
import { agentIdentity, browserName } from '../../store/identity.ts';
import { formatAge, formatCount, formatMoment, formatSpan, missing } from '../../words/format.ts';
import { grantLasts, resourceWords } from '../../words/prompt-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { AgentMode } from './agent-mode.tsx';
import { LastCalls } from './last-calls.tsx';
import { StartSelect } from './start-select.tsx';

const LISTED = 6;

export function AgentDetail({ agent, now }: { agent: Agent; now: number }) {
  const snapshot = useSnapshot();
  const who = agentIdentity(snapshot, agent.id);
  const { tone, word } = agentStatus(snapshot, agent);
  return (
    <DetailPane label={`Agent ${who.name}`} onClose={() => goTo('agents')} head={<Head agent={agent} now={now} />}>
      <Figures
        className="figr"
        figures={[
          ['Calls', formatCount(agent.calls)],
          ['In flight', String(agent.inFlight)],
          ['Refused', formatCount(agent.refused), `of ${formatCount(agent.calls)}`],
          ['Failed', formatCount(agent.failed)],
          ['Last call', formatAge(agent.lastCallAt, now)],
        ]}
      />
      <AgentMode agent={agent} name={who.name} />
      <div className="halves">
        <WhoItIs agent={agent} />
        <section className="sec" aria-label="State">
          <h3>State</h3>
          <Facts
            facts={[
              [
                'Now',
                <Status key="now" tone={tone}>
                  {word}
                </Status>,
              ],
              [
                agent.state.kind === 'gone' ? 'Left' : 'Connected',
                `${formatSpan(now - agent.state.since)}, since ${formatMoment(agent.state.since)}`,
              ],
              ...(agent.state.kind === 'gone'
                ? ([['Because', <Foreign key="why" text={agent.state.reason} />]] as const)
                : []),
              [
                'Browser',
                <Foreign
                  key="browser"
                  text={agent.browserId === null ? 'none yet' : browserName(snapshot, agent.browserId)}
                />,
              ],
              ...(agent.run ? ([['Run', <RunWords key="run" run={agent.run} />]] as const) : []),
            ]}
          />
        </section>
      </div>
      <div className="halves">
        <Tabs agent={agent} now={now} />
        <Grants agent={agent} now={now} />
      </div>
      <LastCalls agentId={agent.id} name={who.name} />
    </DetailPane>
  );
}

function RunWords({ run }: { run: Run }) {
  return (
    <>
      {run.calls} of {run.maxCalls} calls, <Foreign className="mono" text={run.id} max={60} />
    </>
  );
}

function Head({ agent, now }: { agent: Agent; now: number }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const who = agentIdentity(snapshot, agent.id);
  const gone = agent.state.kind === 'gone';
  return (
    <>
      <AgentMark who={who} size="l" />
      <div className="two fill">
        <h2 className="cut">
          <Foreign text={who.name} />
        </h2>
        <small className="cut">
          {gone ? 'left' : 'connected'} {formatAge(agent.state.since, now)},{' '}
          <Foreign text={`${agent.claimedName} ${agent.version}`} />
        </small>
      </div>
      <ActButton
        icon={Unplug}
        disabled={gone}
        title={gone ? 'It has left already' : 'It may come back with the same credential'}
        onClick={() =>
          void act(
            'agents:disconnect',
            { agentId: agent.id },
            `${who.name} was disconnected. It may come back with its credential.`,
          )
        }
      >
        Disconnect
      </ActButton>
      <ConfirmButton
        icon={Ban}
        label="Revoke credential"
        title={`Revoke the credential of ${who.name}`}
        text={`All its agents are disconnected, its ${grantsOf(snapshot, agent.clientId).length} grants end, and it can never come back with this credential.`}
        onConfirm={() =>
          void act('clients:revoke', { clientId: agent.clientId }, `The credential of ${who.name} was revoked.`)
        }
      />
    </>
  );
}

function WhoItIs({ agent }: { agent: Agent }) {
  const { clients } = useSnapshot();
  const client = clients[agent.clientId];
  const { program } = agent;
  return (
    <section className="sec" aria-label="Who it is">
      <h3>
        Who it is <span className="mm font-normal">program, process and folder as claimed</span>
      </h3>
      <Facts
        facts={[
          ['Credential', client ? `proven, made ${formatMoment(client.createdAt)}` : 'revoked'],
          ['May', client ? <StartSelect key="start" client={client} /> : missing],
          ['Says it is', <Foreign key="name" text={`${agent.claimedName} ${agent.version}`} max={120} />],
          ['Program', <Foreign key="path" className="mono" text={program?.path ?? 'not told'} max={120} middle />],
          [
            'Process',
            <span key="pid" className="mono">
              {program?.pid == null ? 'not told' : `pid ${program.pid}`}
            </span>,
          ],
          ['Folder', <Foreign key="folder" className="mono" text={program?.folder ?? 'not told'} max={120} middle />],
          [
            'Wire',
            `${agent.transport === 'http' ? 'HTTP' : 'stdio shim'}, MCP ${agent.protocolVersion ?? 'version not told'}`,
          ],
          ...(agent.origin === undefined
            ? []
            : ([['Page', <Foreign key="origin" className="mono" text={agent.origin} max={120} />]] as const)),
        ]}
      />
    </section>
  );
}

function Tabs({ agent, now }: { agent: Agent; now: number }) {
  const tabs = tabsOf(useSnapshot(), agent.id);
  return (
    <section className="sec" aria-label="Tabs of this agent">
      <h3>
        Tabs <span className="mm font-normal">{tabs.length}</span>
      </h3>
      <ul className="pairs">
        {tabs.slice(0, LISTED).map(tab => (
          <li key={`${tab.browserId}:${tab.tabId}`}>
            <span className="mm">{tab.tabId}</span>
            <a className="cut hover:underline" href={routeHref('tabs', `${tab.browserId}:${tab.tabId}`)}>
              <Foreign text={tab.title || tab.url} />
            </a>
            <span className="mm whitespace-nowrap">{formatAge(tab.lastAction?.at ?? null, now)}</span>
          </li>
        ))}
        {tabs.length === 0 ? <li className="mm">It owns no tab.</li> : null}
      </ul>
    </section>
  );
}

function Grants({ agent, now }: { agent: Agent; now: number }) {
  const snapshot = useSnapshot();
  const grants = grantsOf(snapshot, agent.clientId);
  return (
    <section className="sec" aria-label="Grants of this agent">
      <h3>
        Grants{' '}
        <span className="mm font-normal">
          {grants.length > LISTED ? `${grants.length}, ${LISTED} newest` : grants.length}
        </span>
      </h3>
      <ul className="pairs">
        {grants.slice(0, LISTED).map(grant => (
          <li key={grant.id} className={grant.effect === 'deny' ? 'text-crashed' : ''}>
            {grant.effect === 'allow' ? (
              <Check className="i14 text-running" aria-label="allow" />
            ) : (
              <Ban className="i14" aria-label="deny" />
            )}
            <Foreign
              className="cut"
              text={`${scopeWords(grant.scope).title.toLowerCase()}, ${resourceWords(snapshot, grant.resource)}`}
            />
            <span className="mm whitespace-nowrap">{grantLasts(grant, now)}</span>
          </li>
        ))}
        {grants.length === 0 ? <li className="mm">None; it is asked each time.</li> : null}
      </ul>
    </section>
  );
}
