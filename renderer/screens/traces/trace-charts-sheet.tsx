// "Charts": latency and size of every tool as distributions with their percentiles.
import { useEffect, useState } from 'react';

import type { FigureSide, TraceFigures } from '../../../electron/contract/trace-tools.ts';
import type { TraceFilter } from '../../../electron/contract/trace.ts';
import { errorSentence } from '../../link/panel-error.ts';
import { Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choices.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { formatCounted } from '../../words/format.ts';
import { ToolFiguresTable } from './tool-figures-table.tsx';

export function TraceChartsSheet({ filter, onClose }: { filter: TraceFilter; onClose: () => void }) {
  const [side, setSide] = useState<FigureSide>('agents');
  const [turn, setTurn] = useState(0);
  const { figures, said } = useFigures(filter, side, turn);
  return (
    <Sheet
      wide
      title="Latency and size per tool"
      text={figures ? whatIsMeasured(figures, side) : 'Counting …'}
      open
      onClose={onClose}
      footer={
        <>
          <Segmented
            label="Whose calls"
            value={side}
            choices={[
              { value: 'agents', label: 'Asked by agents' },
              { value: 'targets', label: 'Asked of browsers and servers' },
            ]}
            onChoose={setSide}
          />
          <Legend />
          <span className="fill" />
          <Button look="ghost" onClick={() => setTurn(turn + 1)}>
            Count again
          </Button>
          <Button data-first onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {figures && figures.tools.length > 0 ? <ToolFiguresTable figures={figures} side={side} /> : null}
      {figures?.tools.length === 0 ? (
        <p className="m px-4 py-2">No call matches. Charts are of the calls that the filter shows.</p>
      ) : null}
      <div className="px-4">
        <Said sentence={said} />
      </div>
    </Sheet>
  );
}

/** What the lines in the charts are. */
function Legend() {
  return (
    <span className="legend wide">
      {['p50', 'p95', 'p99'].map(share => (
        <span key={share}>
          <svg viewBox="0 0 3 12" aria-hidden="true">
            <path className={share} d="M1.5 0V12" />
          </svg>
          {share}
        </span>
      ))}
    </span>
  );
}

function whatIsMeasured({ calls, tools, more }: TraceFigures, side: FigureSide): string {
  const of = `${formatCounted(calls, 'call')} of ${formatCounted(tools.length + more, 'tool or method', 'tools and methods')}`;
  const rest = more > 0 ? `, the ${tools.length} most called of them` : '';
  return side === 'agents'
    ? `${of}${rest}, from the request of an agent to its answer, without the time that you were asked.`
    : `${of}${rest}, from the hub’s request to a browser or server to its answer.`;
}

function useFigures(filter: TraceFilter, side: FigureSide, turn: number) {
  const { link } = usePanelParts();
  const [figures, setFigures] = useState<TraceFigures | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const asked = JSON.stringify(filter);
  useEffect(() => {
    let wanted = true;
    link.request('trace:figures', { filter: JSON.parse(asked) as TraceFilter, side }).then(
      answer => {
        if (!wanted) return;
        setFigures(answer);
        setSaid(null);
      },
      (error: unknown) => wanted && setSaid(errorSentence(error)),
    );
    return () => {
      wanted = false;
    };
  }, [link, asked, side, turn]);
  return { figures, said };
}
