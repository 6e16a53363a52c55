// How the user looks at the trace: kept while the panel is open, whatever other screen is visited meanwhile.
import { createStore } from 'zustand/vanilla';
import { parseQuery } from './query/trace-query.ts';
import type { TraceCondition } from '../../../contract/schemas/trace.ts';

export type EntryTab = 'payload' | 'timing' | 'rule' | 'headers' | 'raw' | 'related';

export interface Compared {
  readonly seq: number;
  /** The import that it is of; null is the live trace. */
  readonly importId: number | null;
}

export interface TraceView {
  /** The filter as it stands in its field. */
  readonly text: string;
  /** What it means; while the text cannot be read, what it meant before. */
  readonly condition: TraceCondition | null;
  readonly look: 'table' | 'lanes';
  /** The chosen tab of the detail. */
  readonly tab: EntryTab;
  /** The entry that others are compared with, also those of another trace. */
  readonly compared: Compared | null;
}

export const traceView = createStore<TraceView>(() => ({
  text: '',
  condition: null,
  look: 'table',
  tab: 'payload',
  compared: null,
}));

/** Sets the text of the filter. */
export function filterTraces(text: string): void {
  const { condition, problems } = parseQuery(text);
  const readable = problems.every(({ unfinished }) => unfinished);
  const before = traceView.getState().condition;
  // The same condition stays the same object, so that nobody asks for it anew.
  const isSame = JSON.stringify(condition) === JSON.stringify(before);
  traceView.setState(readable && !isSame ? { text, condition } : { text });
}
