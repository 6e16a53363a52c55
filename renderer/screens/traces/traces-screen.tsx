// Traces: every message as it passes, as a table or as lanes over time, and the detail of one.
import { Rows3, StretchHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { goTo } from '../../frame/route.ts';
import { readTracesPath } from '../../frame/trace-paths.ts';
import { Segmented } from '../../parts/choices.tsx';
import { ScreenBar } from '../../parts/layout.tsx';
import { keep, readKept } from '../../store/kept.ts';
import { t } from '../../words/language.ts';
import { CompareEntries } from './compare/compare-entries.tsx';
import { TraceDetail } from './detail/trace-detail.tsx';
import { LatencyStrip } from './figures/latency-strip.tsx';
import { TraceLanes } from './lanes/trace-lanes.tsx';
import { LiveButtons } from './live-buttons.tsx';
import { NoEntries, TraceFilterBar } from './query/trace-filter-bar.tsx';
import { type ColumnChoice, firstColumns, readColumns } from './table/column-choice.ts';
import { ColumnMenu } from './table/column-menu.tsx';
import { PinnedEntries } from './table/pinned-entries.tsx';
import { TraceTable } from './table/trace-table.tsx';
import { type Pins, usePins } from './table/use-pins.ts';
import { type SeenRows, useTraceWindow } from './table/use-trace-window.ts';
import { TraceTools } from './trace-tools.tsx';
import { filterTraces, traceView } from './trace-view.ts';
import { type TraceScreenState, useTraceScreen } from './use-trace-screen.ts';

export function TracesScreen({ selected }: { selected: string | null }) {
  const place = readTracesPath(selected);
  const seq = place.kind === 'entry' ? place.seq : null;
  useFilterOfAddress(place.kind === 'where' ? place.filter : null);
  const pins = usePins();
  const screen = useTraceScreen(seq, pins);
  const { condition, look } = useStore(traceView);
  const [choice, setChoice] = useColumns();
  const { follow, until } = screen;
  const [seen, onSight] = useTraceWindow({ condition, follow, until, place: screen.place });
  const list = { follow, selected: seq, onSelect: screen.select, onFollow: screen.setFollow };
  const count = useStore(seen, ({ window }) => window.total);
  return (
    <>
      <ScreenBar
        title={t('Traces')}
        note={t('{count, plural, =0 {no entries} one {# entry} other {# entries}}', { count })}
      >
        <LiveButtons screen={screen} />
        <LookChoice />
        <ColumnMenu choice={choice} onChoice={setChoice} />
        <TraceTools filter={{ text: '', ...(condition && { where: condition }) }} />
      </ScreenBar>
      <div className="panes">
        <section className="pane fill" aria-label={t('Entries')}>
          <TraceFilterBar seen={seen} />
          <Latencies seen={seen} />
          <PinnedEntries entries={pins.entries} choice={choice} selected={seq} onSelect={screen.show} />
          {look === 'lanes' ? (
            <TraceLanes {...list} condition={condition} until={until} />
          ) : (
            <TraceTable {...list} seen={seen} choice={choice} onChoice={setChoice} onSight={onSight} />
          )}
          <NoEntries seen={seen} />
        </section>
        <Beside seq={seq} pins={pins} screen={screen} />
      </div>
    </>
  );
}

/** A link that leads here with a filter puts it into the field, where it is changed like any other. */
function useFilterOfAddress(filter: string | null): void {
  useEffect(() => {
    if (filter === null) return;
    filterTraces(filter);
    goTo('traces');
  }, [filter]);
}

interface BesideProps {
  readonly seq: number | null;
  readonly pins: Pins;
  readonly screen: TraceScreenState;
}

/** The selected entry, or its comparison with another one. */
function Beside({ seq, pins, screen: { show, close, compare } }: BesideProps) {
  const compared = useStore(traceView, view => view.compared);
  if (compared !== null) return <CompareEntries left={compared} right={seq} onClose={close} />;
  if (seq === null) return null;
  return <TraceDetail key={seq} seq={seq} pins={pins} onSelect={show} onClose={close} onCompare={compare} />;
}

function Latencies({ seen }: { seen: SeenRows }) {
  return <LatencyStrip entries={useStore(seen, ({ window }) => window.entries)} />;
}

function LookChoice() {
  const look = useStore(traceView, view => view.look);
  return (
    <Segmented
      label={t('View')}
      value={look}
      choices={[
        { value: 'table', label: t('Table'), icon: Rows3, shrinks: true },
        { value: 'lanes', label: t('Lanes'), icon: StretchHorizontal, shrinks: true },
      ]}
      onChoose={next => traceView.setState({ look: next })}
    />
  );
}

const keptName = 'trace-columns';

/** The columns the user chose, as they were kept. */
function useColumns(): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const [choice, setChoice] = useState(() => readKept(keptName, readColumns) ?? firstColumns);
  const change = (next: ColumnChoice) => {
    keep(keptName, next);
    setChoice(next);
  };
  return [choice, change];
}
