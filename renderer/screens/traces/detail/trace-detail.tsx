// The detail of one message: what decided, its payloads, what stands around them, where the time went, what belongs to it.
import { GitCompareArrows, Pin, PinOff } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane } from '../../../parts/layout.tsx';
import { Say } from '../../../parts/say.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { type TabPart, Tabs } from '../../../parts/tabs.tsx';
import { t } from '../../../words/language.ts';
import { ReplayButton } from '../replay/replay-button.tsx';
import { type EntryTab, traceView } from '../trace-view.ts';
import { EntryDecision } from './entry-decision.tsx';
import { EntryHeadLines } from './entry-head-lines.tsx';
import { EntryPayloads } from './entry-payloads.tsx';
import { EntryRule } from './entry-rule.tsx';
import { RelatedEntries } from './related-entries.tsx';
import { TimingBars } from './timing-bars.tsx';
import { type EntryAnswer, useEntry } from './use-entry.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { Pins } from '../table/use-pins.ts';

interface TraceDetailProps {
  readonly seq: number;
  readonly pins: Pins;
  readonly onSelect: (seq: number) => void;
  readonly onClose: () => void;
  readonly onCompare: () => void;
}

export function TraceDetail({ seq, pins, onSelect, onClose, onCompare }: TraceDetailProps) {
  const answer = useEntry(seq);
  const entry = answer.kind === 'there' ? answer.entry : null;
  return (
    <DetailPane
      className="trace-detail"
      label={t('Entry')}
      onClose={onClose}
      head={
        <>
          <Title entry={entry} seq={seq} />
          <span className="fill" />
          {entry ? <ReplayButton entry={entry} /> : null}
          {entry ? <EntryActs entry={entry} pins={pins} onCompare={onCompare} /> : null}
        </>
      }
    >
      <Body answer={answer} seq={seq} onSelect={onSelect} />
    </DetailPane>
  );
}

function Title({ entry, seq }: { entry: TraceEntry | null; seq: number }) {
  return (
    <>
      <h2 className="mono ellipsis">
        <Foreign text={entry?.tool ?? entry?.method ?? t('Entry {seq}', { seq: String(seq) })} />
      </h2>
      {entry?.tool ? <Foreign text={entry.method} className="mono subtle text-2xs ellipsis" /> : null}
      {entry?.rpcId ? (
        <span className="subtle text-2xs whitespace-nowrap">
          <Say text="id {id}" values={{ id: <Foreign text={entry.rpcId} max={16} /> }} />
        </span>
      ) : null}
    </>
  );
}

interface EntryActsProps {
  readonly entry: TraceEntry;
  readonly pins: Pins;
  readonly onCompare: () => void;
}

function EntryActs({ entry, pins, onCompare }: EntryActsProps) {
  const isPinned = pins.has(entry.seq);
  const what = isPinned ? t('Unpin this entry') : t('Pin this entry');
  return (
    <>
      <Button
        look={isPinned ? 'active' : 'ghost'}
        size="small"
        icon={isPinned ? PinOff : Pin}
        aria-label={what}
        title={`${what} (X)`}
        onClick={() => pins.turn(entry.seq)}
      />
      <Button
        look="ghost"
        size="small"
        icon={GitCompareArrows}
        aria-label={t('Compare with another entry')}
        title={t('Compare with another entry (C)')}
        onClick={onCompare}
      />
    </>
  );
}

function Body({ answer, seq, onSelect }: { answer: EntryAnswer; seq: number; onSelect: (seq: number) => void }) {
  const tab = useStore(traceView, view => view.tab);
  switch (answer.kind) {
    case 'loading':
      return <span className="ghost-bar m-4" />;
    case 'gone':
      return (
        <p className="subtle p-4 text-xs">
          {t('Entry {seq} is not kept any more; the trace keeps the newest messages only.', { seq: String(seq) })}
        </p>
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
          <EntryDecision entry={answer.entry} />
          <Tabs
            label={t('Parts of the entry')}
            value={tab}
            onChoose={chosen => traceView.setState({ tab: chosen })}
            parts={entryTabs(answer, onSelect)}
          />
        </>
      );
  }
}

function entryTabs(answer: EntryAnswer & { kind: 'there' }, onSelect: (seq: number) => void): TabPart<EntryTab>[] {
  const { entry, related, more } = answer;
  return [
    { value: 'payload', label: t('Payload'), body: () => <EntryPayloads answer={answer} /> },
    { value: 'timing', label: t('Timing'), body: () => <TimingBars entry={entry} related={related} /> },
    { value: 'rule', label: t('Rule'), body: () => <EntryRule entry={entry} /> },
    { value: 'headers', label: t('Headers'), body: () => <EntryHeadLines answer={answer} /> },
    { value: 'raw', label: t('Raw'), body: () => <EntryPayloads answer={answer} raw /> },
    {
      value: 'related',
      label: t('Related'),
      count: related.length + more,
      body: () => <RelatedEntries related={related} more={more} seq={entry.seq} onSelect={onSelect} />,
    },
  ];
}
