// Changes what an answer, and the conversation as a whole, may use. An empty field is no bound where one can do without.
import { type FormEvent, useId, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { type BudgetDraft, budgetChange, budgetDraft } from './budget-draft.ts';
import type { ChatChange, ChatSettings } from '../../../../contract/schemas/chat.ts';

interface BudgetSheetProps {
  readonly settings: ChatSettings;
  readonly currency: string;
  readonly onChange: (change: ChatChange) => void;
  readonly onClose: () => void;
}

export function BudgetSheet({ settings, currency, onChange, onClose }: BudgetSheetProps) {
  const form = useId();
  const [draft, setDraft] = useState(() => budgetDraft(settings));
  const change = budgetChange(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change) return;
    onChange(change);
    onClose();
  };
  return (
    <Sheet
      title={t('Budget')}
      text={t('It holds from the next round on. When it is used up the answer stops, and one button lets it go on.')}
      open
      onClose={onClose}
      action={
        <ActButton
          look="primary"
          type="submit"
          form={form}
          disabled={!change}
          title={change ? undefined : t('Each has to be a number')}
        >
          {t('Save')}
        </ActButton>
      }
    >
      <form id={form} className="budget-form" onSubmit={submit}>
        {fields(currency).map(([name, label, placeholder]) => (
          <Amount
            key={name}
            {...{ label, placeholder, value: draft[name] }}
            onChange={value => setDraft({ ...draft, [name]: value })}
          />
        ))}
      </form>
    </Sheet>
  );
}

/** Each with what an empty field means, where it may be empty. */
function fields(currency: string): readonly (readonly [keyof BudgetDraft, string, string?])[] {
  const none = t('no bound');
  return [
    ['calls', t('Calls of an answer')],
    ['rounds', t('Rounds of an answer')],
    ['seconds', t('Seconds of an answer')],
    ['cost', t('Cost of an answer, in {currency}', { currency }), none],
    ['totalCalls', t('Calls of the conversation'), none],
    ['totalCost', t('Cost of the conversation, in {currency}', { currency }), none],
  ];
}

interface AmountProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
}

function Amount({ label, value, placeholder, onChange }: AmountProps) {
  return (
    <label>
      <span className="label-text">{label}</span>
      <span className="field">
        <input
          inputMode="decimal"
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          onChange={event => onChange(event.target.value)}
        />
      </span>
    </label>
  );
}
