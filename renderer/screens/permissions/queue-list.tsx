// The other questions that wait, under the one that is shown.
import type { Prompt } from '../../../electron/contract/permissions.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { clientIdentity } from '../../store/identity.ts';
import { formatCountdown, formatCounted } from '../../words/format.ts';
import { promptSentence } from '../../words/prompt-words.ts';

interface QueueListProps {
  readonly prompts: readonly Prompt[];
  readonly now: number;
  readonly onChoose: (id: string) => void;
}

export function QueueList({ prompts, now, onChoose }: QueueListProps) {
  const snapshot = useSnapshot();
  if (prompts.length === 0) return null;
  return (
    <ul className="more" aria-label="Also waiting">
      {prompts.map(prompt => (
        <li key={prompt.id}>
          <button type="button" onClick={() => onChoose(prompt.id)}>
            <AgentMark who={{ ...clientIdentity(snapshot, prompt.clientId, prompt.agentName), active: true }} />
            <span className="two fill">
              <Foreign text={promptSentence(snapshot, prompt)} className="cut" />
              <small className="cut">
                <Foreign text={prompt.tool} className="mono" />, refused in {formatCountdown(prompt.expiresAt - now)}
              </small>
            </span>
            <span className="lbl">{formatCounted(prompt.calls, 'call')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
