// Traces: every message as it passes, as a table or as lanes over time, and the detail of one.
import { ArrowDownToLine, Pause, Rows3, StretchHorizontal } from 'lucide-react';
import { useStore } from 'zustand';

import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choices.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { filterTraces, traceView } from '../../store/trace-view.ts';
import { formatCount, formatCounted } from '../../words/format.ts';
import { ColumnMenu } from './column-menu.tsx';
import { CompareEntries } from './compare-entries.tsx';
import { LatencyStrip } from './latency-strip.tsx';
import { PinnedEntries } from './pinned-entries.tsx';
import { QueryField } from './query-field.tsx';
import { SavedFiltersMenu } from './saved-filters-menu.tsx';
import { TraceDetail } from './trace-detail.tsx';
import { TraceLanes } from './trace-lanes.tsx';
import { TraceTable } from './trace-table.tsx';
import { TraceTools } from './trace-tools.tsx';
import { useColumns } from './use-columns.ts';
import { usePins } from './use-pins.ts';
import { useTraceScreen, type TraceScreenState } from './use-trace-screen.ts';
import { useTraceWindow, type Seen } from './use-trace-window.ts';

export function TracesScreen({ selected }: { selected: string | null }) {
  const seq = selected === null || Number.isNaN(Number(selected)) ? null : Number(selected);
  const pins = usePins();
  const screen = useTraceScreen(seq, pins);
  const { condition, look, compared } = useStore(traceView);
  const [choice, setChoice] = useColumns();
  const { follow, until, place } = screen;
  const [seen, onSight] = useTraceWindow({ condition, follow, until, place });
  return (
    <>
      <ScreenBar title="Traces" note={formatCounted(seen.window.total, 'entry', 'entries')}>
        <LiveButtons screen={screen} />
        <Segmented
          label="View"
          value={look}
          choices={[
            { value: 'table', label: 'Table', icon: Rows3, shrinks: true },
            { value: 'lanes', label: 'Lanes', icon: StretchHorizontal, shrinks: true },
          ]}
          onChoose={next => traceView.setState({ look: next })}
        />
        <ColumnMenu choice={choice} onChoice={setChoice} />
        <TraceTools filter={{ text: '', ...(condition && { where: condition }) }} />
      </ScreenBar>
      <div className="panes">
        <section className="pane fill" aria-label="Entries">
          <FilterBar seen={seen} />
          <LatencyStrip entries={seen.window.entries} />
          <PinnedEntries entries={pins.entries} choice={choice} selected={seq} onSelect={screen.show} />
          {look === 'lanes' ? (
            <TraceLanes
              condition={condition}
              until={until}
              follow={follow}
              selected={seq}
              onSelect={screen.select}
              onFollow={screen.setFollow}
            />
          ) : (
            <TraceTable
              seen={seen}
              follow={follow}
              selected={seq}
              choice={choice}
              onChoice={setChoice}
              onSelect={screen.select}
              onSight={onSight}
              onFollow={screen.setFollow}
            />
          )}
          <Nothing seen={seen} />
        </section>
        {compared === null ? null : <CompareEntries left={compared} right={seq} onClose={screen.close} />}
        {seq === null || compared !== null ? null : (
          <TraceDetail
            key={seq}
            seq={seq}
            pins={pins}
            onSelect={screen.show}
            onClose={screen.close}
            onCompare={screen.compare}
          />
        )}
      </div>
    </>
  );
}

function LiveButtons({ screen: { follow, setFollow, until, pause } }: { screen: TraceScreenState }) {
  return (
    <>
      <Button
        icon={ArrowDownToLine}
        look={follow && until === null ? 'on' : undefined}
        aria-pressed={follow && until === null}
        shortcut="F"
        onClick={() => setFollow(!follow || until !== null)}
      >
        Follow
      </Button>
      <Button
        icon={Pause}
        look={until === null ? 'ghost' : 'on'}
        aria-pressed={until !== null}
        title={
          until === null
            ? 'Hold the view as it is (Space); messages go on passing'
            : 'Show what has passed meanwhile (Space)'
        }
        onClick={() => pause(until === null)}
      >
        Pause
      </Button>
    </>
  );
}

function FilterBar({ seen: { window } }: { seen: Seen }) {
  const text = useStore(traceView, view => view.text);
  return (
    <div className="filters trace-filters">
      <QueryField
        text={text}
        onChange={filterTraces}
        note={`${formatCount(window.matched)} of ${formatCount(window.total)}`}
        onDone={() => document.querySelector<HTMLElement>('[aria-label="Trace entries"]')?.focus()}
      />
      <SavedFiltersMenu text={text} onUse={filterTraces} />
    </div>
  );
}

function Nothing({ seen: { window, loaded } }: { seen: Seen }) {
  const text = useStore(traceView, view => view.text);
  if (!loaded || window.matched > 0) return null;
  if (window.total === 0) {
    return (
      <Empty
        title="No message has passed yet"
        text="Every message between an agent, a browser and a server appears here while it passes."
      >
        <Button look="primary" onClick={() => goTo('connect')}>
          Connect an agent
        </Button>
      </Empty>
    );
  }
  return (
    <Empty
      title="No entry matches"
      text={`${formatCounted(window.total, 'entry is', 'entries are')} hidden by the filter.`}
    >
      <Foreign text={text} className="mono m" max={80} />
      <Button onClick={() => filterTraces('')}>Clear filter</Button>
    </Empty>
  );
}
