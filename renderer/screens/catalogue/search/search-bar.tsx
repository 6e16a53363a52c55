// The search field over the whole width, and the order of what it finds. Arrows in the field move the choice below it.

import { type EntrySort, entrySorts } from '../../../../contract/catalogue.ts';
import { Segmented } from '../../../parts/choices.tsx';
import { FilterField } from '../../../parts/filter-field.tsx';
import { formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { sortWords } from '../catalogue-words.ts';
import type { KeyboardEvent } from 'react';

interface SearchBarProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly sort: EntrySort;
  readonly onSort: (sort: EntrySort) => void;
  readonly found: number;
  readonly all: number;
  readonly onMove: (step: 1 | -1) => void;
  readonly onEnter: () => void;
}

export function SearchBar({ query, onQuery, sort, onSort, found, all, onMove, onEnter }: SearchBarProps) {
  const press = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return;
    const act = { ArrowDown: () => onMove(1), ArrowUp: () => onMove(-1), Enter: onEnter }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="filters catalogue-search" onKeyDown={press}>
      <FilterField
        label={t('Search the catalogue')}
        hint={t('Searches names, descriptions and publishers')}
        value={query}
        onChange={onQuery}
        note={all === 0 ? undefined : t('{found} of {all}', { found: formatCount(found), all: formatCount(all) })}
        grow
      />
      <Segmented
        label={t('Order')}
        value={sort}
        onChoose={onSort}
        choices={entrySorts.map(value => ({ value, label: sortWords[value] }))}
      />
    </div>
  );
}
