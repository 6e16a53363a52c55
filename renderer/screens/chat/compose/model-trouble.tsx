// Why the model of a conversation cannot be asked now, and the ready ones that could be in its place.
import { visibleText } from '../../../../contract/visible-text.ts';
import { routeHref } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { modelTitle } from '../model-choices.ts';
import type { ChatHead } from '../../../../contract/schemas/chat.ts';

interface ModelTroubleProps {
  readonly trouble: NonNullable<ChatHead['modelTrouble']>;
  readonly onChoose: (model: string) => void;
}

/** More of them are in the model's own menu. */
const maxShown = 3;

export function ModelTrouble({ trouble: { why, otherModels }, onChoose }: ModelTroubleProps) {
  const snapshot = useSnapshot();
  return (
    <div className="model-trouble" role="status">
      <span className="status attention">
        <Shape tone="attention" />
        <ReasonText reason={why} className="lines" max={200} />
      </span>
      {otherModels.slice(0, maxShown).map(model => (
        <ActButton key={model} size="small" onClick={() => onChoose(model)}>
          {t('Use {model}', { model: visibleText(modelTitle(snapshot, model)) })}
        </ActButton>
      ))}
      <a className="link" href={routeHref('models')}>
        {t('Open Models')}
      </a>
    </div>
  );
}
