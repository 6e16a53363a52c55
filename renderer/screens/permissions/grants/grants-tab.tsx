// All grants, one of them in detail, and a way to make one by hand.
import { HelpCircle, Plus } from 'lucide-react';
import { useState } from 'react';
import { useListKeys } from '../../../frame/keys.ts';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { FilterField } from '../../../parts/filter-field.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { ExplainSheet } from '../explain/explain-sheet.tsx';
import { GrantDetail } from './grant-detail.tsx';
import { filteredGrants } from './grant-rows.ts';
import { GrantSheet } from './grant-sheet.tsx';
import { GrantTable } from './grant-table.tsx';

export function GrantsTab({ selected, now }: { selected: string | null; now: number }) {
  const snapshot = useSnapshot();
  const [filter, setFilter] = useState('');
  const [sheet, setSheet] = useState<'add' | 'explain' | null>(null);
  const shown = filteredGrants(snapshot, filter);
  const select = (id: string) => goTo('permissions', permissionPath('grants', id));
  const close = () => setSheet(null);
  useListKeys(
    shown.map(grant => grant.id),
    selected,
    select,
    () => goTo('permissions', permissionPath('grants')),
  );
  return (
    <div className="panes">
      <section className="pane fill" aria-label={t('Grants')}>
        <div className="filters">
          <FilterField
            label={t('Filter grants')}
            value={filter}
            onChange={setFilter}
            note={filter === '' ? undefined : t('{count, number} shown', { count: shown.length })}
            grow
          />
          <ActButton icon={HelpCircle} onClick={() => setSheet('explain')}>
            {t('What decides?')}
          </ActButton>
          <ActButton icon={Plus} onClick={() => setSheet('add')}>
            {t('Add grant')}
          </ActButton>
        </div>
        <GrantTable filter={filter} now={now} selected={selected} onSelect={select} />
      </section>
      {selected === null ? null : <GrantDetail key={selected} grantId={selected} now={now} />}
      {sheet === 'add' ? <GrantSheet onClose={close} /> : null}
      {sheet === 'explain' ? <ExplainSheet onClose={close} /> : null}
    </div>
  );
}
