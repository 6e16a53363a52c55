// The toolbar of the catalogue: how much is stored, how far a refresh is, which source failed, and what can be opened.
import { Database, Download, Plus, RefreshCw, Square } from 'lucide-react';
import { installPath, sourcesPath } from '../../frame/catalogue-paths.ts';
import { goTo } from '../../frame/route.ts';
import { PickBundle } from '../../parts/bundles/pick-bundle.tsx';
import { ActButton, Button } from '../../parts/button.tsx';
import { ScreenBar } from '../../parts/layout.tsx';
import { useAct, useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { installTotals } from '../../store/installs.ts';
import { formatWhen } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { refreshingWords, type SourceTotals, sourceTotals } from './sources/source-words.ts';
import type { OpenBundle } from '../../parts/bundles/use-open-bundle.ts';

export function CatalogueBar({ bundles }: { bundles: OpenBundle }) {
  const now = useNow(60_000);
  const { catalogueSources, installs, servers } = useSnapshot();
  const totals = sourceTotals(catalogueSources);
  const { all, underWay, asking } = installTotals(installs, servers);
  return (
    <ScreenBar title={t('Catalogue')} note={noteOf(totals, now)}>
      {all === 0 ? null : (
        <Button look="ghost" icon={Download} onClick={() => goTo('catalogue', installPath())}>
          <span className="visually-hidden-when-narrow">{t('Installs')}</span>
          {underWay + asking === 0 ? null : <small className="subtle">{underWay + asking}</small>}
        </Button>
      )}
      <Button look="ghost" icon={Database} shortcut="O" onClick={() => goTo('catalogue', sourcesPath)}>
        <span className="visually-hidden-when-narrow">{t('Sources')}</span>
      </Button>
      <PickBundle bundles={bundles} look="ghost" shrinks />
      <RefreshButton totals={totals} />
      <ActButton icon={Plus} onClick={() => goTo('servers', '+')}>
        {t('Add by hand')}
      </ActButton>
    </ScreenBar>
  );
}

function RefreshButton({ totals: { refreshing, sources: count } }: { totals: SourceTotals }) {
  const act = useAct();
  if (refreshing)
    return (
      <ActButton look="ghost" icon={Square} onClick={() => void act('catalogue:stop-refresh', {})}>
        <span className="visually-hidden-when-narrow">{t('Stop refreshing')}</span>
      </ActButton>
    );
  const asks = t('Asks {count, plural, one {# source} other {# sources}}', { count });
  return (
    <ActButton
      look="ghost"
      icon={RefreshCw}
      disabled={count === 0}
      title={count === 0 ? t('No source is switched on') : asks}
      onClick={() => void act('catalogue:refresh', {})}
    >
      <span className="visually-hidden-when-narrow">{t('Refresh')}</span>
    </ActButton>
  );
}

function noteOf({ entries, sources, refreshing, freshAt }: SourceTotals, now: number): string {
  if (refreshing) return refreshingWords(refreshing);
  const count = t(
    '{entries, plural, one {# server} other {# servers}} from {sources, plural, one {# source} other {# sources}}',
    { entries, sources },
  );
  if (freshAt === null) return entries === 0 ? '' : count;
  return t('{count}, fetched {when}', { count, when: formatWhen(freshAt, now) });
}
