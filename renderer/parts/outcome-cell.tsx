// How a message ended: normal whispers, what deviates has its colour and shape.
import { Ban } from 'lucide-react';
import { isPaused } from '../store/agent-mode.ts';
import { endWords } from '../words/end-words.ts';
import { t, tIn } from '../words/language.ts';
import { ruleName } from '../words/rule-words.ts';
import { useSnapshot } from './panel-context.tsx';
import { Status } from './shape.tsx';
import type { TraceEntry } from '../../contract/schemas/trace.ts';

export function OutcomeCell({ entry }: { entry: TraceEntry }) {
  switch (entry.outcome) {
    case 'ok':
      return <Quiet word={t('ok')} rule={entry.rule} />;
    case 'none':
      return <span className="subtle">{t('notification')}</span>;
    case 'pending':
      return <Status tone="running">{t('in flight')}</Status>;
    case 'waiting':
      return <Waiting entry={entry} />;
    case 'cancelled':
      return <span className="subtle">{tIn('outcome', 'cancelled')}</span>;
    case 'error':
      return <Failed entry={entry} />;
    case 'refused':
      return <Refused entry={entry} />;
  }
}

function Waiting({ entry }: { entry: TraceEntry }) {
  const snapshot = useSnapshot();
  if (isPaused(snapshot, entry.from.id)) return <Status tone="paused">{t('held by pause')}</Status>;
  return <Status tone="attention">{t('waits for you')}</Status>;
}

function Quiet({ word, rule }: { word: string; rule: string | null }) {
  return (
    <span className="muted">
      {word} {rule === null ? null : <bdi className="subtle">{ruleName(rule)}</bdi>}
    </span>
  );
}

function Failed({ entry }: { entry: TraceEntry }) {
  return (
    <Status tone="crashed" title={endWords(entry, useSnapshot()) ?? undefined}>
      {t('error')}
    </Status>
  );
}

/** The icon says "refused", so that the cell has room for what decided. */
function Refused({ entry }: { entry: TraceEntry }) {
  const decided = entry.rule === null ? entry.code : ruleName(entry.rule);
  return (
    <span className="status crashed" title={endWords(entry, useSnapshot()) ?? undefined}>
      <Ban className="icon-12" aria-hidden="true" />
      <span className="ellipsis">
        <span className={decided === null ? '' : 'visually-hidden'}>{t('refused')} </span>
        {decided === null ? null : <bdi>{decided}</bdi>}
      </span>
    </span>
  );
}
