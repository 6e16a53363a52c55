// The user's own prices: what a million tokens cost, in and out, of each model; without one a cost is never shown.
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { goTo } from '../../frame/route.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Line } from '../../parts/form-fields.tsx';
import { usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { t } from '../../words/language.ts';
import { modelName } from '../../words/model-words.ts';
import { priceOf } from './price-text.ts';
import { refText } from './used/choice-rows.ts';
import { ModelSelect } from './used/model-select.tsx';
import { useAllModels } from './used/use-all-models.ts';
import type { ModelPrice, ModelRef } from '../../../contract/schemas/models.ts';
import type { Prices } from './use-prices.ts';

interface PricesProps {
  readonly prices: Prices;
  readonly onChanged: () => void;
}

export function PricesSheet({ prices, onChanged }: PricesProps) {
  return (
    <Sheet
      open
      title={t('Your prices')}
      text={t('For a million tokens. A model without a price has no cost; nothing is looked up anywhere.')}
      onClose={() => goTo('models')}
      footer={<Button onClick={() => goTo('models')}>{t('Close')}</Button>}
    >
      <Currency currency={prices.currency} onChanged={onChanged} />
      <PriceTable prices={prices} onChanged={onChanged} />
      <AddPrice onChanged={onChanged} />
    </Sheet>
  );
}

/** Takes effect when it is left. */
function Currency({ currency, onChanged }: { currency: string; onChanged: () => void }) {
  const { link } = usePanelParts();
  const { said, send } = useSending();
  const keep = async (text: string) => {
    const next = text.trim().toUpperCase();
    if (next !== currency && (await send(() => link.request('models:set-currency', { currency: next })))) onChanged();
  };
  return (
    <label className="currency">
      <span>{t('Currency, such as USD or EUR')}</span>
      <span className="field">
        <input
          key={currency}
          className="mono"
          defaultValue={currency}
          maxLength={3}
          onBlur={({ target }) => void keep(target.value)}
        />
      </span>
      <Said sentence={said} />
    </label>
  );
}

function PriceTable({ prices: { prices }, onChanged }: PricesProps) {
  const snapshot = useSnapshot();
  const { link } = usePanelParts();
  const { said, send } = useSending();
  const forget = async ({ providerId, model }: ModelPrice) => {
    if (await send(() => link.request('models:set-price', { providerId, model, price: null }))) onChanged();
  };
  if (prices.length === 0) return <p className="subtle">{t('No price yet. Your provider lists what it asks.')}</p>;
  return (
    <>
      <Said sentence={said} />
      <DataTable
        label={t('Your prices')}
        rows={prices}
        rowId={refText}
        columns={[
          { head: t('Model'), cell: price => <Foreign text={modelName(snapshot, price)} className="ellipsis" /> },
          { head: t('In'), width: 90, num: true, cell: ({ input }) => input },
          { head: t('Out'), width: 90, num: true, cell: ({ output }) => output },
          {
            head: t('–Actions'),
            width: 50,
            num: true,
            cell: price => (
              <ActButton
                look="ghost"
                size="small"
                icon={X}
                aria-label={t('Forget the price of {model}', { model: visibleText(price.model) })}
                onClick={() => void forget(price)}
              />
            ),
          },
        ]}
      />
    </>
  );
}

const nothing = { model: null as ModelRef | null, input: '', output: '' };

/** A price as it is typed; `price` is null while it is none. */
function useTypedPrice(onChanged: () => void) {
  const { link } = usePanelParts();
  const [typed, setTyped] = useState(nothing);
  const { said, busy, send } = useSending();
  const price = priceOf(typed.input, typed.output);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const { model } = typed;
    if (model === null || price === null) return;
    if (!(await send(() => link.request('models:set-price', { ...model, price })))) return;
    setTyped(nothing);
    onChanged();
  };
  const change = (part: Partial<typeof nothing>) => setTyped({ ...typed, ...part });
  return { typed, change, isComplete: typed.model !== null && price !== null, said, busy, keep };
}

function AddPrice({ onChanged }: { onChanged: () => void }) {
  const models = useAllModels();
  const { typed, change, isComplete, said, busy, keep } = useTypedPrice(onChanged);
  return (
    <form className="add-price" aria-label={t('Add a price')} onSubmit={event => void keep(event)}>
      <label>
        <span>{t('Model')}</span>
        <ModelSelect
          label={t('Model')}
          value={typed.model}
          models={models}
          none={t('none')}
          onChoose={model => change({ model })}
        />
      </label>
      <Line label={t('In')} value={typed.input} onChange={input => change({ input })} placeholder="3" mono />
      <Line label={t('Out')} value={typed.output} onChange={output => change({ output })} placeholder="15" mono />
      <ActButton
        type="submit"
        disabled={!isComplete || busy}
        title={isComplete ? undefined : t('Choose a model and type both prices')}
      >
        {t('Keep')}
      </ActButton>
      <Said sentence={said} />
    </form>
  );
}
