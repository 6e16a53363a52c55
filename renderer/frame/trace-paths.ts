// Where on Traces something is: an entry by its number (`12480`), or what a filter leaves (`where/model:"Ollama, "`).
import { printTerm } from '../../contract/trace-query/query-terms.ts';
import type { TraceTerm } from '../../contract/schemas/trace.ts';

const filtered = 'where/';

/** Traces with this filter alone, as its field has it. */
export function tracesWhere(...terms: readonly TraceTerm[]): string {
  return `${filtered}${terms.map(printTerm).join(' ')}`;
}

export type TracesPlace =
  | { readonly kind: 'entry'; readonly seq: number }
  | { readonly kind: 'where'; readonly filter: string }
  | { readonly kind: 'all' };

/** Anything unknown is all of them. */
export function readTracesPath(selected: string | null): TracesPlace {
  if (selected?.startsWith(filtered)) return { kind: 'where', filter: selected.slice(filtered.length) };
  const seq = selected === null || selected === '' ? Number.NaN : Number(selected);
  return Number.isNaN(seq) ? { kind: 'all' } : { kind: 'entry', seq };
}
