// Shortcuts: prompts and lists of actions that the user saved for agents, and the way to make one.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { goTo } from '../../../frame/route.ts';
import { shortcutPath } from '../../../frame/tool-paths.ts';
import { useOpenRow } from '../../../frame/use-open-row.ts';
import { ActButton } from '../../../parts/button.tsx';
import { FilterField } from '../../../parts/filter-field.tsx';
import { Empty, ScreenBar } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { ViewChoice } from '../view-choice.tsx';
import { ShortcutDetail } from './shortcut-detail.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import type { Shortcut } from '../../../../contract/schemas/shortcuts.ts';

export function ShortcutView({ selected }: { selected: string | null }) {
  const { shortcuts } = useSnapshot();
  const [filter, setFilter] = useState('');
  const [isMaking, setMaking] = useState(false);
  const all = Object.values(shortcuts);
  const rows = shortcutsShown(all, filter);
  const open = (id: string) => goTo('tools', shortcutPath(id));
  const current = useOpenRow('tools', rows, selected, { open, close: () => goTo('tools', shortcutPath()) });
  const make = (
    <ActButton icon={Plus} onClick={() => setMaking(true)}>
      {t('New shortcut')}
    </ActButton>
  );
  return (
    <>
      <ScreenBar title={t('Tools')} note={countSentence(all.length)}>
        <ViewChoice view="shortcuts" />
        {all.length === 0 ? null : <FilterField label={t('Filter shortcuts')} value={filter} onChange={setFilter} />}
        {all.length === 0 ? null : make}
      </ScreenBar>
      {all.length === 0 ? (
        <Empty title={t('No shortcut yet')} text={emptyText}>
          {make}
        </Empty>
      ) : (
        <div className="panes">
          <ShortcutList rows={rows} current={current} all={all.length} onSelect={open} />
          {current ? <ShortcutDetail key={current.id} shortcut={current} /> : null}
        </div>
      )}
      {isMaking ? <ShortcutSheet shortcut={null} onClose={() => setMaking(false)} onSaved={open} /> : null}
    </>
  );
}

const emptyText = t(
  'Save a prompt or a list of actions under a command such as /summarise. Agents find it by shortcuts_list and run it by shortcuts_execute; it allows them nothing, each action is decided on for itself.',
);

const countSentence = (count: number) => t('{count, plural, one {# shortcut} other {# shortcuts}}', { count });

function shortcutsShown(all: readonly Shortcut[], filter: string): Shortcut[] {
  const wanted = filter.toLowerCase();
  return all
    .filter(({ command, description }) => `${command} ${description}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.command.localeCompare(b.command));
}
