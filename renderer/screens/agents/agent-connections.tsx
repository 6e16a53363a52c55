// The connections of an agent's process where it has several: each has its own credential, tabs and calls.
import { Unplug } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { routeHref } from '../../frame/route.ts';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { modeOf } from '../../store/agent-mode.ts';
import { connectionsOf } from '../../store/connected-agents.ts';
import { tabsOf } from '../../store/tab-board.ts';
import { agentIdentity } from '../../words/identity.ts';
import { midSentence, t } from '../../words/language.ts';
import { runModeTones, runModeWords } from '../../words/mode-words.ts';
import { wireName } from '../../words/wire-name.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';

export function AgentConnections({ agent }: { agent: Agent }) {
  const connections = connectionsOf(useSnapshot(), agent);
  if (connections.length < 2) return null;
  return (
    <section className="section" aria-label={t('Connections of this process')}>
      <h3>
        {t('Connections of this process')} <span className="subtle font-normal">{connections.length}</span>
      </h3>
      <ul className="pairs grid gap-1">
        {connections.map(connection => (
          <Line key={connection.id} connection={connection} isShown={connection.id === agent.id} />
        ))}
      </ul>
      <p className="muted text-xs mt-2">
        {t('The figures above and all below are those of the first one; the name of another opens it.')}
      </p>
    </section>
  );
}

function Line({ connection, isShown }: { connection: Agent; isShown: boolean }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const { id, calls } = connection;
  const name = visibleText(agentIdentity(snapshot, id).name);
  const wire = wireName(connection);
  const mode = modeOf(snapshot.hub, connection);
  const done = t('{name} was disconnected. It may come back with its credential.', { name });
  return (
    <li>
      <span className="ellipsis">
        <a className="hover:underline" href={routeHref('agents', id)} aria-current={isShown ? 'true' : undefined}>
          <Foreign text={name} />, {wire}
        </a>
        <span className="subtle">
          {', '}
          {t('{calls, plural, one {# call} other {# calls}}, {tabs, plural, one {# tab} other {# tabs}}', {
            calls,
            tabs: tabsOf(snapshot, id).length,
          })}
        </span>
      </span>
      {mode === 'running' ? null : <Status tone={runModeTones[mode]}>{midSentence(runModeWords[mode])}</Status>}
      <ActButton
        size="small"
        icon={Unplug}
        aria-label={t('Disconnect {name}, {wire}', { name, wire })}
        title={t('It may come back with the same credential')}
        onClick={() => void act('agents:disconnect', { agentId: id }, done)}
      >
        {t('Disconnect')}
      </ActButton>
    </li>
  );
}
