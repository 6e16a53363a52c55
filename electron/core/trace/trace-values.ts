// The different values of a field among the entries kept, the most frequent first.
import { outcomes } from '../../../contract/trace-bounds.ts';
import { stateBits } from './trace-columns.ts';
import { parseRoute, parseVerdict, parseWhat } from './trace-op.ts';
import type { Party, TraceValues } from '../../../contract/schemas/trace.ts';
import type { TraceParams } from '../../../contract/schemas/trace-requests.ts';
import type { ValueField } from '../../../contract/trace-fields.ts';
import type { StringPool } from './string-pool.ts';
import type { TraceColumns } from './trace-columns.ts';

export function readValues(columns: TraceColumns, { field, text, count }: TraceParams<'trace:values'>): TraceValues {
  const wanted = text.toLowerCase();
  const values = [...counted(columns, field)]
    .filter(([value]) => value.toLowerCase().includes(wanted))
    .map(([value, times]) => ({ value, count: times }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { values: values.slice(0, count) };
}

function counted(columns: TraceColumns, field: ValueField): ReadonlyMap<string, number> {
  const { routes, route, whats, what, verdicts, verdict } = columns;
  switch (field) {
    case 'agent':
    case 'browser':
    case 'server':
    case 'model': {
      const isWanted = ({ kind }: Party) => kind === field;
      return inPool(columns, routes, route, name => {
        const { from, to } = parseRoute(name);
        return [from, to].filter(isWanted).map(({ label }) => label);
      });
    }
    case 'method':
      return inPool(columns, whats, what, name => [parseWhat(name).method]);
    case 'tool':
      return inPool(columns, whats, what, name => [parseWhat(name).tool]);
    case 'rule':
      return inPool(columns, verdicts, verdict, name => [parseVerdict(name).rule]);
    case 'status':
      return statuses(columns);
  }
}

/** Counts the numbers first, so that each string is read once. */
function inPool(
  { state, capacity }: TraceColumns,
  pool: StringPool,
  column: Uint32Array,
  valuesOf: (name: string) => readonly (string | null)[],
): ReadonlyMap<string, number> {
  const uses = new Uint32Array(pool.size);
  for (let slot = 0; slot < capacity; slot += 1) {
    const id = column[slot] ?? 0;
    if (state[slot] !== 0) uses[id] = (uses[id] ?? 0) + 1;
  }
  const found = new Map<string, number>();
  for (const [id, times] of uses.entries()) {
    const name = times === 0 ? null : pool.text(id);
    const values = name === null ? [] : new Set(valuesOf(name));
    for (const value of values) if (value) found.set(value, (found.get(value) ?? 0) + times);
  }
  return found;
}

function statuses({ state, capacity }: TraceColumns): ReadonlyMap<string, number> {
  const uses = new Uint32Array(stateBits.outcome + 1);
  for (let slot = 0; slot < capacity; slot += 1) {
    const outcome = (state[slot] ?? 0) & stateBits.outcome;
    if (state[slot] !== 0) uses[outcome] = (uses[outcome] ?? 0) + 1;
  }
  return new Map(outcomes.flatMap((outcome, index) => (uses[index] ? [[outcome, uses[index]] as const] : [])));
}
