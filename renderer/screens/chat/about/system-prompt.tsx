// What the model is told before the first question, and the field to change it.
import { type FormEvent, useId, useState } from 'react';
import { maxSystemChars } from '../../../../contract/chat.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useLive } from '../../../parts/panel-context.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';

interface SystemPromptProps {
  readonly text: string;
  /** Resolves with undefined where the hub refused it. */
  readonly onChange: (text: string) => Promise<unknown>;
}

/** More of it is in the sheet. */
const maxShown = 400;

export function SystemPrompt({ text, onChange }: SystemPromptProps) {
  const live = useLive();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="section" aria-label={t('System prompt')}>
      <h3 className="line">
        {t('System prompt')}
        <span className="fill" />
        <button type="button" className="link text-2xs" disabled={!live} onClick={() => setOpen(true)}>
          {text === '' ? t('Write one') : t('Edit')}
        </button>
      </h3>
      {text === '' ? (
        <p className="subtle text-xs">{t('None. It is told to the model before the first question.')}</p>
      ) : (
        <Foreign text={text} lines className="lines muted text-xs system-prompt" max={maxShown} />
      )}
      {isOpen ? <PromptSheet text={text} onChange={onChange} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

function PromptSheet({ text: before, onChange, onClose }: SystemPromptProps & { readonly onClose: () => void }) {
  const form = useId();
  const [text, setText] = useState(before);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ((await onChange(text)) !== undefined) onClose();
  };
  return (
    <Sheet
      title={t('System prompt')}
      text={t('The model is told this before the first question. It holds from the next round on.')}
      open
      onClose={onClose}
      action={
        <ActButton look="primary" type="submit" form={form} disabled={text === before}>
          {t('Save')}
        </ActButton>
      }
    >
      <form id={form} onSubmit={event => void submit(event)}>
        <textarea
          className="well system-field"
          rows={8}
          data-first
          aria-label={t('System prompt')}
          maxLength={maxSystemChars}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </form>
    </Sheet>
  );
}
