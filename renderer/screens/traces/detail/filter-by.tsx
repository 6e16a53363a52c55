// What an entry is, as terms of the filter: a press shows only entries that share it.
import { ListFilter } from 'lucide-react';
import { printTerm } from '../../../../contract/trace-query/query-terms.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { t } from '../../../words/language.ts';
import { filterTraces, traceView } from '../trace-view.ts';
import type { Party, TraceEntry, TraceTerm } from '../../../../contract/schemas/trace.ts';

export function FilterBy({ entry }: { entry: TraceEntry }) {
  return (
    <section className="section" aria-label={t('Filter by')}>
      <h3>{t('Filter by')}</h3>
      <div className="flex flex-wrap gap-1">
        {termsOf(entry).map(term => {
          const text = printTerm(term);
          return (
            <Button key={text} size="small" icon={ListFilter} onClick={() => addTerm(text)}>
              <Foreign text={text} className="mono ellipsis" max={60} />
            </Button>
          );
        })}
      </div>
    </section>
  );
}

function termsOf({ from, to, tool, method, tabId, outcome, rule }: TraceEntry): readonly TraceTerm[] {
  const partyTerm = ({ kind, label }: Party): TraceTerm[] => (kind === 'hub' ? [] : [{ field: kind, has: label }]);
  return [
    ...partyTerm(from),
    ...partyTerm(to),
    tool === null ? { field: 'method', has: method } : { field: 'tool', has: tool },
    ...(tabId === null ? [] : [{ field: 'tab', is: tabId } as const]),
    { field: 'status', is: outcome },
    ...(rule === null ? [] : [{ field: 'rule', has: rule } as const]),
  ];
}

/** Beside what the filter asks already. */
function addTerm(term: string): void {
  const { text } = traceView.getState();
  if (text.includes(term)) return;
  const isOr = /\bor\b/i.test(text);
  const before = text.trim() === '' ? '' : `${isOr ? `(${text.trim()})` : text.trim()} `;
  filterTraces(`${before}${term} `);
}
