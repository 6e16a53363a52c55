// "Just now" on Overview: the newest calls as sentences, repeats told once.
import { isPaused } from '../../store/agent-mode.ts';
import { endWords } from '../../words/end-words.ts';
import { t } from '../../words/language.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { Tone } from '../../words/tone.ts';

export interface FeedItem {
  readonly seq: number;
  readonly at: number;
  readonly agentId: string;
  readonly agentLabel: string;
  /** Null where all is well. */
  readonly tone: Tone | null;
  readonly verb: string;
  readonly tool: string;
  readonly more: string;
  readonly times: number;
}

/**
 * Newest first, at most `max`: what agents asked for, not what the hub passed on because of it. What waits for a pause to end is
 * told apart from what waits for an answer.
 */
export function feedItems(entries: readonly TraceEntry[], max: number, snapshot: Snapshot): FeedItem[] {
  const items: FeedItem[] = [];
  for (const entry of entries.toReversed()) {
    if (entry.from.kind !== 'agent' || entry.kind !== 'request' || entry.parent !== null) continue;
    const item = feedItem(entry, snapshot);
    const last = items.at(-1);
    if (
      last &&
      last.agentId === item.agentId &&
      last.tool === item.tool &&
      last.verb === item.verb &&
      last.more === item.more
    ) {
      items[items.length - 1] = { ...last, times: last.times + 1 };
    } else if (items.length === max) {
      break;
    } else {
      items.push(item);
    }
  }
  return items;
}

function feedItem(entry: TraceEntry, snapshot: Snapshot): FeedItem {
  const { seq, at, from, tool, method } = entry;
  return {
    seq,
    at,
    agentId: from.id,
    agentLabel: from.label,
    tool: tool ?? method,
    times: 1,
    ...told(entry, snapshot),
  };
}

function told(entry: TraceEntry, snapshot: Snapshot): Pick<FeedItem, 'tone' | 'verb' | 'more'> {
  const more = endWords(entry, snapshot) ?? '';
  switch (entry.outcome) {
    case 'waiting':
      if (isPaused(snapshot, entry.from.id)) return { tone: 'paused', verb: t('is paused before'), more: '' };
      return { tone: 'attention', verb: t('waits for your answer on'), more: '' };
    case 'refused':
      return { tone: 'crashed', verb: t('was refused'), more };
    case 'error':
      return { tone: 'crashed', verb: t('got an error from'), more };
    case 'cancelled':
      return { tone: null, verb: t('cancelled'), more: '' };
    case 'pending':
      return { tone: null, verb: t('is using'), more: '' };
    default:
      return { tone: null, verb: t('used'), more: '' };
  }
}
