// How much an answer, or the whole conversation, has used of what it may.
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Meter } from '../../../parts/meter.tsx';
import { useNow } from '../../../parts/panel-context.tsx';
import { formatCost, formatCount, formatSpan, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type Answer, lastAnswer, msNow, runningTime, shareOf } from '../chat-words.ts';
import { BudgetSheet } from './budget-sheet.tsx';
import type { ChatChange, ChatHead, ChatView } from '../../../../contract/schemas/chat.ts';

type Of = 'answer' | 'conversation';

interface BudgetProps {
  readonly view: ChatView;
  readonly currency: string;
  readonly onChange: (change: ChatChange) => void;
}

export function Budget({ view, currency, onChange }: BudgetProps) {
  const [of, setOf] = useState<Of>('answer');
  const [isOpen, setOpen] = useState(false);
  const answer = lastAnswer(view.turns);
  return (
    <section className="section" aria-label={t('Budget')}>
      <h3 className="line">
        {t('Budget')}
        <ActButton
          look="ghost"
          size="small"
          icon={Pencil}
          aria-label={t('Change the budget')}
          title={t('Change the budget')}
          onClick={() => setOpen(true)}
        />
        <span className="fill" />
        <OfWhat of={of} onChange={setOf} />
      </h3>
      {of === 'answer' ? (
        <OfAnswer answer={answer} head={view.head} currency={currency} />
      ) : (
        <OfConversation head={view.head} currency={currency} />
      )}
      {isOpen ? (
        <BudgetSheet
          settings={view.head.settings}
          currency={currency}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}

function OfWhat({ of, onChange }: { of: Of; onChange: (of: Of) => void }) {
  return (
    <select
      className="field"
      aria-label={t('Budget of what')}
      value={of}
      onChange={event => onChange(event.target.value as Of)}
    >
      <option value="answer">{t('of this answer')}</option>
      <option value="conversation">{t('of this conversation')}</option>
    </select>
  );
}

function OfAnswer({ answer, head, currency }: { answer: Answer | null; head: ChatHead; currency: string }) {
  const now = useNow(500);
  const { budget } = head.settings;
  const spent = answer?.spent;
  const calls = spent?.calls ?? 0;
  const maxCalls = spent?.maxCalls ?? budget.calls;
  const ms = answer ? msNow(answer, now) : 0;
  const maxMs = spent?.maxMs ?? budget.seconds * 1000;
  const context = spent?.contextTokens ?? 0;
  const room = (answer?.model ?? head.model)?.contextTokens ?? null;
  const cost = spent?.cost ?? null;
  const maxCost = spent?.maxCost ?? budget.cost;
  return (
    <div className="budget">
      <Used term={t('Calls')} text={t('{used} of {max}', counts(calls, maxCalls))} share={shareOf(calls, maxCalls)} />
      <Used
        term={t('Context')}
        text={
          room === null
            ? t('{used} tokens', { used: formatCount(context) })
            : t('{used} of {max} tokens', counts(context, room))
        }
        share={shareOf(context, room)}
      />
      <Used
        term={t('Time')}
        text={t('{used} of {max}', { used: runningTime(ms), max: formatSpan(maxMs) })}
        share={shareOf(ms, maxMs)}
      />
      <Used
        term={t('Cost')}
        text={costText(cost, maxCost, currency, (answer?.model ?? head.model)?.goesTo === null)}
        share={shareOf(cost ?? 0, maxCost)}
      />
    </div>
  );
}

function OfConversation({ head, currency }: { head: ChatHead; currency: string }) {
  const { totalCalls, totalCost, settings } = head;
  const max = settings.totalCalls;
  return (
    <div className="budget">
      <Used
        term={t('Calls')}
        text={
          max === null
            ? t('{used}, no bound', { used: formatCount(totalCalls) })
            : t('{used} of {max}', counts(totalCalls, max))
        }
        share={shareOf(totalCalls, max)}
      />
      <Used
        term={t('Cost')}
        text={costText(totalCost, settings.totalCost, currency, head.model?.goesTo === null)}
        share={shareOf(totalCost ?? 0, settings.totalCost)}
      />
    </div>
  );
}

function Used({ term, text, share }: { term: string; text: string; share: number | null }) {
  return (
    <>
      <span className="subtle">{term}</span>
      <span className="numeric">{text}</span>
      {share === null ? null : <Meter label={`${term}: ${text}`} share={share} />}
    </>
  );
}

const counts = (used: number, max: number) => ({ used: formatCount(used), max: formatCount(max) });

function costText(cost: number | null, max: number | null, currency: string, isLocal: boolean): string {
  if (cost === null) return isLocal ? t('{missing}, local model', { missing }) : t('{missing}, no price', { missing });
  return max === null
    ? formatCost(cost, currency)
    : t('{used} of {max}', { used: formatCost(cost, currency), max: formatCost(max, currency) });
}
