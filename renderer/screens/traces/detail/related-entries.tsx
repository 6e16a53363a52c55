// One call on its way through: every entry that belongs to it, below the one that caused it, each on the time of the whole call.
import { ArrowRight } from 'lucide-react';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { OutcomeCell } from '../../../parts/outcome-cell.tsx';
import { formatDuration } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { PartyCell } from '../table/party-cell.tsx';
import { Waterfall } from '../table/waterfall.tsx';
import type { CSSProperties } from 'react';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { TimeWindow } from '../time-window.ts';

interface RelatedProps {
  readonly related: readonly TraceEntry[];
  /** Entries of the call that are left out. */
  readonly more: number;
  readonly seq: number;
  readonly onSelect: (seq: number) => void;
}

export function RelatedEntries({ related, more, seq, onSelect }: RelatedProps) {
  const depths = depthsOf(related);
  const time = timeOf(related);
  const whole = formatDuration(time.to - time.from);
  return (
    <section aria-label={t('Related')}>
      <PaneHead
        title={t('Related')}
        note={
          related.length > 1 ? t('one call on its way through, {whole}', { whole }) : t('nothing else belongs to it')
        }
      />
      <ul className="related-entries">
        {related.map(entry => (
          <li key={entry.seq} style={{ '--d': depths.get(entry.seq) ?? 0 } as CSSProperties}>
            <button
              type="button"
              aria-current={entry.seq === seq ? 'true' : undefined}
              onClick={() => onSelect(entry.seq)}
            >
              <Line entry={entry} start={time.from} />
              <span className="waterfall" aria-hidden="true">
                <Waterfall entry={entry} time={time} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="subtle px-4 py-2 text-2xs">
          {t('{count, plural, one {# more entry} other {# more entries}} of this call are not shown.', { count: more })}
        </p>
      ) : null}
    </section>
  );
}

function Line({ entry, start }: { entry: TraceEntry; start: number }) {
  const { from, to, tool, method, outcome, at, latencyMs } = entry;
  return (
    <span className="line">
      <PartyCell party={from} />
      <ArrowRight className="icon-12 flex-none text-ink-3" aria-label={t('to')} />
      <PartyCell party={to} />
      <Foreign text={tool ?? method} className="mono ellipsis" max={60} />
      <span className="fill" />
      {outcome === 'ok' || outcome === 'none' ? null : <OutcomeCell entry={entry} />}
      <span className="subtle numeric" title={t('Since the call began')}>
        +{formatDuration(at - start)}
      </span>
      <span className="numeric">{latencyMs === null ? '' : formatDuration(latencyMs)}</span>
    </span>
  );
}

/** How deep each lies below the first, as far as what caused it is shown. */
function depthsOf(related: readonly TraceEntry[]): ReadonlyMap<number, number> {
  const depths = new Map<number, number>();
  for (const { seq, parent } of related) depths.set(seq, parent === null ? 0 : (depths.get(parent) ?? -1) + 1);
  return depths;
}

/** From the first beginning to the last end. */
function timeOf(related: readonly TraceEntry[]): TimeWindow {
  const from = related[0]?.at ?? 0;
  const ends = related.map(({ at, latencyMs }) => at + (latencyMs ?? 0));
  return { from, to: Math.max(from + 0.1, ...ends) };
}
