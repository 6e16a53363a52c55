// Two entries side by side, of one trace or of two: their facts and their payloads, with what differs between them.
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { Switch } from '../../../parts/choices.tsx';
import { DetailPane } from '../../../parts/layout.tsx';
import { formatBytes, formatClockMs, formatDuration } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type EntryAnswer, useEntry } from '../detail/use-entry.ts';
import { type ImportedTrace, importedTrace, ShownTrace } from '../shown-trace.ts';
import { ComparePart } from './compare-part.tsx';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { Compared } from '../trace-view.ts';

interface CompareEntriesProps {
  readonly left: Compared;
  /** Null, or the same as the left one, while the other is to be chosen. */
  readonly right: number | null;
  readonly onClose: () => void;
}

export function CompareEntries({ left, right, onClose }: CompareEntriesProps) {
  const shown = useStore(importedTrace, state => state.open);
  const importId = shown?.importId ?? null;
  const isGone = left.importId !== null && left.importId !== importId;
  const isSame = right === left.seq && importId === left.importId;
  return (
    <DetailPane
      className="trace-compare"
      label={t('Comparison')}
      onClose={onClose}
      head={
        <>
          <h2 className="ellipsis">{t('Compare')}</h2>
          <span className="fill" />
        </>
      }
    >
      {isGone ? (
        <p className="muted p-4 text-xs">{t('One of the two is not kept any more.')}</p>
      ) : right === null || isSame ? (
        <p className="muted p-4 text-xs">{chooseWords(left, importId)}</p>
      ) : (
        <Entry key={left.seq} trace={left.importId === null ? null : shown} seq={left.seq}>
          {a => (
            <Entry key={right} trace={shown} seq={right}>
              {b => <Both a={a} b={b} />}
            </Entry>
          )}
        </Entry>
      )}
    </DetailPane>
  );
}

function chooseWords({ seq, importId }: Compared, shown: number | null): string {
  if (importId === shown) {
    return t('Choose the entry to compare entry {seq} with. Escape ends the comparison.', { seq: String(seq) });
  }
  return importId === null
    ? t('Choose the entry to compare entry {seq} of the live trace with. Escape ends the comparison.', {
        seq: String(seq),
      })
    : t('Choose the entry to compare entry {seq} of the imported trace with. Escape ends the comparison.', {
        seq: String(seq),
      });
}

interface EntryProps {
  readonly trace: ImportedTrace | null;
  readonly seq: number;
  readonly children: (answer: EntryAnswer) => ReactNode;
}

function Entry({ trace, ...rest }: EntryProps) {
  return (
    <ShownTrace value={trace}>
      <EntryHere {...rest} />
    </ShownTrace>
  );
}

function EntryHere({ seq, children }: Omit<EntryProps, 'trace'>) {
  return children(useEntry(seq));
}

function Both({ a, b }: { a: EntryAnswer; b: EntryAnswer }) {
  const [all, setAll] = useState(false);
  if (a.kind !== 'there' || b.kind !== 'there') {
    const gone = [a, b].some(({ kind }) => kind === 'gone' || kind === 'failed');
    return gone ? (
      <p className="muted p-4 text-xs">{t('One of the two is not kept any more.')}</p>
    ) : (
      <span className="ghost-bar m-4" />
    );
  }
  const same = t('Show what is the same');
  return (
    <>
      <label className="line muted px-4 py-2 text-xs">
        <Switch label={same} on={all} onSwitch={setAll} /> {same}
      </label>
      <ComparePart title={t('Entry')} left={factsOf(a.entry)} right={factsOf(b.entry)} all />
      <ComparePart title={t('Request')} left={payloadOf(a, 'request')} right={payloadOf(b, 'request')} all={all} />
      <ComparePart title={t('Response')} left={payloadOf(a, 'response')} right={payloadOf(b, 'response')} all={all} />
    </>
  );
}

function factsOf(entry: TraceEntry): Readonly<Record<string, unknown>> {
  const { seq, at, from, to, method, tool, outcome, rule, bytes, responseBytes, latencyMs } = entry;
  return {
    [t('number')]: seq,
    [t('time')]: formatClockMs(at),
    [t('from')]: from.label,
    [t('to')]: to.label,
    [t('method')]: method,
    [t('tool')]: tool,
    [t('outcome')]: outcome,
    [t('rule')]: rule,
    [t('size')]: formatBytes(bytes + (responseBytes ?? 0)),
    [t('latency')]: formatDuration(latencyMs),
  };
}

function payloadOf({ payload }: EntryAnswer & { kind: 'there' }, side: 'request' | 'response'): unknown {
  const text = payload?.[side] ?? null;
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
