// One entry of the trace by its number, with what belongs to it: payloads and related entries.
import { useEffect, useState } from 'react';

import type { TraceEntry, TracePayload } from '../../../electron/contract/trace.ts';
import type { Link } from '../../link/link.ts';
import { errorSentence } from '../../link/panel-error.ts';
import { relatedTo } from '../../store/related.ts';
import { usePanel, usePanelParts } from '../../parts/panel-context.tsx';

/** The contract's `maxWindow`. */
const WINDOW = 200;

export interface EntryDetail {
  readonly entry: TraceEntry | null;
  /** Everything of the same call, oldest first, the entry itself among it. */
  readonly related: readonly TraceEntry[];
  readonly payload: TracePayload | null;
}

export type EntryAnswer =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | ({ readonly kind: 'there' } & EntryDetail & { readonly entry: TraceEntry });

export function useEntry(seq: number): EntryAnswer {
  const { link } = usePanelParts();
  const [answer, setAnswer] = useState<EntryAnswer>({ kind: 'loading' });
  const unfinished = answer.kind === 'loading' || (answer.kind === 'there' && isOpen(answer.entry));
  // While the call runs, every change of the trace may be its end.
  const change = usePanel(state => (unfinished ? state.trace : null));
  useEffect(() => {
    let wanted = true;
    loadEntry(link, seq).then(
      found => {
        if (wanted) setAnswer(found);
      },
      (error: unknown) => {
        if (wanted) setAnswer(old => (old.kind === 'there' ? old : { kind: 'failed', sentence: errorSentence(error) }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [link, seq, change]);
  return answer;
}

export function isOpen({ outcome }: TraceEntry): boolean {
  return outcome === 'pending' || outcome === 'waiting';
}

async function loadEntry(link: Link, seq: number): Promise<EntryAnswer> {
  const near = await entriesFrom(link, seq);
  const entry = near.find(candidate => candidate.seq === seq) ?? (await pinned(link, seq));
  if (!entry) return { kind: 'gone' };
  const root = entry.parent ?? entry.seq;
  const around = root === entry.seq ? near : await entriesFrom(link, root);
  const family = relatedTo(root, around);
  const payload = await link.request('trace:payload', { seq });
  return { kind: 'there', entry, related: family.some(other => other.seq === seq) ? family : [entry], payload };
}

/** Up to 200 entries from a number on. */
async function entriesFrom(link: Link, seq: number): Promise<readonly TraceEntry[]> {
  const { from } = await link.request('trace:window', { filter: {}, from: -1, near: seq, count: 1 });
  const window = await link.request('trace:window', { filter: {}, from, count: WINDOW });
  return window.entries;
}

/** A pinned entry is there although the ring has let it go. */
async function pinned(link: Link, seq: number): Promise<TraceEntry | undefined> {
  const { entries } = await link.request('trace:pins', {});
  return entries.find(entry => entry.seq === seq);
}
