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
import { type CatalogueList, useCatalogueList } from './use-catalogue-list.ts';

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
  const asked = place.kind === 'entries' ? place.search : undefined;
  const list = useCatalogueList(named, asked, wide);
  const { found, move, search, change } = list;
  const { entries, failed, refreshing } = sourceTotals(catalogueSources);
  const add = useEntryKeys(list);
  const isBare = entries === 0 && found.pages.total === 0 && failed.length === 0 && !refreshing;
  return (
    <>
      <SearchBar
        query={search.query}
        onQuery={query => change({ query })}
        sort={search.sort}
        onSort={sort => change({ sort })}
        found={found.pages.total}
        all={entries}
        onMove={move}
        onEnter={() => void add()}
      />
      {isBare ? null : <FilterBar filters={search.filters} onFilters={filters => change({ filters })} />}
      <div className="panes">
        <section className="pane fill entry-list" aria-label={t('Found')}>
          {isBare && found.loaded ? <NothingFetched /> : <FoundList list={list} onChoose={list.choose} at={list.at} />}
        </section>
        {place.kind === 'sources' ? <SourcesPane onClose={() => goTo('catalogue')} /> : <Chosen list={list} />}
      </div>
    </>
  );
}

function Chosen({ list: { current, revision } }: { list: CatalogueList }) {
  if (!current) return null;
  return <EntryDetail key={entryId(current)} name={current} revision={revision} onClose={() => goTo('catalogue')} />;
}

/** Answers with what Enter does: it opens the form of what is chosen, and is left alone where nothing is. */
function useEntryKeys({ current, found, move }: CatalogueList): () => boolean {
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
    // On a button it presses that.
    Enter: ({ target }) => (target instanceof Element && target.closest('button, a, summary') ? false : add()),
  });
  return add;
}
