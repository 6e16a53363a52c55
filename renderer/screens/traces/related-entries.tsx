// One call on its way through: every entry that belongs to it, with the time since its first.
import { ArrowRight } from 'lucide-react';

import type { TraceEntry } from '../../../electron/contract/trace.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { formatDuration } from '../../words/format.ts';
import { PartyCell } from './party-cell.tsx';

interface RelatedProps {
  readonly related: readonly TraceEntry[];
  readonly seq: number;
  readonly onSelect: (seq: number) => void;
}

export function RelatedEntries({ related, seq, onSelect }: RelatedProps) {
  const start = related[0]?.at ?? 0;
  return (
    <section aria-label="Related">
      <PaneHead
        title="Related"
        note={related.length > 1 ? 'one call on its way through' : 'nothing else belongs to it'}
      />
      <ul className="rel">
        {related.map(entry => (
          <li key={entry.seq}>
            <button
              type="button"
              aria-current={entry.seq === seq ? 'true' : undefined}
              onClick={() => onSelect(entry.seq)}
            >
              <PartyCell party={entry.from} />
              <ArrowRight className="i12 text-ink-3" aria-label="to" />
              <PartyCell party={entry.to} />
              <Foreign text={entry.tool ?? entry.method} className="mono cut" />
              <span className="fill" />
              <span className="mm whitespace-nowrap">+{formatDuration(entry.at - start)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
