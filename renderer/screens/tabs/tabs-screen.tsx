// Tabs: whose tab is which, as a board of browsers and owners or as a table.
import { Columns3, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choices.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { useAct, useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { keyOfTab, ownerKey, tabBoard } from '../../store/tab-board.ts';
import { formatCounted } from '../../words/format.ts';
import { useWide } from '../use-wide.ts';
import { TabBoardView } from './tab-board-view.tsx';
import { TabDetail } from './tab-detail.tsx';
import { TabTable } from './tab-table.tsx';

type View = 'board' | 'table';

export function TabsScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const now = useNow();
  const wide = useWide();
  const [filter, setFilter] = useState('');
  const [view, setView] = useState<View>('board');
  const board = tabBoard(snapshot, filter);
  const shown = board.browsers.flatMap(({ id }) => board.owners.flatMap(owner => board.cell(id, owner)));
  const current = selected === null ? undefined : snapshot.tabs[selected];
  const all = Object.values(snapshot.tabs);
  const owned = all.filter(tab => tab.owner.kind === 'agent').length;
  const orphans = all.filter(tab => ownerKey(tab) === 'none').length;
  useListKeys(
    shown.map(keyOfTab),
    selected,
    key => goTo('tabs', key),
    () => goTo('tabs'),
  );
  return (
    <>
      <ScreenBar
        title="Tabs"
        note={`${formatCounted(all.length, 'tab')}, ${owned} owned by agents, ${orphans} without owner`}
      >
        <FilterField label="Filter tabs" value={filter} onChange={setFilter} />
        {wide ? (
          <Segmented
            label="View"
            value={view}
            onChoose={setView}
            choices={[
              { value: 'board', label: 'Board', icon: Columns3 },
              { value: 'table', label: 'Table', icon: Table2 },
            ]}
          />
        ) : null}
        {orphans > 0 ? (
          <ConfirmButton
            icon={Trash2}
            label="Close orphans"
            title={`Close ${formatCounted(orphans, 'tab')} without owner?`}
            text="Their agents have left. The browser closes them, with whatever is typed in there."
            onConfirm={() => void act('tabs:close-orphans', {}, 'The tabs without owner were closed.')}
          />
        ) : null}
      </ScreenBar>
      {board.browsers.length === 0 ? (
        <Empty title="No browser yet" text="Tabs appear here as soon as a browser is connected and approved.">
          <Button look="primary" onClick={() => goTo('connect')}>
            Connect a browser
          </Button>
        </Empty>
      ) : (
        <div className="panes">
          <section className="pane fill" aria-label="Tabs">
            <div className="scrolls" tabIndex={0} role="region" aria-label="Tabs by owner">
              {wide && view === 'board' ? (
                <TabBoardView board={board} now={now} selected={selected} />
              ) : (
                <TabTable tabs={shown} now={now} selected={selected} />
              )}
              {shown.length === 0 ? (
                <p className="mm p-4 text-xs">{filter === '' ? 'No tab is open.' : `No tab matches ${filter}.`}</p>
              ) : null}
            </div>
          </section>
          {current ? <TabDetail tab={current} now={now} /> : null}
        </div>
      )}
    </>
  );
}
