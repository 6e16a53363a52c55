// The models of a provider: what each can do, what it costs, and the ways to use it.
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { formatBytes, formatCount, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { picturesWord, toolsWord } from './model-abilities.ts';
import { modelsShown } from './models-shown.ts';
import type { Model, ModelProvider } from '../../../../contract/schemas/models.ts';
import type { Prices } from '../use-prices.ts';
import type { ModelsAnswer } from './use-models.ts';

/** From so many on they can be filtered. */
const many = 12;

interface ModelsTabProps {
  readonly provider: ModelProvider;
  readonly models: ModelsAnswer;
  readonly prices: Prices | null;
}

export function ModelsTab({ provider, models, prices }: ModelsTabProps) {
  const [filter, setFilter] = useState('');
  if (models.kind !== 'there') return <Unanswered asked={models} />;
  const rows = modelsShown(models.value, filter);
  if (models.value.length === 0)
    return <p className="subtle p-4 text-xs">{t('It lists no model. Fetch one there, then check again.')}</p>;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('Models of this provider')}>
      {models.value.length > many ? (
        <div className="filters">
          <span className="field fill">
            <input
              type="search"
              aria-label={t('Filter its models')}
              placeholder={t('Filter its models')}
              value={filter}
              onChange={event => setFilter(event.target.value)}
            />
            <span className="subtle text-2xs whitespace-nowrap">
              {t('{count, number} shown', { count: rows.length })}
            </span>
          </span>
        </div>
      ) : null}
      <DataTable
        label={t('Models of {name}', { name: provider.name })}
        columns={columnsFor(provider, prices)}
        rows={rows}
        rowId={({ name }) => name}
      />
    </div>
  );
}

function columnsFor(provider: ModelProvider, prices: Prices | null): Column<Model>[] {
  return [
    { head: t('Model'), cell: model => <NameCell model={model} /> },
    {
      head: t('Context'),
      width: 72,
      num: true,
      cell: ({ context }) => <span className="muted">{context === null ? missing : formatCount(context)}</span>,
    },
    { head: t('Tools'), width: 64, cell: ({ tools }) => <span className="muted">{toolsWord(tools)}</span> },
    {
      head: t('Pictures'),
      width: 60,
      cell: ({ pictures }) => <span className="muted">{picturesWord(pictures)}</span>,
    },
    {
      head: t('Price'),
      width: 72,
      num: true,
      className: 'only-when-wide',
      cell: ({ name }) => <span className="muted">{priceWords(prices, provider.id, name)}</span>,
    },
    {
      head: t('–Actions'),
      width: 184,
      num: true,
      cell: model => <Actions provider={provider} model={model} />,
    },
  ];
}

/** In and out, for a million tokens. */
function priceWords(prices: Prices | null, providerId: string, model: string): string {
  const price = prices?.prices.find(each => each.providerId === providerId && each.model === model);
  return price === undefined ? missing : `${price.input} / ${price.output}`;
}

function NameCell({ model: { name, title, bytes, isDefault } }: { model: Model }) {
  return (
    <span className="cell" title={bytes === null ? undefined : formatBytes(bytes)}>
      <Foreign text={name} className="mono ellipsis" />
      {title === null || title === name ? null : <Foreign text={title} className="subtle text-2xs ellipsis" />}
      {isDefault ? <span className="tag">{t('default')}</span> : null}
    </span>
  );
}

function Actions({ provider: { id, type }, model: { name, isDefault } }: { provider: ModelProvider; model: Model }) {
  const act = useAct();
  const model = { providerId: id, model: name };
  return (
    <span className="line justify-end actions">
      {isDefault ? null : (
        <ActButton
          size="small"
          onClick={() =>
            void act(
              'models:choose',
              { key: { kind: 'type', type }, model },
              t('{type}: means {model} now.', { type, model: visibleText(name) }),
            )
          }
        >
          {t('Make default')}
        </ActButton>
      )}
      <ActButton
        size="small"
        onClick={() =>
          void act(
            'models:choose',
            { key: { kind: 'use', use: 'chat' }, model },
            t('Chat uses {model}.', { model: visibleText(name) }),
          )
        }
      >
        {t('Use in Chat')}
      </ActButton>
    </span>
  );
}
