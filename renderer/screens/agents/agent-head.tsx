// Above an agent's detail: who it is, and how to send it away.
import { Ban, Unplug } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { ActButton } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { formatAge } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { grantsOf } from './agent-rows.ts';
import { RenameButton } from './rename-button.tsx';
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
          {client ? <RenameButton client={client} size="small" /> : null}
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
      ) : (
        <RevokeButton agent={agent} name={visibleText(who.name)} />
      )}
    </>
  );
}

function DisconnectButton({ agent: { id: agentId, state }, name }: { agent: Agent; name: string }) {
  const act = useAct();
  const gone = state.kind === 'gone';
  const done = t('{name} was disconnected. It may come back with its credential.', { name });
  return (
    <ActButton
      icon={Unplug}
      disabled={gone}
      title={gone ? t('It has left already') : t('It may come back with the same credential')}
      onClick={() => void act('agents:disconnect', { agentId }, done)}
    >
      {t('Disconnect')}
    </ActButton>
  );
}

function RevokeButton({ agent: { clientId }, name }: { agent: Agent; name: string }) {
  const snapshot = useSnapshot();
  const act = useAct();
  if (!snapshot.clients[clientId]) return null;
  const count = grantsOf(snapshot, clientId).length;
  return (
    <ConfirmButton
      icon={Ban}
      label={t('Revoke credential')}
      title={t('Revoke the credential of {name}', { name })}
      text={t(
        'All its agents are disconnected, {count, plural, =0 {it has no grants} one {its # grant ends} other {its # grants end}}, and it can never come back with this credential.',
        { count },
      )}
      onConfirm={() => void act('clients:revoke', { clientId }, t('The credential of {name} was revoked.', { name }))}
    />
  );
}
