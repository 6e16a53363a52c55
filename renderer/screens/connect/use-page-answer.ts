// The newest call that went through a tab and was answered, as the trace has it.

import { maxConditions } from '../../../contract/trace-bounds.ts';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { useRecent } from '../../parts/use-recent.ts';
import type { TraceEntry, TraceFilter } from '../../../contract/schemas/trace.ts';
import type { PageAnswer } from './ladder/answer-step.ts';

/** Among so many answers of browsers one is of a tab, unless an agent does nothing but list them. */
const looked = 20;

export function usePageAnswer(): PageAnswer | null {
  const ids = Object.keys(useSnapshot().browsers);
  const entries = useRecent(looked, answeredBy(ids));
  return entries.reduce<PageAnswer | null>((last, entry) => toAnswer(entry) ?? last, null);
}

function answeredBy(ids: readonly string[]): Partial<TraceFilter> {
  // A hub that knows no browser has no answer of one.
  const any =
    ids.length > 0
      ? ids.slice(0, maxConditions).map(has => ({ field: 'browser' as const, has }))
      : [{ field: 'browser' as const, has: '-' }];
  return { dir: 'out', outcome: 'ok', where: { any } };
}

/** Null for what is no call, and for calls that no tab had a part in. */
function toAnswer({ at, latencyMs, to, tool, tabId }: TraceEntry): PageAnswer | null {
  if (to.kind !== 'browser' || tool === null) return null;
  if (tabId === null && tool !== 'tabs_create') return null;
  return { at: at + (latencyMs ?? 0), browserId: to.id, tool };
}
