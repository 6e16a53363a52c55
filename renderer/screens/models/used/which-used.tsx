// "Which one is used": the model for chat, for sites, for each type, and the names that the user made.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { modelName } from '../../../words/model-words.ts';
import { AliasSheet } from './alias-sheet.tsx';
import { type ChoiceRow, choiceRows } from './choice-rows.ts';
import { ModelSelect } from './model-select.tsx';
import { useAllModels } from './use-all-models.ts';
import type { ModelRef } from '../../../../contract/schemas/models.ts';

export function WhichUsed() {
  const snapshot = useSnapshot();
  const now = useNow();
  const models = useAllModels();
  const [adding, setAdding] = useState(false);
  return (
    <section className="which-used" aria-label={t('Which one is used')}>
      <PaneHead title={t('Which one is used')} note={t('unless a conversation or a site names another')}>
        <ActButton look="ghost" size="small" icon={Plus} onClick={() => setAdding(true)}>
          {t('Add alias')}
        </ActButton>
      </PaneHead>
      <ul className="scrolls" tabIndex={0} aria-label={t('Which one is used')}>
        {choiceRows(snapshot, now).map(row => (
          <Row key={row.id} row={row} models={models} />
        ))}
      </ul>
      {adding ? <AliasSheet models={models} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function Row({ row, models }: { row: ChoiceRow; models: readonly ModelRef[] }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const { key, label, chosen, effective, providers, note, isTrouble } = row;
  const ids = new Set(providers.map(({ id }) => id));
  const choose = (model: ModelRef | null) => void act('models:choose', { key, model });
  const byItself =
    chosen === null && effective !== null
      ? t('by itself: {model}', { model: visibleText(modelName(snapshot, effective)) })
      : t('none');
  return (
    <li>
      <Foreign text={label} className={`ellipsis ${key.kind === 'use' ? '' : 'mono'}`} />
      <ModelSelect
        label={t('Model for {name}', { name: visibleText(label) })}
        value={chosen}
        models={models.filter(({ providerId }) => ids.has(providerId))}
        none={chosen !== null && key.kind !== 'alias' ? t('by itself') : byItself}
        onChoose={model => (model === null && key.kind === 'alias' ? undefined : choose(model))}
      />
      <span className={`ellipsis text-2xs ${isTrouble ? 'text-attention' : 'subtle'}`}>
        <Foreign text={note} />
      </span>
      {key.kind === 'alias' ? (
        <ActButton
          look="ghost"
          size="small"
          icon={X}
          aria-label={t('Remove alias {name}', { name: visibleText(label) })}
          title={t('Remove alias {name}', { name: visibleText(label) })}
          onClick={() => choose(null)}
        />
      ) : null}
    </li>
  );
}
