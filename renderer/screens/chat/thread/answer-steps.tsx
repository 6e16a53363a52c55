// What happened in an answer, in order: text, calls, and why it ended where it did not end by itself.

import { Foreign } from '../../../parts/foreign.tsx';
import { Markdown } from '../../../parts/markdown.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { stoppedSentence } from '../chat-words.ts';
import { BudgetUsed } from './budget-used.tsx';
import { CallRow } from './call-row.tsx';
import { OtherModels } from './other-models.tsx';
import { RoundQuestions } from './round-questions.tsx';
import type { ChatStep } from '../../../../contract/schemas/chat.ts';
import type { Answer } from '../chat-words.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface AnswerStepsProps {
  readonly answer: Answer;
  readonly actions: ChatActions;
  readonly currency: string;
  /** Whether nothing follows on it: then it can be gone on with. */
  readonly isLast: boolean;
}

export function AnswerSteps(props: AnswerStepsProps) {
  const { steps, state } = props.answer;
  const isRunning = state === 'running';
  return (
    <>
      {steps.map((step, at) => (
        <Step key={at} {...props} step={step} isWritten={isRunning && at === steps.length - 1} />
      ))}
      {isRunning && asksModel(steps.at(-1)) ? (
        <span className="ghost-bar" role="status" aria-label={t('The model answers')} />
      ) : null}
    </>
  );
}

/** Whether it is the model that is waited for: no text of it has come yet, and no call is under way. */
function asksModel(last: ChatStep | undefined): boolean {
  if (last?.kind === 'text') return last.text === '';
  return (
    last?.kind !== 'calls' || last.calls.every(({ state }) => state.kind !== 'running' && state.kind !== 'waiting')
  );
}

interface StepProps extends AnswerStepsProps {
  readonly step: ChatStep;
  /** Whether the model is at it now. */
  readonly isWritten: boolean;
}

function Step({ step, isWritten, answer, actions, currency, isLast }: StepProps) {
  switch (step.kind) {
    case 'text':
      return <Written text={step.text} reasoning={step.reasoning} isWritten={isWritten} />;
    case 'calls':
      return (
        <>
          <ul className="calls" aria-label={t('Calls of round {round}', { round: step.round })}>
            {step.calls.map(call => (
              <CallRow key={call.id} call={call} turnId={answer.id} conversationId={actions.conversationId} />
            ))}
          </ul>
          <RoundQuestions calls={step.calls} />
        </>
      );
    case 'urged':
      return (
        <p className="step-note">
          <Say
            text="It explained {tool} instead of calling it, and was told to call it."
            values={{ tool: <Foreign text={step.tool} className="mono" max={80} /> }}
          />
        </p>
      );
    case 'budget':
      return <BudgetUsed step={step} answer={answer} actions={actions} currency={currency} isLast={isLast} />;
    case 'failed':
      return (
        <div className="step-end crashed">
          <p>
            <Shape tone="crashed" />
            <ReasonText reason={step.why} max={400} />
          </p>
          {isLast ? <OtherModels models={step.otherModels} turnId={answer.id} actions={actions} /> : null}
        </div>
      );
    case 'stopped':
      return <p className="step-note">{stoppedSentence(step)}</p>;
  }
}

function Written({ text, reasoning, isWritten }: { text: string; reasoning: string; isWritten: boolean }) {
  return (
    <>
      {reasoning === '' ? null : (
        <details className="reasoning">
          <summary>
            {t('What it thought, {characters, plural, one {# character} other {# characters}}', {
              characters: reasoning.length,
            })}
          </summary>
          <Foreign text={reasoning} lines className="lines" />
        </details>
      )}
      {text === '' ? null : (
        <div className={isWritten ? 'written' : undefined}>
          <Markdown text={text} />
        </div>
      )}
    </>
  );
}
