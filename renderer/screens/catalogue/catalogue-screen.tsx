// Catalogue: find a server, see what it is, add it; installs, sources and opened bundles beside the list.
import { addPath, entryId, readCataloguePath, sourcesPath } from '../../frame/catalogue-paths.ts';
import { useKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { BundleDrop } from '../../parts/bundles/bundle-drop.tsx';
import { useOpenBundle } from '../../parts/bundles/use-open-bundle.ts';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { detailBesideFrom, useWide } from '../../parts/use-wide.ts';
import { t } from '../../words/language.ts';
import { BundleSheet } from './bundle/bundle-sheet.tsx';
import { CatalogueBar } from './catalogue-bar.tsx';
import { EntryDetail } from './entry/entry-detail.tsx';
import { AddSheet } from './form/add-sheet.tsx';
import { InstallsView } from './installs/installs-view.tsx';
import { FilterBar } from './search/filter-bar.tsx';
import { FoundList } from './search/found-list.tsx';
import { NothingFetched } from './search/none-found.tsx';
import { SearchBar } from './search/search-bar.tsx';
import { sourceTotals } from './sources/source-words.ts';
import { SourcesPane } from './sources/sources-pane.tsx';
import { useCatalogueList } from './use-catalogue-list.ts';

export function CatalogueScreen({ selected }: { selected: string | null }) {
  const bundles = useOpenBundle();
  const place = readCataloguePath(selected);
  useKeys({ o: () => goTo('catalogue', place.kind === 'sources' ? null : sourcesPath) });
  return (
    <>
      <CatalogueBar bundles={bundles} />
      {place.kind === 'installs' ? <InstallsView serverId={place.serverId} /> : <Entries selected={selected} />}
      {place.kind === 'add' ? <AddSheet key={selected} name={place.entry} version={place.version} /> : null}
      {place.kind === 'bundle' ? <BundleSheet key={place.bundleId} bundleId={place.bundleId} /> : null}
      <BundleDrop bundles={bundles} />
    </>
  );
}

function Entries({ selected }: { selected: string | null }) {
  const { catalogueSources } = useSnapshot();
  const place = readCataloguePath(selected);
  const wide = useWide(detailBesideFrom);
  const named = place.kind === 'entries' ? place.open : place.kind === 'add' ? place.entry : null;
  const list = useCatalogueList(named, wide);
  const totals = sourceTotals(catalogueSources);
  const { current, found, at, choose, move, search } = list;
  const add = () => {
    if (!current) return false;
    goTo('catalogue', addPath(current, null));
    return true;
  };
  useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Home: () => move(-found.pages.total),
    Escape: () => goTo('catalogue'),
    Enter: event => (event.target instanceof Element && event.target.closest('button, a, summary') ? false : add()),
  });
  const isBare = totals.entries === 0 && found.pages.total === 0 && totals.failed.length === 0 && !totals.refreshing;
  return (
    <>
      <SearchBar
        query={search.query}
        onQuery={query => list.change({ query })}
        sort={search.sort}
        onSort={sort => list.change({ sort })}
        found={found.pages.total}
        all={totals.entries}
        onMove={move}
        onEnter={() => void add()}
      />
      {isBare ? null : <FilterBar filters={search.filters} onFilters={filters => list.change({ filters })} />}
      <div className="panes">
        <section className="pane fill entry-list" aria-label={t('Found')}>
          {isBare && found.loaded ? <NothingFetched /> : <FoundList list={list} onChoose={choose} at={at} />}
        </section>
        {place.kind === 'sources' ? <SourcesPane onClose={() => goTo('catalogue')} /> : null}
        {place.kind !== 'sources' && current ? (
          <EntryDetail
            key={entryId(current)}
            name={current}
            revision={list.revision}
            onClose={() => goTo('catalogue')}
          />
        ) : null}
      </div>
    </>
  );
}
