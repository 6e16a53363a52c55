// The list of the catalogue: what is searched for, what is found, and which of it is chosen.
import { useState } from 'react';
import { type EntryName, entryId } from '../../frame/catalogue-paths.ts';
import { goTo } from '../../frame/route.ts';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { placeOf, rowAt } from './search/entry-pages.ts';
import { noFilters } from './search/filter-words.ts';
import { type Found, type Search, useSearch } from './search/use-search.ts';

export interface CatalogueList {
  readonly search: Search;
  readonly change: (part: Partial<Search>) => void;
  readonly found: Found;
  /** Another whenever the stored entries may have changed. */
  readonly revision: string;
  /** The one whose detail is shown: that of the address, and in a wide window else the first. */
  readonly current: EntryName | null;
  /** The number of its row, or -1. */
  readonly at: number;
  readonly choose: (name: EntryName) => void;
  readonly move: (step: number) => void;
}

/** `named` is the entry of the address, `asked` what it has searched for. */
export function useCatalogueList(named: EntryName | null, asked: string | undefined, wide: boolean): CatalogueList {
  const { catalogueSources } = useSnapshot();
  const [search, setSearch] = useState<Search>({ query: asked ?? '', filters: noFilters, sort: 'match' });
  const [taken, setTaken] = useState(asked);
  if (taken !== asked) {
    setTaken(asked);
    if (asked !== undefined) setSearch({ query: asked, filters: noFilters, sort: 'match' });
  }
  const revision = Object.values(catalogueSources)
    .map(({ id, freshAt, entries, enabled, state }) =>
      [id, freshAt, entries, enabled, state.kind === 'forbidden'].join(' '),
    )
    .join();
  const found = useSearch(search, revision);
  const first = rowAt(found.pages, 0);
  const current = named ?? (wide && first ? { sourceId: first.sourceId, name: first.name } : null);
  const at =
    current === null
      ? -1
      : placeOf(found.pages, ({ sourceId, name }) => sourceId === current.sourceId && name === current.name);
  const choose = (name: EntryName) => goTo('catalogue', entryId(name));
  const move = (step: number) => {
    const row = rowAt(found.pages, Math.max(0, Math.min(found.pages.total - 1, at + step)));
    if (row) choose(row);
  };
  const change = (part: Partial<Search>) => {
    setSearch({ ...search, ...part });
    // What was chosen of the old answer would hide the best of the new one.
    if (named !== null || asked !== undefined) goTo('catalogue');
  };
  return { search, change, found, revision, current, at, choose, move };
}
