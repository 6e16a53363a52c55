// Permissions: who wants what and where, with the buttons; and what was granted already.
import { useState } from 'react';

import { FilterField } from '../../parts/filter-field.tsx';
import { PaneHead, ScreenBar } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { openPrompts } from '../../store/attention.ts';
import { formatCounted } from '../../words/format.ts';
import { GrantTable } from './grant-table.tsx';
import { PromptQueue } from './prompt-queue.tsx';

export function PermissionsScreen() {
  const snapshot = useSnapshot();
  const now = useNow();
  const [filter, setFilter] = useState('');
  const grants = formatCounted(Object.keys(snapshot.grants).length, 'grant');
  return (
    <>
      <ScreenBar title="Permissions" note={`${openPrompts(snapshot).length} waiting, ${grants}`}>
        <FilterField label="Filter grants" value={filter} onChange={setFilter} />
      </ScreenBar>
      <div className="panes stack">
        <PromptQueue />
        <section className="pane fill" aria-label="Grants">
          <PaneHead title="Grants" note={String(Object.keys(snapshot.grants).length)} />
          <GrantTable filter={filter} now={now} />
        </section>
      </div>
    </>
  );
}
