// What one agent may do now. The stricter of this and what all may holds, and it is kept for its return.
import { runModes } from '../../../contract/entities.ts';
import { Segmented } from '../../parts/choices.tsx';
import { useAct, useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { Status } from '../../parts/shape.tsx';
import { modeOf } from '../../store/agent-mode.ts';
import { connectionsOf } from '../../store/connected-agents.ts';
import { midSentence, t } from '../../words/language.ts';
import { agentModeWords, heldWords, runModeTones, runModeWords } from '../../words/mode-words.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';

export function AgentMode({ agent, name }: { agent: Agent; name: string }) {
  const snapshot = useSnapshot();
  const { hub } = snapshot;
  const live = useLive();
  const act = useAct();
  const own = agent.mode ?? 'running';
  const holds = modeOf(hub, agent);
  const choose = (mode: RunMode) => {
    for (const { id: agentId } of connectionsOf(snapshot, agent)) void act('agents:set-mode', { agentId, mode });
  };
  return (
    <section className="section" aria-label={t('What it may do now')}>
      <h3>{t('What it may do now')}</h3>
      <Segmented
        label={t('What {name} may do now', { name })}
        value={live ? own : null}
        disabled={!live}
        onChoose={choose}
        choices={runModes.map(mode => ({ value: mode, label: runModeWords[mode] }))}
      />
      <p className="muted text-xs mt-2">
        {agentModeWords[own]}{' '}
        {holds === own ? null : (
          <Say
            text="{mode} holds, because all agents are."
            values={{
              mode: <Status tone={runModeTones[holds]}>{midSentence(runModeWords[holds])}</Status>,
            }}
          />
        )}{' '}
        {holds === own ? null : heldWords(hub)}
      </p>
    </section>
  );
}
