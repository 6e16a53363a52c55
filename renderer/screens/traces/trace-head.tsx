// The header of the trace table; the timeline's seconds stand above its grid.
import type { TimeWindow } from '../../store/trace-figures.ts';
import { formatClock } from '../../words/format.ts';

const columns = [
  ['Time', 104, ''],
  ['Dir', 34, ''],
  ['From', 136, ''],
  ['To', 136, ''],
  ['Tool or method', undefined, ''],
  ['Outcome and rule', 158, ''],
  ['Size', 66, 'num'],
  ['Latency', 72, 'num'],
] as const;

export function TraceHead({ time }: { time: TimeWindow }) {
  const step = (time.to - time.from) / 3;
  const label = (index: number) => `:${formatClock(time.from + step * index).slice(-2)}`;
  return (
    <>
      <colgroup>
        {columns.map(([head, width]) => (
          <col key={head} style={width === undefined ? undefined : { width }} />
        ))}
        <col className="wide" style={{ width: 112 }} />
      </colgroup>
      <thead>
        <tr>
          {columns.map(([head, , className]) => (
            <th
              key={head}
              scope="col"
              className={className}
              title={head === 'Dir' ? 'Direction, seen from the hub' : undefined}
            >
              {head}
            </th>
          ))}
          <th scope="col" className="wfh wide" aria-label="Timeline">
            {time.from > 0 ? [0, 1, 2].map(index => <span key={index}>{label(index)}</span>) : null}
          </th>
        </tr>
      </thead>
    </>
  );
}
