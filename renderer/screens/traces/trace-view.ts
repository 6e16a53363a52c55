// How the user looks at the trace: kept while the panel is open, whatever other screen is visited meanwhile.
import { createStore } from 'zustand/vanilla';
import { maxConditionDepth } from '../../../contract/trace-bounds.ts';
import { depthOf, parseQuery } from '../../../contract/trace-query/trace-query.ts';
import { rulesNamed } from '../../words/rule-search.ts';
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
  const { condition: typed, problems } = parseQuery(text);
  const named = typed && withRuleCodes(typed);
  const condition = named && depthOf(named) > maxConditionDepth ? typed : named;
  const readable = problems.every(({ unfinished }) => unfinished);
  const before = traceView.getState().condition;
  // The same condition stays the same object, so that nobody asks for it anew.
  const isSame = JSON.stringify(condition) === JSON.stringify(before);
  traceView.setState(readable && !isSame ? { text, condition } : { text });
}

/** Rules are kept by their codes, and asked for by the names that are shown too. */
export function withRuleCodes(condition: TraceCondition): TraceCondition {
  if ('all' in condition) return { all: condition.all.map(withRuleCodes) };
  if ('any' in condition) return { any: condition.any.map(withRuleCodes) };
  if ('not' in condition) return { not: withRuleCodes(condition.not) };
  if (!('has' in condition) || condition.field !== 'rule') return condition;
  const codes = rulesNamed(condition.has);
  if (codes.length === 0) return condition;
  return { any: [condition, ...codes.map(has => ({ field: 'rule', has }) as const)] };
}
