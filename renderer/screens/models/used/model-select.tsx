// A list to choose a model from, with its provider; what is chosen stands in it also when nobody lists it any more.
import { visibleText } from '../../../../contract/visible-text.ts';
import { useLive, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { modelName } from '../../../words/model-words.ts';
import { refOf, refText } from './choice-rows.ts';
import type { ModelRef } from '../../../../contract/schemas/models.ts';

interface ModelSelectProps {
  readonly label: string;
  readonly value: ModelRef | null;
  readonly models: readonly ModelRef[];
  /** What the empty choice says. */
  readonly none: string;
  readonly onChoose: (ref: ModelRef | null) => void;
}

export function ModelSelect({ label, value, models, none, onChoose }: ModelSelectProps) {
  const snapshot = useSnapshot();
  const live = useLive();
  const isListed = value === null || models.some(ref => refText(ref) === refText(value));
  const nameOf = (ref: ModelRef) => visibleText(modelName(snapshot, ref));
  return (
    <select
      className={`field ${isListed ? '' : 'gone'}`}
      aria-label={label}
      disabled={!live}
      value={refText(value)}
      title={value === null ? undefined : nameOf(value)}
      onChange={event => onChoose(refOf(event.target.value))}
    >
      <option value="">{none}</option>
      {isListed || value === null ? null : (
        <option value={refText(value)}>{t('{model}, not listed now', { model: nameOf(value) })}</option>
      )}
      {models.map(ref => (
        <option key={refText(ref)} value={refText(ref)}>
          {nameOf(ref)}
        </option>
      ))}
    </select>
  );
}
