// The first thing the detail of an entry tells: how it ended, and what decided.
import { Ban, ShieldCheck } from 'lucide-react';
import { OutcomeCell } from '../../../parts/outcome-cell.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { Say } from '../../../parts/say.tsx';
import { endParts } from '../../../words/end-words.ts';
import { formatClockMs } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

export function EntryDecision({ entry }: { entry: TraceEntry }) {
  const reason = endParts(entry, useSnapshot());
  const bad = entry.outcome === 'refused' || entry.outcome === 'error';
  const Icon = bad ? Ban : ShieldCheck;
  return (
    <div className={`rule ${bad ? 'crashed' : ''}`}>
      <Icon className="icon" aria-hidden="true" />
      <div className="fill">
        <div className="strong">
          <OutcomeCell entry={entry} />
        </div>
        {reason.length === 0 ? null : (
          <p className="mt-1">
            <ReasonParts parts={reason} lines />
          </p>
        )}
        <p className="subtle mt-1">
          <Decided entry={entry} />
          {entry.code === null ? (
            ''
          ) : (
            <>
              , <span className="mono muted">{entry.code}</span>
            </>
          )}
          , {formatClockMs(entry.at)}
          {entry.tabId === null ? '' : t(', tab {id}', { id: String(entry.tabId) })}
        </p>
      </div>
    </div>
  );
}

function Decided({ entry: { rule, parent } }: { entry: TraceEntry }) {
  if (rule === null) return parent === null ? t('No rule was needed') : t('Decided at the call that caused it');
  return <Say text="Decided by {rule}" values={{ rule: <RuleLink rule={rule} /> }} />;
}
