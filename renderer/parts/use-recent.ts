// The newest entries of the trace that match a filter, fetched again at most twice a second while they change.
import { useEffect, useState } from 'react';
import { usePanel, usePanelParts } from './panel-context.tsx';
import type { TraceEntry, TraceFilter } from '../../contract/schemas/trace.ts';

const stepMs = 500;

/** Oldest first. While the hub is away the entries stay as they were. */
export function useRecent(count: number, filter: Partial<TraceFilter>): readonly TraceEntry[] {
  const { link, store } = usePanelParts();
  const open = usePanel(state => state.link.kind === 'open');
  const [entries, setEntries] = useState<readonly TraceEntry[]>([]);
  const key = JSON.stringify(filter);
  useEffect(() => {
    if (!open) return;
    let wanted = true;
    let seen: unknown = null;
    const look = () => {
      const { trace } = store.getState();
      if (trace === seen) return;
      seen = trace;
      link.request('trace:window', { filter: JSON.parse(key) as TraceFilter, from: -1, count }).then(
        window => {
          if (wanted) setEntries(window.entries);
        },
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, stepMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [open, key, count, link, store]);
  return entries;
}
