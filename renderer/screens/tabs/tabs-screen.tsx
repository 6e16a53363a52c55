// Tabs: whose tab is which, as a board of browsers and owners or as a table.
import { Columns3, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useKeys, useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choices.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { useAct, useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { keyOfTab, ownerKey, type TabBoard, tabBeside, tabBoard } from '../../store/tab-board.ts';
import { t } from '../../words/language.ts';
import { TabBoardView } from './tab-board-view.tsx';
import { TabDetail } from './tab-detail.tsx';
import { TabIconsContext, useTabIcons } from './tab-icons.tsx';
import { TabTable } from './tab-table.tsx';
import type { Tab } from '../../../contract/schemas/entities.ts';

type View = 'board' | 'table';

export function TabsScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const wide = useWide();
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<View>('board');
  const view = wide ? chosen : 'table';
  const board = tabBoard(snapshot, filter);
  const shown = board.browsers.flatMap(({ id }) => board.owners.flatMap(owner => board.cell(id, owner)));
  useTabKeys(board, shown, selected, view);
  const all = Object.values(snapshot.tabs);
  const owned = all.filter(tab => tab.owner.kind === 'agent').length;
  const orphans = all.filter(tab => ownerKey(tab) === 'none').length;
  return (
    <>
      <ScreenBar
        title={t('Tabs')}
        note={t(
          '{count, plural, =0 {no tabs} one {# tab} other {# tabs}}, {owned, number} owned by agents, {orphans, number} without owner',
          { count: all.length, owned, orphans },
        )}
      >
        <FilterField label={t('Filter tabs')} value={filter} onChange={setFilter} />
        {wide ? <ViewSwitch view={view} onChoose={setChosen} /> : null}
        <CloseOrphans count={orphans} />
      </ScreenBar>
      {board.browsers.length === 0 ? (
        <NoBrowser />
      ) : (
        <TabsPanes board={board} shown={shown} selected={selected} view={view} filter={filter} />
      )}
    </>
  );
}

/** Up and down through all tabs; on the board left and right to the cell beside. */
function useTabKeys(board: TabBoard, shown: readonly Tab[], selected: string | null, view: View): void {
  const current = shown.find(tab => keyOfTab(tab) === selected);
  const beside = (step: -1 | 1) => () => {
    const next = view === 'board' && current ? tabBeside(board, current, step) : null;
    if (!next) return false;
    goTo('tabs', keyOfTab(next));
    return true;
  };
  useKeys({ ArrowLeft: beside(-1), ArrowRight: beside(1) });
  useListKeys(
    shown.map(keyOfTab),
    selected,
    key => goTo('tabs', key),
    () => goTo('tabs'),
  );
}

interface PanesProps {
  readonly board: TabBoard;
  readonly shown: readonly Tab[];
  readonly selected: string | null;
  readonly view: View;
  readonly filter: string;
}

function TabsPanes({ board, shown, selected, view, filter }: PanesProps) {
  const { tabs } = useSnapshot();
  const now = useNow();
  const current = selected === null ? undefined : tabs[selected];
  const icons = useTabIcons(current ? [current, ...shown] : shown);
  return (
    <TabIconsContext value={icons}>
      <div className="panes">
        <section className="pane fill" aria-label={t('Tabs')}>
          <div className="scrolls" tabIndex={0} role="region" aria-label={t('Tabs by owner')}>
            {view === 'board' ? (
              <TabBoardView board={board} now={now} selected={selected} />
            ) : (
              <TabTable tabs={shown} now={now} selected={selected} />
            )}
            {shown.length === 0 ? (
              <p className="subtle p-4 text-xs">
                {filter === '' ? t('No tab is open.') : t('No tab matches {filter}.', { filter: visibleText(filter) })}
              </p>
            ) : null}
          </div>
        </section>
        {current ? <TabDetail tab={current} now={now} /> : null}
      </div>
    </TabIconsContext>
  );
}

function ViewSwitch({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <Segmented
      label={t('View')}
      value={view}
      onChoose={onChoose}
      choices={[
        { value: 'board', label: t('Board'), icon: Columns3 },
        { value: 'table', label: t('Table'), icon: Table2 },
      ]}
    />
  );
}

function NoBrowser() {
  return (
    <Empty title={t('No browser yet')} text={t('Tabs appear here as soon as a browser is connected and approved.')}>
      <Button look="primary" onClick={() => goTo('connect', 'browsers')}>
        {t('Connect a browser')}
      </Button>
    </Empty>
  );
}

/** Whatever an agent left behind is closed, after a question. */
function CloseOrphans({ count }: { count: number }) {
  const act = useAct();
  if (count === 0) return null;
  return (
    <ConfirmButton
      icon={Trash2}
      label={t('Close orphans')}
      title={t('Close {count, plural, one {# tab} other {# tabs}} without owner?', { count })}
      text={t('Their agents have left. The browser closes them, with whatever is typed in there.')}
      onConfirm={() => void act('tabs:close-orphans', {}, t('The tabs without owner were closed.'))}
    />
  );
}
