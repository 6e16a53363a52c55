// One entry of the trace by its number, with what belongs to it: payloads and related entries.
import { useStore } from 'zustand';
import { errorSentence } from '../../../link/panel-error.ts';
import { type AskTrace, type Following, useFollowed } from '../shown-trace.ts';
import type { TraceEntry, TracePayload } from '../../../../contract/schemas/trace.ts';

export interface EntryDetail {
  readonly entry: TraceEntry;
  /** Everything of the same call, oldest first, the entry itself among it. */
  readonly related: readonly TraceEntry[];
  /** Entries of the call that are left out because there are too many. */
  readonly more: number;
  readonly payload: TracePayload | null;
}

export type EntryAnswer =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | ({ readonly kind: 'there' } & EntryDetail);

/** The answer about one entry stays as long as the component that asks: give it a key of its own. */
export function useEntry(seq: number): EntryAnswer {
  const [answer] = useFollowed(seq, loading, following);
  return useStore(answer);
}

const loading: EntryAnswer = { kind: 'loading' };

const following: Following<number, EntryAnswer> = {
  everyMs: 200,
  // While the call runs, every change of the trace may be its end.
  holds: (have, _, isChanged) => have.kind === 'gone' || (have.kind === 'there' && !(isChanged && isOpen(have.entry))),
  fetch: async (ask, have, seq) => {
    try {
      return await loadEntry(ask, seq);
    } catch (error) {
      return have.kind === 'there' ? have : { kind: 'failed', sentence: errorSentence(error) };
    }
  },
};

export function isOpen({ outcome }: TraceEntry): boolean {
  return outcome === 'pending' || outcome === 'waiting';
}

async function loadEntry(ask: AskTrace, seq: number): Promise<EntryAnswer> {
  const { entries, more } = await ask('trace:related', { seq });
  const entry = entries.find(candidate => candidate.seq === seq) ?? (await pinned(ask, seq));
  if (!entry) return { kind: 'gone' };
  const payload = await ask('trace:payload', { seq });
  return { kind: 'there', entry, related: entries.length === 0 ? [entry] : entries, more, payload };
}

/** A pinned entry is there although the ring has let it go. */
async function pinned(ask: AskTrace, seq: number): Promise<TraceEntry | undefined> {
  const { entries } = await ask('trace:pins', {});
  return entries.find(entry => entry.seq === seq);
}
