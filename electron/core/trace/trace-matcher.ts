// Which entries a filter means: its plain fields, and its condition of terms combined by and, or and not.
import { outcomes } from '../../../contract/trace-bounds.ts';
import { poolTest } from './pool-test.ts';
import { stateBits } from './trace-columns.ts';
import { parseRoute, parseVerdict, parseWhat } from './trace-op.ts';
import type { Outcome, Party, TraceCondition, TraceFilter, TraceTerm } from '../../../contract/schemas/trace.ts';
import type { WordField } from '../../../contract/trace-fields.ts';
import type { StringPool } from './string-pool.ts';
import type { TraceColumns } from './trace-columns.ts';

export type Matcher = (slot: number) => boolean;

/** Null when everything matches. It may be asked as long as the columns live, whatever happens to them. */
export function createMatcher(columns: TraceColumns, filter: TraceFilter): Matcher | null {
  const matchers = [
    ...stateMatchers(columns, filter),
    ...numberMatchers(columns, filter),
    ...nameMatchers(columns, filter),
    ...(filter.text === '' ? [] : [anyText(columns, filter.text)]),
    ...(filter.where === undefined ? [] : [conditionMatcher(columns, filter.where)]),
  ];
  const [first] = matchers;
  return first ? allOf(matchers) : null;
}

function allOf(matchers: readonly Matcher[]): Matcher {
  const [first] = matchers;
  if (first && matchers.length === 1) return first;
  return slot => matchers.every(matches => matches(slot));
}

function conditionMatcher(columns: TraceColumns, condition: TraceCondition): Matcher {
  if ('all' in condition) return allOf(condition.all.map(inner => conditionMatcher(columns, inner)));
  if ('any' in condition) {
    const matchers = condition.any.map(inner => conditionMatcher(columns, inner));
    return slot => matchers.some(matches => matches(slot));
  }
  if ('not' in condition) {
    const matches = conditionMatcher(columns, condition.not);
    return slot => !matches(slot);
  }
  return termMatcher(columns, condition);
}

function termMatcher(columns: TraceColumns, term: TraceTerm): Matcher {
  if ('has' in term) return wordMatcher(columns, term.field, term.has);
  switch (term.field) {
    case 'status':
      return outcomeIs(columns, term.is);
    case 'dir':
      return directionIs(columns, term.is);
    case 'size':
      return compared(term, slot => columns.allBytes(slot));
    case 'latency':
      // NaN, which is no answer, is neither over nor under.
      return compared(term, slot => columns.latencyMs[slot] ?? Number.NaN);
    default:
      return columns.plain.equal(term.field, term.is);
  }
}

function compared(term: { over: number } | { under: number }, valueOf: (slot: number) => number): Matcher {
  if ('over' in term) return slot => valueOf(slot) > term.over;
  return slot => valueOf(slot) < term.under;
}

function wordMatcher(columns: TraceColumns, field: WordField, wanted: string): Matcher {
  switch (field) {
    case 'agent':
    case 'browser':
    case 'server':
    case 'model': {
      const lower = wanted.toLowerCase();
      return eitherParty(
        columns,
        ({ kind, id, label }) => kind === field && (id === wanted || label.toLowerCase().includes(lower)),
      );
    }
    case 'method':
      return has(columns.whats, columns.what, wanted, name => [parseWhat(name).method]);
    case 'tool':
      return has(columns.whats, columns.what, wanted, name => [parseWhat(name).tool]);
    case 'rule':
      return has(columns.verdicts, columns.verdict, wanted, name => {
        const { rule, code } = parseVerdict(name);
        return [rule, code];
      });
    case 'text':
      return anyText(columns, wanted);
    default: {
      const lower = wanted.toLowerCase();
      return columns.plain.tested(field, text => text.toLowerCase().includes(lower));
    }
  }
}

function stateMatchers(columns: TraceColumns, { outcome, dir }: TraceFilter): Matcher[] {
  return [
    ...(outcome === undefined ? [] : [outcomeIs(columns, outcome)]),
    ...(dir === undefined ? [] : [directionIs(columns, dir)]),
  ];
}

function outcomeIs({ state }: TraceColumns, outcome: Outcome): Matcher {
  const wanted = outcomes.indexOf(outcome);
  return slot => ((state[slot] ?? 0) & stateBits.outcome) === wanted;
}

function directionIs({ state }: TraceColumns, dir: 'in' | 'out'): Matcher {
  return slot => (((state[slot] ?? 0) & stateBits.out) !== 0) === (dir === 'out');
}

function numberMatchers(columns: TraceColumns, { tabId, bytesOver, latencyOverMs }: TraceFilter): Matcher[] {
  const matchers: Matcher[] = [];
  if (tabId !== undefined) matchers.push(columns.plain.equal('tab', tabId));
  if (bytesOver !== undefined) matchers.push(slot => columns.allBytes(slot) > bytesOver);
  // NaN, which is no answer, is over nothing.
  if (latencyOverMs !== undefined) matchers.push(slot => (columns.latencyMs[slot] ?? 0) > latencyOverMs);
  return matchers;
}

function nameMatchers(columns: TraceColumns, { agentId, partyId, method, tool }: TraceFilter): Matcher[] {
  const matchers: Matcher[] = [];
  if (agentId !== undefined) {
    matchers.push(eitherParty(columns, ({ kind, id }) => kind === 'agent' && id === agentId));
  }
  if (partyId !== undefined) matchers.push(eitherParty(columns, ({ id }) => id === partyId));
  if (method !== undefined) matchers.push(wordMatcher(columns, 'method', method));
  if (tool !== undefined) matchers.push(wordMatcher(columns, 'tool', tool));
  return matchers;
}

function eitherParty({ routes, route }: TraceColumns, test: (party: Party) => boolean): Matcher {
  const holds = poolTest(routes, name => {
    const { from, to } = parseRoute(name);
    return test(from) || test(to);
  });
  return slot => holds(route[slot]);
}

function anyText(columns: TraceColumns, text: string): Matcher {
  const inWhat = has(columns.whats, columns.what, text, name => Object.values(parseWhat(name)));
  const inVerdict = has(columns.verdicts, columns.verdict, text, name => {
    const { reason, rule } = parseVerdict(name);
    return [reason, rule];
  });
  const inRoute = has(columns.routes, columns.route, text, name => {
    const { from, to } = parseRoute(name);
    return [from.label, from.id, to.label, to.id];
  });
  return slot => inWhat(slot) || inRoute(slot) || inVerdict(slot);
}

/** Whether one of the words that `wordsOf` finds in an entry's string has `wanted` as a part, in whatever case. */
function has(
  pool: StringPool,
  column: Uint32Array,
  wanted: string,
  wordsOf: (name: string) => readonly (string | null)[],
): Matcher {
  const lower = wanted.toLowerCase();
  const holds = poolTest(pool, name => wordsOf(name).some(word => word?.toLowerCase().includes(lower)));
  return slot => holds(column[slot]);
}
