// The models to choose from: by provider, each with where what is asked of it goes and what it cannot do.
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Unanswered } from '../../parts/unanswered.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { WhereItGoes } from '../../parts/where-it-goes.tsx';
import { t } from '../../words/language.ts';
import { chatDefault, foundModels, type ModelGroup, modelId, shortModel, usableProviders } from './model-choices.ts';
import type { Model } from '../../../contract/schemas/models.ts';
import type { Link } from '../../link/link.ts';

interface ModelListProps {
  /** As `ChatSettings.model`. */
  readonly chosen: string | null;
  readonly onChoose: (model: string | null) => void;
}

/** From so many on they are filtered by their names. */
const many = 12;

export function ModelList({ chosen, onChoose }: ModelListProps) {
  const snapshot = useSnapshot();
  const [text, setText] = useState('');
  const providers = usableProviders(snapshot);
  const key = providers.map(({ id, checkedAt }) => `${id} ${checkedAt}`).join();
  const asked = useRequest(`models ${key}`, link => askModels(link, providers));
  const standing = chatDefault(snapshot);
  if (asked.kind !== 'there') return <Unanswered asked={asked} />;
  const count = asked.value.reduce((sum, { models }) => sum + models.length, 0);
  return (
    <div className="model-list">
      {count < many ? null : (
        <span className="field">
          <input
            type="search"
            aria-label={t('Filter models')}
            placeholder={t('Filter models')}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </span>
      )}
      {standing === null ? (
        <p className="subtle menu-note">{t('No model is ready. Models has what each one needs.')}</p>
      ) : (
        <Item isChosen={chosen === null} onChoose={() => onChoose(null)}>
          {t('The default of Chat')} <Foreign text={shortModel(standing)} className="subtle ellipsis" max={60} />
        </Item>
      )}
      {foundModels(asked.value, text).map(group => (
        <Group key={group.provider.id} group={group} chosen={chosen} onChoose={onChoose} />
      ))}
    </div>
  );
}

/** One that does not answer has none here; its state says why. */
function askModels(link: Link, providers: ReturnType<typeof usableProviders>): Promise<ModelGroup[]> {
  return Promise.all(
    providers.map(async provider => {
      const answer = await link.request('models:list', { providerId: provider.id }).catch(() => null);
      return { provider, models: answer?.models ?? [] };
    }),
  );
}

function Group({ group: { provider, models }, chosen, onChoose }: { group: ModelGroup } & ModelListProps) {
  return (
    <section aria-label={provider.name}>
      <h3 className="line">
        <Foreign text={provider.name} className="ellipsis" />
        <span className="fill" />
        <WhereItGoes provider={provider} />
      </h3>
      {models.map(model => {
        const id = modelId(provider.id, model.name);
        return (
          <Item key={id} isChosen={id === chosen} onChoose={() => onChoose(id)}>
            <Foreign text={model.name} className="ellipsis" max={60} />{' '}
            <span className="subtle">{limitsOf(model)}</span>
          </Item>
        );
      })}
    </section>
  );
}

/** Only what it cannot do; what nobody knows is not said. */
function limitsOf({ tools, pictures }: Model): string {
  const limits = [
    ...(tools === 'none' ? [t('no tools')] : tools === 'text' ? [t('calls as text')] : []),
    ...(pictures === false ? [t('no pictures')] : []),
  ];
  return limits.join(', ');
}

interface ItemProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: React.ReactNode;
}

function Item({ isChosen, onChoose, children }: ItemProps) {
  return (
    <button type="button" className="menu-item" aria-pressed={isChosen} data-closes onClick={onChoose}>
      <Check className={`icon-12 ${isChosen ? '' : 'invisible'}`} aria-hidden="true" />
      {children}
    </button>
  );
}
