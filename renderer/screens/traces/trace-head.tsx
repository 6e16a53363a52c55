// The header of the trace table; the timeline's seconds stand above its grid.
import type { TimeWindow } from '../../store/trace-figures.ts';
import { formatClock } from '../../words/format.ts';

/** The two without a width share what is left. */
const columns = [
  ['Time', 104, ''],
  ['Dir', 30, ''],
  ['From', 118, ''],
  ['To', 118, ''],
  ['Tool or method', undefined, ''],
  ['Outcome and rule', undefined, ''],
  ['Size', 60, 'num'],
  ['Latency', 66, 'num'],
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
        <col className="wide" style={{ width: 92 }} />
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
          <th scope="col" className="wfh wide">
            <b className="unheard">Timeline</b>
            {time.from > 0 ? [0, 1, 2].map(index => <span key={index}>{label(index)}</span>) : null}
          </th>
        </tr>
      </thead>
    </>
  );
}
