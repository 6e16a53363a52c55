// The sources of the catalogue: where each stands, which are asked, and one more.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { DetailPane } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { SourceForm } from './source-form.tsx';
import { SourceRow } from './source-row.tsx';

export function SourcesPane({ onClose }: { onClose: () => void }) {
  const { catalogueSources } = useSnapshot();
  const [adding, setAdding] = useState(false);
  const rows = Object.values(catalogueSources);
  return (
    <DetailPane
      label={t('Sources')}
      className="entry-detail"
      onClose={onClose}
      head={
        <>
          <h2>{t('Sources')}</h2>
          <span className="fill" />
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {t('Add a source')}
          </Button>
        </>
      }
    >
      <p className="section text-xs muted">
        {t('A source is asked only when you click Refresh; what it said stays here and is searched without it.')}
      </p>
      {adding ? <SourceForm source={null} onDone={() => setAdding(false)} /> : null}
      <ul className="sources-list" aria-label={t('Sources')}>
        {rows.map(source => (
          <SourceRow key={source.id} source={source} />
        ))}
      </ul>
      {rows.length === 0 && !adding ? <p className="section text-xs subtle">{t('There is no source.')}</p> : null}
    </DetailPane>
  );
}
