// An answer: who wrote it, with which model, what it took, and its steps.
import { Check, Copy, GitBranch, RotateCcw } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { AgentMark } from '../../../parts/agent-mark.tsx';
import { useNow } from '../../../parts/panel-context.tsx';
import { formatCount, formatMoment } from '../../../words/format.ts';
import { chatMark } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { type Answer, answerText, modelLine, msNow, runningTime, spentLine } from '../chat-words.ts';
import { AnswerSteps } from './answer-steps.tsx';
import { CopyAct, TurnAct, TurnHead } from './turn-head.tsx';
import { useWritingRate } from './use-writing-rate.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface AnswerTurnProps {
  readonly answer: Answer;
  readonly actions: ChatActions;
  readonly currency: string;
  readonly isLast: boolean;
  /** Whether an answer of the conversation is being written. */
  readonly isBusy: boolean;
}

export function AnswerTurn({ answer, actions, currency, isLast, isBusy }: AnswerTurnProps) {
  const { id, at, model, state, version } = answer;
  const isRunning = state === 'running';
  const not = isBusy ? t('An answer is being written') : null;
  const text = answerText(answer);
  const acts = (
    <>
      <TurnAct icon={RotateCcw} label={t('Retry')} not={not} onClick={() => actions.retry(id)} />
      <TurnAct icon={GitBranch} label={t('Branch from here')} not={not} onClick={() => void actions.branch(id)} />
      <CopyAct icon={Copy} done={Check} label={t('Copy as Markdown')} text={text} what={t('answer')} />
    </>
  );
  return (
    <article className="turn answer-turn" data-turn={id} tabIndex={-1} aria-label={t('Chat')} aria-busy={isRunning}>
      <TurnHead version={version} isBusy={isBusy} onChoose={actions.choose} acts={isRunning ? null : acts}>
        <AgentMark who={chatMark} size="small" />
        <b title={formatMoment(at)}>{t('Chat')}</b>
        {model ? <bdi className="note ellipsis">{visibleText(modelLine(model))}</bdi> : null}
        <span className="note whitespace-nowrap">
          {isRunning ? <Progress answer={answer} /> : spentLine(answer.spent, currency)}
        </span>
      </TurnHead>
      <AnswerSteps answer={answer} actions={actions} currency={currency} isLast={isLast} />
    </article>
  );
}

/** The round it is in and how long it has taken. */
function Progress({ answer }: { answer: Answer }) {
  const { rounds, maxRounds } = answer.spent;
  const now = useNow(500);
  const time = runningTime(msNow(answer, now));
  const rate = useWritingRate(answer.steps);
  const said = t('round {round, number} of {max, number}, {time}', {
    round: Math.max(1, rounds),
    max: maxRounds,
    time,
  });
  return rate === null ? said : `${said}, ${t('about {rate} tokens/s', { rate: formatCount(rate) })}`;
}
