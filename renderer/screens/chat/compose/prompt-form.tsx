// The arguments of a prompt, asked for before its text comes into the field.
import { type FormEvent, useId, useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import type { AskedPrompt } from './use-suggestions.ts';

interface PromptFormProps {
  readonly asked: AskedPrompt;
  /** Resolves with false where nothing came. */
  readonly onFill: (asked: AskedPrompt, given: Record<string, string>) => Promise<boolean>;
  readonly onClose: () => void;
}

export function PromptForm({ asked, onFill, onClose }: PromptFormProps) {
  const form = useId();
  const [given, setGiven] = useState<Record<string, string>>({});
  const { prompt, server } = asked;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    if (await onFill(asked, filled)) onClose();
  };
  return (
    <Sheet
      title={visibleText(`/${prompt.name}`)}
      text={t('A prompt of {server}. Its text comes into the field, where you can change it.', {
        server: visibleText(server),
      })}
      open
      onClose={onClose}
      action={
        <ActButton look="primary" type="submit" form={form}>
          {t('Put it into the field')}
        </ActButton>
      }
    >
      <form id={form} className="grid gap-2" onSubmit={event => void submit(event)}>
        {prompt.arguments.map((name, at) => (
          <Line
            key={name}
            label={visibleText(name)}
            value={given[name] ?? ''}
            first={at === 0}
            onChange={value => setGiven({ ...given, [name]: value })}
          />
        ))}
      </form>
    </Sheet>
  );
}
