// A budget that is used up: its meter, and one button that allows more.
import { moreCalls } from '../../../../contract/chat.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Meter } from '../../../parts/meter.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { type Answer, type BudgetStep, budgetSentence } from '../chat-words.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface BudgetUsedProps {
  readonly step: BudgetStep;
  readonly answer: Answer;
  readonly actions: ChatActions;
  readonly currency: string;
  readonly isLast: boolean;
}

export function BudgetUsed({ step, answer, actions, currency, isLast }: BudgetUsedProps) {
  const sentence = budgetSentence(step, currency);
  const mayGoOn = isLast && answer.state === 'ended' && answer.steps.at(-1) === step;
  if (!mayGoOn) return <p className="step-note">{sentence}</p>;
  return (
    <div className="step-end attention">
      <p>
        <Shape tone="attention" />
        <span>
          {sentence} {t('Allow {count} more, or ask again with fewer servers.', { count: moreCalls })}
        </span>
      </p>
      <Meter label={sentence} share={1} />
      <div className="line">
        <ActButton size="small" onClick={() => actions.more(answer.id, moreCalls)}>
          {t('Allow {count} more calls', { count: moreCalls })}
        </ActButton>
      </div>
    </div>
  );
}
