// The filter of the trace with how much it lets through, and what stands where it lets nothing through.
import { useStore } from 'zustand';
import { goTo } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Empty } from '../../../parts/layout.tsx';
import { formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { focusEntries } from '../entries-place.ts';
import { filterTraces, traceView } from '../trace-view.ts';
import { QueryField } from './query-field.tsx';
import { SavedFiltersMenu } from './saved-filters-menu.tsx';
import type { SeenRows } from '../table/use-trace-window.ts';

export function TraceFilterBar({ seen }: { seen: SeenRows }) {
  const { matched, total } = useStore(seen, ({ window }) => window);
  const text = useStore(traceView, view => view.text);
  return (
    <div className="filters trace-filters">
      <QueryField
        text={text}
        onChange={filterTraces}
        note={t('{some} of {all}', { some: formatCount(matched), all: formatCount(total) })}
        onDone={focusEntries}
      />
      <SavedFiltersMenu text={text} onUse={filterTraces} />
    </div>
  );
}

export function NoEntries({ seen }: { seen: SeenRows }) {
  const { window, loaded } = useStore(seen);
  const text = useStore(traceView, view => view.text);
  if (!loaded || window.matched > 0) return null;
  if (window.total === 0) {
    return (
      <Empty
        title={t('No message has passed yet')}
        text={t('Every message between an agent, a browser and a server appears here while it passes.')}
      >
        <Button look="primary" onClick={() => goTo('connect', 'agents')}>
          {t('Connect an agent')}
        </Button>
      </Empty>
    );
  }
  const count = window.total;
  return (
    <Empty
      title={t('No entry matches')}
      text={t('{count, plural, one {# entry is} other {# entries are}} hidden by the filter.', { count })}
    >
      <Foreign text={text} className="mono muted" max={80} />
      <Button onClick={() => filterTraces('')}>{t('Clear filter')}</Button>
    </Empty>
  );
}
