// The list with what stands over it: a source that failed, with its reason and the age of what is shown of it.
import { sourcesPath } from '../../../frame/catalogue-paths.ts';
import { routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { sourceTotals, storedWords } from '../sources/source-words.ts';
import { EntryTable } from './entry-table.tsx';
import { NoneMatches } from './none-found.tsx';
import type { EntryRow } from '../../../../contract/schemas/catalogue.ts';
import type { CatalogueList } from '../use-catalogue-list.ts';

interface FoundListProps {
  readonly list: CatalogueList;
  readonly at: number;
  readonly onChoose: (row: EntryRow) => void;
}

export function FoundList({ list, at, onChoose }: FoundListProps) {
  const { found, search, change } = list;
  return (
    <>
      <FailedSources />
      <div className="scrolls" tabIndex={-1}>
        {found.sentence === null ? null : (
          <div className="p-4">
            <Said sentence={found.sentence} />
          </div>
        )}
        {!found.loaded && found.sentence === null ? <span className="ghost-bar m-4" /> : null}
        {found.pages.total > 0 ? <EntryTable found={found} at={at} onChoose={onChoose} /> : null}
        {found.loaded && found.pages.total === 0 ? (
          <NoneMatches
            query={search.query}
            onQuery={query => change({ query })}
            filters={search.filters}
            onFilters={filters => change({ filters })}
            hidden={found.pages.hidden}
          />
        ) : null}
      </div>
    </>
  );
}

function FailedSources() {
  const { catalogueSources } = useSnapshot();
  const now = useNow(60_000);
  return sourceTotals(catalogueSources).failed.map(source => (
    <p key={source.id} className="failed-source" role="status">
      <Shape tone="crashed" />
      <span className="fill">
        <Foreign text={source.name} className="strong" />{' '}
        {source.state.kind === 'failed' ? <ReasonText reason={source.state.reason} max={120} /> : null}{' '}
        <span className="subtle">{storedWords(source, now)}.</span>
      </span>
      <a className="link" href={routeHref('catalogue', sourcesPath)}>
        {t('Sources')}
      </a>
    </p>
  ));
}
