// The detail of one message: what decided, its payloads as trees, where the time went, what belongs to it.
import { Ban, ShieldCheck, Scissors } from 'lucide-react';

import type { TraceEntry } from '../../../electron/contract/trace.ts';
import { goTo } from '../../frame/route.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { DetailPane, PaneHead } from '../../parts/layout.tsx';
import { RuleLink } from '../../parts/rule-link.tsx';
import { Said } from '../../parts/sheet.tsx';
import { cutSentence } from '../../words/cut-words.ts';
import { formatBytes, formatClockMs, formatDuration, missing } from '../../words/format.ts';
import { OutcomeCell } from './outcome-cell.tsx';
import { RelatedEntries } from './related-entries.tsx';
import { TimingBars } from './timing-bars.tsx';
import { useEntry, type EntryAnswer } from './use-entry.ts';

export function TraceDetail({ seq, onSelect }: { seq: number; onSelect: (seq: number) => void }) {
  const answer = useEntry(seq);
  const entry = answer.kind === 'there' ? answer.entry : null;
  return (
    <DetailPane
      className="trace-detail"
      label="Entry"
      onClose={() => goTo('traces')}
      head={
        <>
          <h2 className="mono cut">
            <Foreign text={entry?.tool ?? entry?.method ?? `Entry ${seq}`} />
          </h2>
          {entry?.tool ? <Foreign text={entry.method} className="mono mm text-2xs cut" /> : null}
          <span className="fill" />
          {entry?.rpcId ? (
            <span className="mm text-2xs whitespace-nowrap">
              id <Foreign text={entry.rpcId} max={16} />
            </span>
          ) : null}
        </>
      }
    >
      <Body answer={answer} seq={seq} onSelect={onSelect} />
    </DetailPane>
  );
}

function Body({ answer, seq, onSelect }: { answer: EntryAnswer; seq: number; onSelect: (seq: number) => void }) {
  switch (answer.kind) {
    case 'loading':
      return <span className="ghost-bar m-4" />;
    case 'gone':
      return (
        <p className="mm p-4 text-xs">Entry {seq} is not kept any more; the trace keeps the newest messages only.</p>
      );
    case 'failed':
      return (
        <div className="p-4">
          <Said sentence={answer.sentence} />
        </div>
      );
    case 'there':
      return (
        <>
          <Decision entry={answer.entry} />
          <Payloads answer={answer} />
          <TimingBars entry={answer.entry} related={answer.related} />
          <RelatedEntries related={answer.related} seq={seq} onSelect={onSelect} />
        </>
      );
  }
}

function Decision({ entry }: { entry: TraceEntry }) {
  const bad = entry.outcome === 'refused' || entry.outcome === 'error';
  const Icon = bad ? Ban : ShieldCheck;
  return (
    <div className={`rule ${bad ? 'crashed' : ''}`}>
      <Icon className="i" aria-hidden="true" />
      <div className="fill">
        <div className="strong">
          <OutcomeCell entry={entry} />
        </div>
        {entry.reason === null ? null : (
          <p className="mt-1">
            <Foreign text={entry.reason} />
          </p>
        )}
        <p className="mm mt-1">
          {entry.rule === null ? (
            entry.parent === null ? (
              'No rule was needed'
            ) : (
              'Decided at the call that caused it'
            )
          ) : (
            <>
              Decided by <RuleLink rule={entry.rule} />
            </>
          )}
          {entry.code === null ? (
            ''
          ) : (
            <>
              , <span className="mono m">{entry.code}</span>
            </>
          )}
          , {formatClockMs(entry.at)}
          {entry.tabId === null ? '' : `, tab ${entry.tabId}`}
        </p>
      </div>
    </div>
  );
}

function Payloads({ answer }: { answer: EntryAnswer & { kind: 'there' } }) {
  const { entry, payload } = answer;
  const route = `${entry.from.label} to ${entry.to.label}`;
  const after = entry.latencyMs === null ? '' : `, after ${formatDuration(entry.latencyMs)}`;
  const none = payload?.dropped ? 'The ring dropped it to make room for newer messages.' : null;
  return (
    <>
      <Payload
        title="Request"
        note={`${formatBytes(entry.bytes)}, ${route}`}
        text={payload?.request ?? null}
        none={none ?? 'It carried nothing.'}
        cut={cutSentence(entry.bytes, payload?.requestCutAt)}
      />
      {entry.kind === 'request' ? (
        <Payload
          title="Response"
          note={entry.responseBytes === null ? missing : `${formatBytes(entry.responseBytes)}${after}`}
          text={payload?.response ?? null}
          none={none ?? (entry.latencyMs === null ? 'Not there yet.' : 'It carried nothing.')}
          cut={cutSentence(entry.responseBytes, payload?.responseCutAt)}
        />
      ) : null}
    </>
  );
}

interface PayloadProps {
  readonly title: string;
  readonly note: string;
  readonly text: string | null;
  readonly none: string;
  /** Where only its beginning is kept: the sentence that says so. */
  readonly cut: string | null;
}

function Payload({ title, note, text, none, cut }: PayloadProps) {
  return (
    <section aria-label={title} className="border-b border-line">
      <PaneHead title={title} note={<Foreign text={note} />}>
        {text === null ? null : <CopyButton text={text} what={title.toLowerCase()} />}
      </PaneHead>
      {text === null ? (
        <p className="mm px-4 py-2 text-xs">{none}</p>
      ) : (
        <JsonView text={text} label={`${title} payload`} />
      )}
      {text === null || cut === null ? null : (
        <p className="line m px-4 py-2 text-xs">
          <Scissors className="i14" aria-hidden="true" />
          {cut}
        </p>
      )}
    </section>
  );
}
