// The trace as lanes over time: drag moves through time, the span is chosen, a click on a mark opens its entry.
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useKeys } from '../../../frame/keys.ts';
import { Segmented } from '../../../parts/choices.tsx';
import { formatClock, formatCount, formatSpan } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { entriesLabel } from '../entries-place.ts';
import { LaneAxis, LaneRows } from './lane-rows.tsx';
import { traceLanes } from './trace-lanes.ts';
import { type LaneEntries, useLaneEntries } from './use-lane-entries.ts';
import type { TraceCondition } from '../../../../contract/schemas/trace.ts';
import type { TimeWindow } from '../time-window.ts';

const spans = [5_000, 30_000, 120_000, 600_000] as const;
type Span = `${(typeof spans)[number]}`;

interface TraceLanesProps {
  readonly condition: TraceCondition | null;
  readonly until: number | null;
  readonly follow: boolean;
  readonly selected: number | null;
  readonly onSelect: (seq: number) => void;
  readonly onFollow: (follow: boolean) => void;
}

export function TraceLanes({ condition, until, follow, selected, onSelect, onFollow }: TraceLanesProps) {
  const [span, setSpan] = useState<number>(spans[1]);
  const [kept, setKept] = useState<number | null>(null);
  const end = follow ? null : kept;
  const found = useLaneEntries({ condition, until, span, end });
  // A little room after the newest mark, so that its end is seen.
  const last = (found?.end ?? 0) + (end === null ? span * 0.02 : 0);
  // While it is dragged the picture moves at once; the marks of the new span follow.
  const shown = end ?? last;
  const time = useMemo(() => ({ from: shown - span, to: shown }), [shown, span]);
  const groups = useMemo(() => traceLanes(found?.entries ?? [], time), [found, time]);
  const move = (by: number) => {
    if (follow) onFollow(false);
    setKept(shown + by);
  };
  const drag = useDrag(span, move);
  useLaneKeys(found?.entries.map(({ seq }) => seq) ?? [], selected, onSelect);
  useKeys({ ArrowLeft: () => move(-span / 4), ArrowRight: () => move(span / 4) });
  return (
    <>
      <div className="lane-bar">
        <Segmented
          label={t('Span')}
          value={String(span) as Span}
          choices={spans.map(choice => ({ value: String(choice) as Span, label: formatSpan(choice) }))}
          onChoose={choice => setSpan(Number(choice))}
        />
        <span className="subtle text-2xs">{found === null ? '' : spanWords(found, time)}</span>
        <span className="fill" />
        <span className="subtle legend only-when-wide">
          <i className="waited" /> {t('waited')} <i className="cross" /> {t('refused or failed')}
          <span className="subtle">{t('drag or ← → to move')}</span>
        </span>
      </div>
      <div className="scrolls lanes" role="region" aria-label={entriesLabel} data-entries="" tabIndex={0} {...drag}>
        <LaneAxis time={time} />
        <LaneRows groups={groups} time={time} selected={selected} onSelect={onSelect} />
      </div>
    </>
  );
}

function spanWords({ entries, isPart }: LaneEntries, time: TimeWindow): string {
  if (entries.length === 0) return '';
  const span = { from: formatClock(time.from), to: formatClock(time.to) };
  if (!isPart) return t('{from} to {to}', span);
  const count = formatCount(entries.length);
  return t('{from} to {to}, only {count} entries of it are drawn: choose a shorter span', { ...span, count });
}

/** Dragging to the right shows what was before. */
function useDrag(span: number, move: (by: number) => void) {
  const start = useRef<number | null>(null);
  return {
    onPointerDown: ({ clientX, target }: PointerEvent) => {
      const isMark = target instanceof Element && target.closest('[data-seq]') !== null;
      start.current = isMark ? null : clientX;
    },
    onPointerMove: ({ clientX, currentTarget, buttons }: PointerEvent) => {
      if (buttons !== 1) start.current = null;
      if (start.current === null || Math.abs(clientX - start.current) < 4) return;
      move(((start.current - clientX) / currentTarget.clientWidth) * span);
      start.current = clientX;
    },
  };
}

function useLaneKeys(seqs: readonly number[], selected: number | null, select: (seq: number) => void): void {
  const at = selected === null ? -1 : seqs.indexOf(selected);
  const go = (to: number) => () => {
    const seq = seqs[Math.max(0, Math.min(seqs.length - 1, to))];
    if (seq !== undefined) select(seq);
  };
  const step = (by: number) => go(at < 0 ? seqs.length - 1 : at + by);
  useKeys({ j: step(1), ArrowDown: step(1), k: step(-1), ArrowUp: step(-1), Home: go(0), End: go(seqs.length - 1) });
}
