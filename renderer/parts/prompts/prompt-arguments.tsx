// The arguments of what is asked, as far as they came with the question, and all of them where that is less; and the other calls that wait.
import { useState } from 'react';
import { t } from '../../words/language.ts';
import { callsWords } from '../../words/prompt-words.ts';
import { Button } from '../button.tsx';
import { Foreign } from '../foreign.tsx';
import { JsonView } from '../json-view.tsx';
import { useAct, useSnapshot } from '../panel-context.tsx';
import { ReasonText } from '../reason-text.tsx';
import { Say } from '../say.tsx';
import type { Prompt, PromptAsk } from '../../../contract/schemas/permissions.ts';

type PromptCall = Pick<PromptAsk, 'call' | 'argumentsText' | 'argumentsChars'>;

interface Opened {
  /** Null while only what came with the question is shown. */
  readonly text: string | null;
  /** How many characters are not shown. */
  readonly more: number;
  open(): Promise<void>;
}

/** All of the arguments, fetched piece by piece as the user asks for them. */
function useOpened(promptId: string, { call, argumentsText, argumentsChars }: PromptCall): Opened {
  const act = useAct();
  const [text, setText] = useState<string | null>(null);
  const [chars, setChars] = useState(argumentsChars);
  const open = async () => {
    const from = text?.length ?? 0;
    const piece = await act('prompts:arguments', { promptId, call, from });
    if (!piece) return;
    setText(`${(text ?? '').slice(0, from)}${piece.text}`);
    setChars(piece.chars);
  };
  return { text, more: Math.max(0, chars - (text ?? argumentsText).length), open };
}

interface ArgumentsProps {
  readonly promptId: string;
  readonly asked: PromptCall;
  /** Whether the card tells all of it in words, so that they wait to be opened. */
  readonly folded?: boolean;
}

export function Arguments({ promptId, asked, folded = false }: ArgumentsProps) {
  const opened = useOpened(promptId, asked);
  const [isFolded, setFolded] = useState(folded);
  const { argumentsText: text } = asked;
  if (text === '' || text === '{}') return null;
  if (isFolded)
    return (
      <p className="arguments-folded">
        <Button size="small" look="ghost" onClick={() => setFolded(false)}>
          {t('Show the arguments')}
        </Button>
      </p>
    );
  const name = t('Arguments of the call');
  return (
    <>
      <div
        className={`well arguments scrolls ${opened.text === null ? '' : 'whole'}`}
        role="region"
        aria-label={name}
        tabIndex={0}
      >
        {opened.text === null ? (
          <JsonView text={text} label={t('Arguments')} />
        ) : (
          <div className="code">
            <Foreign text={opened.text} lines />
          </div>
        )}
      </div>
      <NotShown opened={opened} className="arguments-note" />
    </>
  );
}

function NotShown({ opened: { text, more, open }, className = '' }: { opened: Opened; className?: string }) {
  if (more === 0) return null;
  return (
    <p className={`subtle line flex-wrap ${className}`}>
      <span className="text-attention">
        {t('{count, plural, one {# more character is not shown.} other {# more characters are not shown.}}', {
          count: more,
        })}
      </span>
      <Button size="small" onClick={() => void open()}>
        {text === null ? t('Show the whole arguments') : t('Show more')}
      </Button>
    </p>
  );
}

export function AlsoAsked({ prompt }: { prompt: Prompt }) {
  const others = prompt.asks.filter(({ call, agentId }) => call !== prompt.call || agentId !== prompt.agentId);
  const unlisted = prompt.calls - prompt.asks.reduce((sum, { calls }) => sum + calls, 0);
  if (others.length === 0) return null;
  return (
    <div className="also">
      <p className="heading">
        {t(
          '{count, plural, one {# other call waits here} other {# other calls wait here}}; what your answer does not speak of is asked again',
          { count: others.length },
        )}
      </p>
      <ul className="well scrolls" aria-label={t('Other calls that wait here')} tabIndex={0}>
        {others.map(ask => (
          <Other key={`${ask.agentId} ${ask.call}`} prompt={prompt} ask={ask} />
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className="subtle arguments-note">
          {t(
            '{count, plural, one {# more call waits here and is not listed.} other {# more calls wait here and are not listed.}}',
            {
              count: unlisted,
            },
          )}
        </p>
      ) : null}
    </div>
  );
}

function Other({ prompt, ask }: { prompt: Prompt; ask: PromptAsk }) {
  const snapshot = useSnapshot();
  const opened = useOpened(prompt.id, ask);
  const { agentId, tool, where, argumentsText, calls } = ask;
  return (
    <li>
      <Foreign text={tool} className="mono" max={60} />, <ReasonText reason={where} max={100} />
      {agentId === prompt.agentId ? null : (
        <>
          ,{' '}
          <Say
            text="by {agent}"
            values={{ agent: <Foreign text={snapshot.agents[agentId]?.claimedName || agentId} max={60} /> }}
          />
        </>
      )}
      {calls > 1 ? `, ${callsWords(calls)}` : ''}{' '}
      <Foreign text={opened.text ?? argumentsText} className="mono subtle" />
      <NotShown opened={opened} />
    </li>
  );
}
