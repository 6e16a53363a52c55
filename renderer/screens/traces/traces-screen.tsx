// Traces: every message as it passes, and the detail of one.
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';

import { useKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { formatCount, formatCounted } from '../../words/format.ts';
import { LatencyStrip } from './latency-strip.tsx';
import { TraceDetail } from './trace-detail.tsx';
import { TraceTable } from './trace-table.tsx';
import { useTraceWindow } from './use-trace-window.ts';

export function TracesScreen({ selected }: { selected: string | null }) {
  const [text, setText] = useState('');
  const [follow, setFollow] = useState(selected === null);
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const { window, loaded } = useTraceWindow({ text, follow, ...sight });
  const seq = selected === null ? null : Number(selected);
  useKeys({ f: () => setFollow(!follow) });
  const select = (next: number) => {
    setFollow(false);
    goTo('traces', String(next));
  };
  const hidden = window.total - window.matched;
  return (
    <>
      <ScreenBar title="Traces" note={formatCounted(window.total, 'entry', 'entries')}>
        <Button
          icon={ArrowDownToLine}
          look={follow ? 'on' : undefined}
          aria-pressed={follow}
          shortcut="F"
          onClick={() => setFollow(!follow)}
        >
          Follow
        </Button>
      </ScreenBar>
      <div className="panes">
        <section className="pane fill" aria-label="Entries">
          <div className="filters">
            <FilterField
              label="Filter by method, tool, from, to, reason or rule"
              value={text}
              onChange={setText}
              note={`${formatCount(window.matched)} of ${formatCount(window.total)}`}
              grow
            />
          </div>
          <LatencyStrip entries={window.entries} />
          <TraceTable
            window={window}
            follow={follow}
            selected={seq}
            onSelect={select}
            onSight={setSight}
            onFollow={setFollow}
          />
          {loaded && window.total === 0 ? (
            <Empty
              title="No message has passed yet"
              text="Every message between an agent, a browser and a server appears here while it passes."
            >
              <Button look="primary" onClick={() => goTo('connect')}>
                Connect an agent
              </Button>
            </Empty>
          ) : null}
          {loaded && window.total > 0 && window.matched === 0 ? (
            <Empty
              title={`No entry matches ${text}`}
              text={`${formatCounted(hidden, 'entry is', 'entries are')} hidden by the filter.`}
            >
              <Button onClick={() => setText('')}>Clear filter</Button>
            </Empty>
          ) : null}
        </section>
        {seq === null || Number.isNaN(seq) ? null : <TraceDetail key={seq} seq={seq} onSelect={select} />}
      </div>
    </>
  );
}
