// A window on the trace: which entries match a filter, and a few of them as objects.
import { maxWindow } from '../../contract/trace.ts';
import { outcomeCodes, parseParty } from './trace-columns.ts';
import type { TraceEntry, TraceFilter, TraceWindow } from '../../contract/trace.ts';
import type { StringPool } from './string-pool.ts';
import type { TraceColumns } from './trace-columns.ts';

/**
 * `count` (at most 200) of the matching entries, oldest first, beginning with number `from` among them; `from` -1 gives the
 * newest. Scans columns of numbers; only the entries that are returned become objects.
 */
export function readWindow(columns: TraceColumns, filter: TraceFilter, from: number, count: number): TraceWindow {
  const slots = matchingSlots(columns, filter);
  const size = Math.min(Math.max(0, Math.trunc(count)), maxWindow);
  const first = from < 0 ? Math.max(0, slots.length - size) : Math.min(Math.trunc(from), slots.length);
  const entries: TraceEntry[] = [];
  for (const slot of slots.subarray(first, first + size)) entries.push(columns.entry(slot));
  return { total: columns.total, matched: slots.length, from: first, entries };
}

function matchingSlots(columns: TraceColumns, filter: TraceFilter): Uint32Array {
  const matches = createMatcher(columns, filter);
  const found = new Uint32Array(columns.total);
  let count = 0;
  for (let seq = Math.max(1, columns.newest - columns.capacity + 1); seq <= columns.newest; seq += 1) {
    const slot = columns.slotOf(seq);
    if (slot >= 0 && matches(slot)) found[count++] = slot;
  }
  return found.subarray(0, count);
}

function createMatcher(columns: TraceColumns, filter: TraceFilter): (slot: number) => boolean {
  const { text, party, outcome } = columns;
  const wanted = filter.text.toLowerCase();
  const has = (candidate: string) => candidate.toLowerCase().includes(wanted);
  const textHas = remember(columns.texts, has);
  const partyHas = remember(columns.parties, key => has(parseParty(key).label) || has(parseParty(key).id));
  const isAgent = remember(columns.parties, key => {
    const { kind, id } = parseParty(key);
    return kind === 'agent' && id === filter.agentId;
  });
  const outcomeCode = filter.outcome === undefined ? -1 : outcomeCodes.indexOf(filter.outcome);
  return slot => {
    if (outcomeCode >= 0 && outcome[slot] !== outcomeCode) return false;
    if (filter.agentId !== undefined && !isAgent(party.from[slot]) && !isAgent(party.to[slot])) return false;
    if (wanted === '') return true;
    return (
      textHas(text.method[slot]) ||
      textHas(text.tool[slot]) ||
      partyHas(party.from[slot]) ||
      partyHas(party.to[slot]) ||
      textHas(text.reason[slot]) ||
      textHas(text.rule[slot])
    );
  };
}

const yes = 1;
const no = 2;

/** Asks `test` once for each string of the pool, however many entries carry it. */
function remember(pool: StringPool, test: (text: string) => boolean): (id: number | undefined) => boolean {
  const verdicts = new Uint8Array(pool.size);
  return (id = 0) => {
    const known = verdicts[id];
    if (known) return known === yes;
    const text = pool.text(id);
    const verdict = text !== null && test(text);
    verdicts[id] = verdict ? yes : no;
    return verdict;
  };
}
