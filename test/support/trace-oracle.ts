// Which entries a filter's condition means, told the plain way from whole entries: what the columns are measured against.
import type { TraceCondition, TraceEntry, TraceTerm } from '../../contract/schemas/trace.ts';
import type { WordField } from '../../contract/trace-fields.ts';

export function conditionHolds(entry: TraceEntry, condition: TraceCondition): boolean {
  if ('all' in condition) return condition.all.every(inner => conditionHolds(entry, inner));
  if ('any' in condition) return condition.any.some(inner => conditionHolds(entry, inner));
  if ('not' in condition) return !conditionHolds(entry, condition.not);
  return termHolds(entry, condition);
}

function termHolds(entry: TraceEntry, term: TraceTerm): boolean {
  if ('has' in term) return wordHolds(entry, term.field, term.has);
  switch (term.field) {
    case 'status':
      return entry.outcome === term.is;
    case 'dir':
      return entry.dir === term.is;
    case 'tab':
      return entry.tabId === term.is;
    case 'size':
      return amountHolds(entry.bytes + (entry.responseBytes ?? 0), term);
    case 'latency':
      return entry.latencyMs !== null && amountHolds(entry.latencyMs, term);
  }
}

function amountHolds(amount: number, term: { over: number } | { under: number }): boolean {
  return 'over' in term ? amount > term.over : amount < term.under;
}

function wordHolds(entry: TraceEntry, field: WordField, wanted: string): boolean {
  const { from, to, method, tool, reason, rule, code } = entry;
  const isIn = (text: string | null) => text !== null && text.toLowerCase().includes(wanted.toLowerCase());
  switch (field) {
    case 'agent':
    case 'browser':
    case 'server':
      return [from, to].some(({ kind, id, label }) => kind === field && (id === wanted || isIn(label)));
    case 'method':
      return isIn(method);
    case 'tool':
      return isIn(tool);
    case 'id':
      return isIn(entry.rpcId);
    case 'rule':
      return isIn(rule) || isIn(code);
    case 'text':
      return [method, tool, reason, rule, from.label, from.id, to.label, to.id].some(isIn);
  }
}
