// What stands in place of the list: nothing was fetched yet, nothing matches and which filter hides how many, or the hub could not tell.
import { RefreshCw } from 'lucide-react';
import { sourcesPath } from '../../../frame/catalogue-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Empty } from '../../../parts/layout.tsx';
import { useAct, useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { setFilters, without } from './filter-words.ts';
import type { EntryFilters } from '../../../../contract/schemas/catalogue.ts';
import type { EntryPages } from './entry-pages.ts';

/** Nothing goes out by itself, so the first thing to be seen is what a click will do. */
export function NothingFetched() {
  const act = useAct();
  const enabled = Object.values(useSnapshot().catalogueSources).filter(
    ({ enabled: on, state }) => on && state.kind !== 'forbidden',
  );
  return (
    <Empty
      title={t('Nothing has been fetched')}
      text={
        enabled.length === 0
          ? t('No source is switched on. Add one, or switch one on.')
          : t(
              'Refresh asks {count, plural, one {# source} other {# sources}}: {names}. Nothing is asked before, and nothing that is found runs before you approve it.',
              { count: enabled.length, names: enabled.map(({ name }) => name).join(', ') },
            )
      }
    >
      {enabled.length === 0 ? null : (
        <ActButton look="primary" icon={RefreshCw} onClick={() => void act('catalogue:refresh', {})}>
          {t('Refresh')}
        </ActButton>
      )}
      <Button onClick={() => goTo('catalogue', sourcesPath)}>{t('Sources')}</Button>
    </Empty>
  );
}

interface NoneMatchesProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly filters: EntryFilters;
  readonly onFilters: (filters: EntryFilters) => void;
  readonly hidden: EntryPages['hidden'];
}

export function NoneMatches({ query, onQuery, filters, onFilters, hidden }: NoneMatchesProps) {
  const { catalogueSources } = useSnapshot();
  const now = useNow(60_000);
  const hiding = setFilters(filters, catalogueSources, now).flatMap(({ filter, name, value }) => {
    const count = hidden.find(each => each.filter === filter)?.count ?? 0;
    return count > 0 ? [{ filter, name, value, count }] : [];
  });
  return (
    <div className="none-found" role="status">
      <p>
        {query.trim() === ''
          ? t('No server passes these filters.')
          : t('No server matches {query}.', { query: query.trim() })}
      </p>
      {hiding.map(({ filter, name, value, count }) => (
        <p key={filter} className="line">
          <span>
            {t('{name}: {value} hides {count, plural, one {# server} other {# servers}}.', { name, value, count })}
          </span>
          <Button size="small" onClick={() => onFilters(without(filters, filter))}>
            {t('Take it away')}
          </Button>
        </p>
      ))}
      {query.trim() === '' ? null : (
        <Button size="small" look="ghost" onClick={() => onQuery('')}>
          {t('Clear the search')}
        </Button>
      )}
    </div>
  );
}
