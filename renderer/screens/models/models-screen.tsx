// Models: which provider is not ready and why, what each was used for, and which model is used where nobody names one.
import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { goTo, routeHref } from '../../frame/route.ts';
import { useOpenRow } from '../../frame/use-open-row.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { FirstModel } from '../../parts/first-model/first-model.tsx';
import { ScreenBar } from '../../parts/layout.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { detailBesideFrom } from '../../parts/use-wide.ts';
import { isSetUp } from '../../store/models.ts';
import { formatCost, formatShort } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { AddProviderSheet } from './add/add-provider-sheet.tsx';
import { ProviderDetail } from './detail/provider-detail.tsx';
import { addPath, type ModelsPlace, pricesPath, providerPath, readModelsPath } from './model-paths.ts';
import { PricesSheet } from './prices-sheet.tsx';
import { providerColumns } from './provider-columns.tsx';
import { type ProviderTotals, providersShown, providerTotals } from './provider-list.ts';
import { type Prices, usePrices } from './use-prices.ts';
import { WhichUsed } from './used/which-used.tsx';

export function ModelsScreen({ selected }: { selected: string | null }) {
  const { modelProviders } = useSnapshot();
  const [filter, setFilter] = useState('');
  const { prices, again } = usePrices();
  const place = readModelsPath(selected);
  const totals = providerTotals(modelProviders);
  const isEmpty = !Object.values(modelProviders).some(isSetUp);
  return (
    <>
      <ScreenBar title={t('Models')} note={isEmpty ? t('no model yet') : countSentence(totals)}>
        {isEmpty ? null : <FilterField label={t('Filter models')} value={filter} onChange={setFilter} />}
        <Button look="ghost" icon={RefreshCw} onClick={() => goTo('models', addPath('local'))}>
          <span className="visually-hidden-when-narrow">{t('Look for local ones')}</span>
        </Button>
        <ActButton icon={Plus} onClick={() => goTo('models', addPath('key'))}>
          {t('Add provider')}
        </ActButton>
      </ScreenBar>
      {isEmpty ? (
        <div className="panes">
          <section className="pane fill" aria-label={t('Models')}>
            <FirstModel />
          </section>
        </div>
      ) : (
        <ProviderPanes place={place} totals={totals} prices={prices} filter={filter} onFilter={setFilter} />
      )}
      {place.kind === 'add' ? <AddProviderSheet what={place.what} /> : null}
      {place.kind === 'prices' && prices ? <PricesSheet prices={prices} onChanged={again} /> : null}
    </>
  );
}

function countSentence({ all, ready }: ProviderTotals): string {
  return t('{all, plural, one {# provider} other {# providers}}, {ready} ready', { all, ready: String(ready) });
}

interface PanesProps {
  readonly place: ModelsPlace;
  readonly totals: ProviderTotals;
  readonly prices: Prices | null;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** The list, which model is used where, and the detail of one provider. */
function ProviderPanes({ place, totals, prices, filter, onFilter }: PanesProps) {
  const snapshot = useSnapshot();
  const now = useNow();
  const rows = providersShown(snapshot.modelProviders, filter);
  const [providerId, tab] = place.kind === 'providers' ? [place.providerId, place.tab] : [null, 'now' as const];
  const select = (id: string) => goTo('models', providerPath(id, tab));
  const current = useOpenRow('models', rows, providerId, { open: select, wideFrom: detailBesideFrom });
  const currency = prices?.currency ?? null;
  return (
    <div className="panes">
      <section className="pane provider-list" aria-label={t('Providers')}>
        <div className="scrolls" tabIndex={-1}>
          <DataTable
            label={t('Providers')}
            roomy
            columns={providerColumns(snapshot, now, currency)}
            rows={rows}
            rowId={({ id }) => id}
            selected={current?.id ?? null}
            onSelect={select}
          />
          {rows.length === 0 ? <NoneMatches filter={filter} hidden={totals.all} onClear={() => onFilter('')} /> : null}
        </div>
        <WhichUsed />
        <Footer totals={totals} currency={currency} />
      </section>
      {current ? <ProviderDetail key={current.id} provider={current} now={now} tab={tab} prices={prices} /> : null}
    </div>
  );
}

function Footer({
  totals: { tokens, localTokens, cost },
  currency,
}: {
  totals: ProviderTotals;
  currency: string | null;
}) {
  return (
    <div className="foot">
      <span className="muted ellipsis">
        {tokens === 0
          ? t('No token was used today')
          : t('{all} tokens today, {local} of them on this machine', {
              all: formatShort(tokens),
              local: formatShort(localTokens),
            })}
      </span>
      <span className="fill" />
      <span className="subtle whitespace-nowrap">
        {cost === null || currency === null ? '' : `${formatCost(cost, currency)} `}
        <a className="link" href={routeHref('models', pricesPath)}>
          {cost === null ? t('Your prices') : t('by your prices')}
        </a>
      </span>
    </div>
  );
}

function NoneMatches({ filter, hidden, onClear }: { filter: string; hidden: number; onClear: () => void }) {
  const sentence = t(
    'No provider matches {filter}. {count, plural, one {# provider is} other {# providers are}} hidden.',
    {
      filter,
      count: hidden,
    },
  );
  return <NoMatch sentence={sentence} onClear={onClear} />;
}
