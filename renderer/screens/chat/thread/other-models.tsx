// What can be done where the model is the trouble: ask again, or ask another one that is ready.
import { RotateCcw } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { modelTitle } from '../model-choices.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface OtherModelsProps {
  /** As `ChatSettings.model`. */
  readonly models: readonly string[];
  readonly turnId: string;
  readonly actions: ChatActions;
}

/** More of them are in the model's own menu. */
const maxShown = 3;

export function OtherModels({ models, turnId, actions }: OtherModelsProps) {
  const snapshot = useSnapshot();
  const askOther = async (model: string) => {
    if (await actions.set({ model })) actions.retry(turnId);
  };
  return (
    <div className="line flex-wrap">
      <ActButton size="small" icon={RotateCcw} onClick={() => actions.retry(turnId)}>
        {t('Ask again')}
      </ActButton>
      {models.slice(0, maxShown).map(model => (
        <ActButton key={model} size="small" onClick={() => void askOther(model)}>
          {t('Ask {model}', { model: visibleText(modelTitle(snapshot, model)) })}
        </ActButton>
      ))}
    </div>
  );
}
