// A name of one's own for a model, for chat, agents and sites to ask for.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { ModelSelect } from './model-select.tsx';
import type { ModelRef } from '../../../../contract/schemas/models.ts';

const formId = 'add-alias';

export function AliasSheet({ models, onClose }: { models: readonly ModelRef[]; onClose: () => void }) {
  const { link } = usePanelParts();
  const [name, setName] = useState('');
  const [model, setModel] = useState<ModelRef | null>(null);
  const { said, busy, send } = useSending();
  const isComplete = name.trim() !== '' && model !== null;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const key = { kind: 'alias', name: name.trim() } as const;
    if (isComplete && (await send(() => link.request('models:choose', { key, model })))) onClose();
  };
  return (
    <Sheet
      title={t('Add alias')}
      text={t('A name of your own that stands for a model: a conversation, an agent or a site may ask for it.')}
      open
      onClose={onClose}
      action={
        <ActButton
          look="primary"
          type="submit"
          form={formId}
          disabled={!isComplete || busy}
          title={isComplete ? undefined : t('Type a name and choose a model')}
        >
          {t('Add')}
        </ActButton>
      }
    >
      <form id={formId} className="grid gap-3" onSubmit={event => void add(event)}>
        <Line label={t('Name')} value={name} onChange={setName} placeholder="fast" mono first />
        <label>
          <span>{t('Model')}</span>
          <ModelSelect label={t('Model')} value={model} models={models} none={t('none')} onChoose={setModel} />
        </label>
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}
