// What all agents may do now: the switch in the title bar, and Ctrl Shift P from everywhere. Stopping says whom it disconnects first.
import { CircleStop, Eye, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Segmented } from '../parts/choices.tsx';
import { ConfirmSheet } from '../parts/confirm.tsx';
import { useAct, useLive, useSnapshot } from '../parts/panel-context.tsx';
import { connectedAgents, connectedPrograms } from '../store/connected-agents.ts';
import { t } from '../words/language.ts';
import { modeFault, runModeTones, runModeWords, stopWords } from '../words/mode-words.ts';
import { isCommand, useShortcut } from './keys.ts';
import type { RunMode } from '../../contract/entities.ts';

const icons = { running: Play, 'read-only': Eye, paused: Pause, stopped: CircleStop } as const;
const choices = (Object.keys(icons) as RunMode[]).map(mode => ({
  value: mode,
  label: runModeWords[mode],
  icon: icons[mode],
  tone: runModeTones[mode],
  shrinks: true,
}));

export function ModeSwitch() {
  const snapshot = useSnapshot();
  const live = useLive();
  const act = useAct();
  const [asks, setAsks] = useState(false);
  const agents = connectedPrograms(snapshot);
  const inFlight = connectedAgents(snapshot).reduce((sum, agent) => sum + agent.inFlight, 0);
  const set = (mode: RunMode) => void act('hub:set-mode', { mode });
  const choose = (mode: RunMode) => (mode === 'stopped' && agents.length > 0 ? setAsks(true) : set(mode));
  useShortcut(
    event => isCommand(event) && event.shiftKey && event.key.toLowerCase() === 'p',
    () => live && set(snapshot.hub.mode === 'running' ? 'paused' : 'running'),
  );
  return (
    <>
      <Segmented
        label={t('What agents may do now')}
        value={live ? snapshot.hub.mode : null}
        disabled={!live}
        onChoose={choose}
        choices={choices.map(choice => ({ ...choice, fault: modeFault(snapshot.hub, choice.value) }))}
      />
      {asks ? (
        <ConfirmSheet
          label={t('Stop all agents')}
          title={t('Stop all agents')}
          text={stopWords(agents.length, inFlight)}
          open
          onClose={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            set('stopped');
          }}
        />
      ) : null}
    </>
  );
}
