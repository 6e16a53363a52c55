// Above an agent's detail: who it is, and how to send it away.
import { Unplug } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { connectionsOf } from '../../store/connected-agents.ts';
import { formatAge } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { RenameClient } from './rename-client.tsx';
import { RevokeButton } from './revoke-button.tsx';
import { ShutOutButton } from './shut-out-button.tsx';
import type { Agent } from '../../../contract/schemas/entities.ts';

export function AgentHead({ agent, now }: { agent: Agent; now: number }) {
  const snapshot = useSnapshot();
  const who = agentIdentity(snapshot, agent.id);
  const client = snapshot.clients[agent.clientId];
  const age = formatAge(agent.state.since, now);
  const says = <Foreign text={`${agent.claimedName} ${agent.version}`} />;
  return (
    <>
      <AgentMark who={who} size="large" />
      <div className="two-lines fill">
        <span className="line gap-1">
          <h2 className="ellipsis">
            <Foreign text={who.name} />
          </h2>
          {client ? <RenameClient client={client} /> : null}
        </span>
        <small className="ellipsis">
          {agent.state.kind === 'gone' ? (
            <Say text="left {age}, {says}" values={{ age, says }} />
          ) : (
            <Say text="connected {age}, {says}" values={{ age, says }} />
          )}
        </small>
      </div>
      <DisconnectButton agent={agent} name={visibleText(who.name)} />
      {client?.verified === false ? (
        <ShutOutButton client={client} />
      ) : client ? (
        <RevokeButton client={client} isHere />
      ) : null}
    </>
  );
}

function DisconnectButton({ agent, name }: { agent: Agent; name: string }) {
  const act = useAct();
  const snapshot = useSnapshot();
  const { state } = agent;
  const gone = state.kind === 'gone';
  const done = t('{name} was disconnected. It may come back with its credential.', { name });
  return (
    <ActButton
      icon={Unplug}
      disabled={gone}
      title={gone ? t('It has left already') : t('It may come back with the same credential')}
      onClick={() => {
        for (const { id: agentId } of connectionsOf(snapshot, agent))
          void act('agents:disconnect', { agentId }, agentId === agent.id ? done : undefined);
      }}
    >
      {t('Disconnect')}
    </ActButton>
  );
}
