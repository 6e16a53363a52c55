// Two entries side by side: their facts and their payloads, with what differs between them.
import { useState } from 'react';

import type { TraceEntry } from '../../../electron/contract/trace.ts';
import { Switch } from '../../parts/choices.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { DetailPane, PaneHead } from '../../parts/layout.tsx';
import { jsonDiff, type DiffKind, type DiffRow } from '../../store/json-diff.ts';
import { formatBytes, formatClockMs, formatDuration } from '../../words/format.ts';
import { useEntry, type EntryAnswer } from './use-entry.ts';

interface CompareEntriesProps {
  readonly left: number;
  /** Null, or the same as the left one, while the other is to be chosen. */
  readonly right: number | null;
  readonly onClose: () => void;
}

export function CompareEntries({ left, right, onClose }: CompareEntriesProps) {
  return (
    <DetailPane
      className="trace-compare"
      label="Comparison"
      onClose={onClose}
      head={
        <>
          <h2 className="cut">Compare</h2>
          <span className="fill" />
        </>
      }
    >
      {right === null || right === left ? (
        <p className="m p-4 text-xs">Choose the entry to compare entry {left} with. Escape ends the comparison.</p>
      ) : (
        <Both left={left} right={right} />
      )}
    </DetailPane>
  );
}

function Both({ left, right }: { left: number; right: number }) {
  const [all, setAll] = useState(false);
  const a = useEntry(left);
  const b = useEntry(right);
  if (a.kind !== 'there' || b.kind !== 'there') {
    const gone = [a, b].some(({ kind }) => kind === 'gone' || kind === 'failed');
    return gone ? (
      <p className="m p-4 text-xs">One of the two is not kept any more.</p>
    ) : (
      <span className="ghost-bar m-4" />
    );
  }
  return (
    <>
      <label className="line m px-4 py-2 text-xs">
        <Switch label="Show what is the same" on={all} onSwitch={setAll} /> Show what is the same
      </label>
      <Part title="Entry" left={factsOf(a.entry)} right={factsOf(b.entry)} all />
      <Part title="Request" left={payloadOf(a, 'request')} right={payloadOf(b, 'request')} all={all} />
      <Part title="Response" left={payloadOf(a, 'response')} right={payloadOf(b, 'response')} all={all} />
    </>
  );
}

function factsOf(entry: TraceEntry): Readonly<Record<string, unknown>> {
  const { seq, at, from, to, method, tool, outcome, rule, bytes, responseBytes, latencyMs } = entry;
  return {
    number: seq,
    time: formatClockMs(at),
    from: from.label,
    to: to.label,
    method,
    tool,
    outcome,
    rule,
    size: formatBytes(bytes + (responseBytes ?? 0)),
    latency: formatDuration(latencyMs),
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

const kindWords: Readonly<Record<DiffKind, string>> = {
  same: '',
  changed: 'differs',
  left: 'only on the left',
  right: 'only on the right',
};

function Part({ title, left, right, all }: { title: string; left: unknown; right: unknown; all: boolean }) {
  const { rows, whole } = jsonDiff(left, right);
  const differing = rows.filter(({ kind, open }) => kind !== 'same' && !open).length;
  const shown = all ? rows : rows.filter(({ kind }) => kind !== 'same');
  return (
    <section aria-label={title} className="border-b border-line">
      <PaneHead title={title} note={differing === 0 ? 'the same on both sides' : `${differing} differ`} />
      {shown.length === 0 ? null : (
        <table className="diff" aria-label={`${title}, left and right`}>
          <thead className="unheard">
            <tr>
              <th scope="col">Left</th>
              <th scope="col">Right</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(row => (
              <tr key={row.path} className={row.open ? 'same' : row.kind}>
                <Cell row={row} text={row.left} />
                <Cell row={row} text={row.right} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {whole ? null : <p className="mm px-4 py-2 text-xs">There is more; only the first 2,000 lines are compared.</p>}
    </section>
  );
}

function Cell({ row, text }: { row: DiffRow; text: string | null }) {
  return (
    <td style={{ '--d': row.level - 1 } as React.CSSProperties}>
      {text === null ? (
        <span className="unheard">nothing</span>
      ) : (
        <>
          {row.key === null ? null : <Foreign text={`${row.key}: `} className="k" max={60} />}
          <Foreign text={text} />
          {row.open || row.kind === 'same' ? null : <span className="unheard"> {kindWords[row.kind]}</span>}
        </>
      )}
    </td>
  );
}
