// Which entries a filter means. Texts are looked at once for each different one, however many entries carry it.
import { outcomes } from '../../contract/trace.ts';
import { stateBits } from './trace-columns.ts';
import { parseRoute, parseVerdict, parseWhat } from './trace-op.ts';
import type { Party, TraceFilter } from '../../contract/trace.ts';
import type { StringPool } from './string-pool.ts';
import type { TraceColumns } from './trace-columns.ts';

type Matcher = (slot: number) => boolean;

/** Null when everything matches. */
export function createMatcher(columns: TraceColumns, filter: TraceFilter): Matcher | null {
  const matchers = [
    ...stateMatchers(columns, filter),
    ...numberMatchers(columns, filter),
    ...nameMatchers(columns, filter),
    ...textMatchers(columns, filter),
  ];
  const [first, second] = matchers;
  if (!first) return null;
  if (!second) return first;
  return slot => matchers.every(matches => matches(slot));
}

function stateMatchers({ state }: TraceColumns, { outcome, dir }: TraceFilter): Matcher[] {
  const matchers: Matcher[] = [];
  if (outcome !== undefined) {
    const wanted = outcomes.indexOf(outcome);
    matchers.push(slot => ((state[slot] ?? 0) & stateBits.outcome) === wanted);
  }
  if (dir !== undefined) matchers.push(slot => (((state[slot] ?? 0) & stateBits.out) !== 0) === (dir === 'out'));
  return matchers;
}

function numberMatchers(columns: TraceColumns, { tabId, bytesOver, latencyOverMs }: TraceFilter): Matcher[] {
  const matchers: Matcher[] = [];
  if (tabId !== undefined) matchers.push(slot => columns.tabId(slot) === tabId);
  if (bytesOver !== undefined) matchers.push(slot => columns.allBytes(slot) > bytesOver);
  // NaN, which is no answer, is over nothing.
  if (latencyOverMs !== undefined) matchers.push(slot => (columns.latencyMs[slot] ?? 0) > latencyOverMs);
  return matchers;
}

function nameMatchers({ routes, route, whats, what }: TraceColumns, filter: TraceFilter): Matcher[] {
  const { agentId, partyId, method, tool } = filter;
  const matchers: Matcher[] = [];
  const either = (test: (party: Party) => boolean) => {
    const holds = remember(routes, name => {
      const { from, to } = parseRoute(name);
      return test(from) || test(to);
    });
    matchers.push(slot => holds(route[slot]));
  };
  if (agentId !== undefined) either(({ kind, id }) => kind === 'agent' && id === agentId);
  if (partyId !== undefined) either(({ id }) => id === partyId);
  if (method !== undefined) matchers.push(has(whats, what, method, name => [parseWhat(name).method]));
  if (tool !== undefined) matchers.push(has(whats, what, tool, name => [parseWhat(name).tool]));
  return matchers;
}

function textMatchers(columns: TraceColumns, { text }: TraceFilter): Matcher[] {
  if (text === '') return [];
  const inWhat = has(columns.whats, columns.what, text, name => Object.values(parseWhat(name)));
  const inVerdict = has(columns.verdicts, columns.verdict, text, name => {
    const { reason, rule } = parseVerdict(name);
    return [reason, rule];
  });
  const inRoute = has(columns.routes, columns.route, text, name => {
    const { from, to } = parseRoute(name);
    return [from.label, from.id, to.label, to.id];
  });
  return [slot => inWhat(slot) || inRoute(slot) || inVerdict(slot)];
}

/** Whether one of the words that `wordsOf` finds in an entry's string has `wanted` as a part, in whatever case. */
function has(
  pool: StringPool,
  column: Uint32Array,
  wanted: string,
  wordsOf: (name: string) => readonly (string | null)[],
): Matcher {
  const lower = wanted.toLowerCase();
  const holds = remember(pool, name => wordsOf(name).some(word => word?.toLowerCase().includes(lower)));
  return slot => holds(column[slot]);
}

const yes = 1;
const no = 2;

/** Asks `test` once for each string of the pool. */
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
