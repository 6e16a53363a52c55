// What the fixture's hub answers about its trace.
import { HubError } from '../../../contract/errors.ts';
import { conditionHolds } from '../trace-oracle.ts';
import { fixturePayload } from './payloads.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { TraceEntry, TraceFilter } from '../../../contract/schemas/trace.ts';
import type { ValueField } from '../../../contract/trace-fields.ts';

export type TraceAnswers = Pick<
  PanelHandlers,
  'trace:window' | 'trace:values' | 'trace:pin' | 'trace:pins' | 'trace:payload'
>;

export function traceAnswers(trace: readonly TraceEntry[]): TraceAnswers {
  const pins = new Map<number, TraceEntry>();
  return {
    'trace:window': ({ filter, from, count, until, near, nearAt }) => {
      const kept = trace.filter(({ seq }) => until === undefined || seq <= until);
      const matching = kept.filter(entry => isWanted(entry, filter));
      const last = Math.max(0, matching.length - count);
      const isAround = near !== undefined || nearAt !== undefined;
      const middle = matching.findIndex(({ seq, at }) => (near === undefined ? at >= (nearAt ?? 0) : seq >= near));
      const place = isAround ? (middle < 0 ? matching.length : middle) - (count >> 1) : from;
      const start = !isAround && from === -1 ? last : Math.min(Math.max(0, place), isAround ? last : matching.length);
      return {
        total: kept.length,
        matched: matching.length,
        from: start,
        entries: matching.slice(start, start + count),
      };
    },
    'trace:values': ({ field, text, count }) => {
      const found = new Map<string, number>();
      for (const value of trace.flatMap(entry => valuesOf(entry, field))) {
        if (value.toLowerCase().includes(text.toLowerCase())) found.set(value, (found.get(value) ?? 0) + 1);
      }
      const values = [...found].map(([value, times]) => ({ value, count: times }));
      return { values: values.sort((a, b) => b.count - a.count).slice(0, count) };
    },
    'trace:pin': ({ seq, on }) => {
      const entry = trace.find(candidate => candidate.seq === seq);
      if (!entry) throw new HubError('ERR_INVALID_ARGUMENTS', `Entry ${seq} is not kept any more.`);
      if (on) pins.set(seq, entry);
      else pins.delete(seq);
      return {};
    },
    'trace:pins': () => ({ entries: [...pins.values()] }),
    'trace:payload': ({ seq }) => {
      const entry = trace.find(candidate => candidate.seq === seq);
      if (!entry) return { seq, request: null, response: null, dropped: true };
      return fixturePayload(entry);
    },
  };
}

function isWanted(entry: TraceEntry, filter: TraceFilter): boolean {
  const { text, agentId, outcome, where } = filter;
  return (
    (text === '' || conditionHolds(entry, { field: 'text', has: text })) &&
    (agentId === undefined || entry.from.id === agentId || entry.to.id === agentId) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (where === undefined || conditionHolds(entry, where))
  );
}

function valuesOf({ from, to, method, tool, rule, outcome }: TraceEntry, field: ValueField): string[] {
  switch (field) {
    case 'method':
      return [method];
    case 'tool':
      return tool === null ? [] : [tool];
    case 'rule':
      return rule === null ? [] : [rule];
    case 'status':
      return [outcome];
    default:
      return [from, to].filter(({ kind }) => kind === field).map(({ label }) => label);
  }
}
