// "Charts": latency and size of every tool as distributions with their percentiles.
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { useAskTrace } from '../shown-trace.ts';
import { ToolFiguresTable } from './tool-figures-table.tsx';
import type { TraceFilter } from '../../../../contract/schemas/trace.ts';
import type { TraceFigures } from '../../../../contract/schemas/trace-tools.ts';
import type { FigureSide } from '../../../../contract/trace-bounds.ts';

export function TraceChartsSheet({ filter, onClose }: { filter: TraceFilter; onClose: () => void }) {
  const [side, setSide] = useState<FigureSide>('agents');
  const [turn, setTurn] = useState(0);
  const ask = useAskTrace();
  const asked = useRequest(JSON.stringify([filter, side, turn]), async () => ({
    figures: await ask('trace:figures', { filter, side }),
    side,
  }));
  const told = asked.kind === 'there' ? asked.value : null;
  return (
    <Sheet
      wide
      title={t('Latency and size per tool')}
      text={told ? whatIsMeasured(told.figures, told.side) : t('Counting …')}
      open
      onClose={onClose}
      footer={
        <>
          <SideChoice side={side} onChoose={setSide} />
          <Legend />
          <span className="fill" />
          <Button look="ghost" onClick={() => setTurn(turn + 1)}>
            {t('Count again')}
          </Button>
          <Button data-first onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {told && told.figures.tools.length > 0 ? <ToolFiguresTable figures={told.figures} side={told.side} /> : null}
      {told?.figures.tools.length === 0 ? (
        <p className="muted px-4 py-2">{t('No call matches. Charts are of the calls that the filter shows.')}</p>
      ) : null}
      <div className="px-4">
        <Said sentence={asked.kind === 'failed' ? asked.sentence : null} />
      </div>
    </Sheet>
  );
}

function SideChoice({ side, onChoose }: { side: FigureSide; onChoose: (side: FigureSide) => void }) {
  return (
    <Segmented
      label={t('Whose calls')}
      value={side}
      choices={[
        { value: 'agents', label: t('Asked by agents') },
        { value: 'targets', label: t('Asked of browsers and servers') },
      ]}
      onChoose={onChoose}
    />
  );
}

/** What the lines in the charts are. */
function Legend() {
  return (
    <span className="legend only-when-wide">
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
  const counts = { calls, tools: tools.length + more, shown: tools.length };
  const which =
    more > 0
      ? t(
          '{calls, plural, =0 {no calls} one {# call} other {# calls}} of {tools, plural, one {# tool or method} other {# tools and methods}}, the {shown} most called of them',
          counts,
        )
      : t(
          '{calls, plural, =0 {no calls} one {# call} other {# calls}} of {tools, plural, =0 {no tools} one {# tool or method} other {# tools and methods}}',
          { calls, tools: tools.length },
        );
  return side === 'agents'
    ? t('{which}, from the request of an agent to its answer, without the time that you were asked.', { which })
    : t('{which}, from the hub’s request to a browser or server to its answer.', { which });
}
