// "Just now" on Overview: the newest calls as sentences, repeats told once.
import { t } from '../../words/language.ts';
import { reasonWords } from '../../words/rule-words.ts';
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
 * Newest first, at most `max`: what agents asked for, not what the hub passed on because of it. `isPaused` says whose calls wait
 * for a pause to end and not for an answer.
 */
export function feedItems(
  entries: readonly TraceEntry[],
  max: number,
  isPaused: (agentId: string) => boolean = () => false,
): FeedItem[] {
  const items: FeedItem[] = [];
  for (const entry of entries.toReversed()) {
    if (entry.from.kind !== 'agent' || entry.kind !== 'request' || entry.parent !== null) continue;
    const item = feedItem(entry, isPaused);
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

function feedItem(entry: TraceEntry, isPaused: (agentId: string) => boolean): FeedItem {
  const { seq, at, from, tool, method } = entry;
  return {
    seq,
    at,
    agentId: from.id,
    agentLabel: from.label,
    tool: tool ?? method,
    times: 1,
    ...told(entry, isPaused(from.id)),
  };
}

function told(entry: TraceEntry, isHeld: boolean): Pick<FeedItem, 'tone' | 'verb' | 'more'> {
  const more = reasonWords(entry) ?? '';
  switch (entry.outcome) {
    case 'waiting':
      if (isHeld) return { tone: 'paused', verb: t('is paused before'), more: '' };
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
