// The filter of the trace as it is typed: read into the contract's condition, and printed from it.
import { maxConditionDepth, maxConditions } from '../trace-bounds.ts';
import { isAmount, isUnit, printTerm, readTerm, termHead } from './query-terms.ts';
import { type QueryToken, queryTokens } from './query-tokens.ts';
import type { Reason } from '../reasons.ts';
import type { TraceCondition } from '../schemas/trace.ts';

export interface QueryProblem {
  readonly from: number;
  readonly to: number;
  readonly why: Reason;
  /** It may be that more is to come: nothing is wrong yet. */
  readonly unfinished: boolean;
}

export interface Query {
  /** Null when everything is wanted. What is unfinished is left out; with a problem that is none of those it means nothing. */
  readonly condition: TraceCondition | null;
  readonly problems: readonly QueryProblem[];
  readonly tokens: readonly QueryToken[];
}

/** Takes any text and never throws. */
export function parseQuery(text: string): Query {
  const tokens = joinAmounts(queryTokens(text), text);
  const parser = new QueryParser(tokens);
  const condition = parser.whole();
  const problems = parser.problems.toSorted((a, b) => a.from - b.from);
  if (condition !== null && depthOf(condition) > maxConditionDepth) {
    const why: Reason = { kind: 'query-too-deep', max: maxConditionDepth };
    return {
      condition: null,
      problems: [...problems, { from: 0, to: text.length, why, unfinished: false }],
      tokens,
    };
  }
  return { condition, problems, tokens };
}

/** A text that `parseQuery` reads as this condition. */
export function printQuery(condition: TraceCondition | null): string {
  if (condition === null) return '';
  if ('any' in condition) return condition.any.map(printQuery).join(' or ');
  if ('all' in condition)
    return condition.all.map(inner => ('any' in inner ? grouped(inner) : printQuery(inner))).join(' ');
  if ('not' in condition) {
    const isTerm = 'field' in condition.not;
    return `not ${isTerm ? printQuery(condition.not) : grouped(condition.not)}`;
  }
  return printTerm(condition);
}

function grouped(condition: TraceCondition): string {
  return `(${printQuery(condition)})`;
}

/** Holds when all do; lists in lists are one list. */
export function allOf(conditions: readonly TraceCondition[]): TraceCondition | null {
  const flat = conditions.flatMap(inner => ('all' in inner ? inner.all : [inner]));
  return flat.length > 1 ? { all: flat } : (flat[0] ?? null);
}

export function anyOf(conditions: readonly TraceCondition[]): TraceCondition | null {
  const flat = conditions.flatMap(inner => ('any' in inner ? inner.any : [inner]));
  return flat.length > 1 ? { any: flat } : (flat[0] ?? null);
}

export function notOf(condition: TraceCondition): TraceCondition {
  return 'not' in condition ? condition.not : { not: condition };
}

export function depthOf(condition: TraceCondition): number {
  if ('not' in condition) return 1 + depthOf(condition.not);
  const inner = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  return 1 + Math.max(0, ...inner.map(depthOf));
}

/** `latency> 200 ms` is one term, as it is read aloud. */
function joinAmounts(tokens: readonly QueryToken[], text: string): QueryToken[] {
  const joined: QueryToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const head = last?.kind === 'term' ? termHead(last.raw) : null;
    const isNext = token.kind === 'term' && last !== undefined && head !== null && isAmount(head.field);
    const value = isNext ? last.raw.slice(head.length) : '';
    const joins =
      isNext && (value === '' ? !termHead(token.raw) : /^[\d.]+$/.test(value) && isUnit(head.field, token.raw));
    if (joins)
      joined[joined.length - 1] = { ...last, to: token.to, raw: text.slice(last.from, token.to).replaceAll(/\s/g, '') };
    else joined.push(token);
  }
  return joined;
}

/** No text that makes sense nests further, and each level is a call. */
const maxNesting = 60;

class QueryParser {
  readonly problems: QueryProblem[] = [];
  readonly #tokens: readonly QueryToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly QueryToken[]) {
    this.#tokens = tokens;
  }

  whole(): TraceCondition | null {
    const parts: TraceCondition[] = [];
    while (this.#next) {
      const part = this.#either();
      if (part) parts.push(part);
      const left = this.#next;
      if (left?.kind === 'close') {
        this.#problem(left, { kind: 'query-parenthesis-not-opened' });
        this.#at += 1;
      }
    }
    return this.#bounded(allOf(parts));
  }

  get #next(): QueryToken | undefined {
    return this.#tokens[this.#at];
  }

  #problem({ from, to }: Pick<QueryToken, 'from' | 'to'>, why: Reason, unfinished = false): void {
    this.problems.push({ from, to, why, unfinished });
  }

  /** `a or b` */
  #either(): TraceCondition | null {
    const parts: TraceCondition[] = [];
    for (;;) {
      const before = this.#next;
      const part = this.#both();
      if (part) parts.push(part);
      const word = this.#next;
      if (word?.kind !== 'or') return this.#bounded(anyOf(parts));
      if (before === word) this.#problem(word, { kind: 'query-nothing-before', word: 'or' });
      this.#at += 1;
      this.#afterWord(word);
    }
  }

  /** `a and b`, or just `a b` */
  #both(): TraceCondition | null {
    const parts: TraceCondition[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const token = this.#next;
      if (!token || token.kind === 'or' || token.kind === 'close') return this.#bounded(allOf(parts));
      if (token.kind === 'and') {
        if (isFirst) this.#problem(token, { kind: 'query-nothing-before', word: 'and' });
        this.#at += 1;
        this.#afterWord(token);
        continue;
      }
      const part = this.#one();
      if (part) parts.push(part);
    }
  }

  #one(): TraceCondition | null {
    const token = this.#next;
    if (!token) return null;
    this.#at += 1;
    if (token.kind === 'term') return this.#term(token);
    if (this.#depth >= maxNesting) {
      this.#problem(token, { kind: 'query-too-deep', max: maxConditionDepth });
      return null;
    }
    this.#depth += 1;
    const inner = token.kind === 'not' ? this.#negated(token) : this.#group(token);
    this.#depth -= 1;
    return inner;
  }

  #negated(token: QueryToken): TraceCondition | null {
    if (!this.#afterWord(token)) return null;
    const inner = this.#one();
    return inner && notOf(inner);
  }

  #group(token: QueryToken): TraceCondition | null {
    const first = this.#next;
    const inner = this.#either();
    const end = this.#next;
    if (end?.kind !== 'close') {
      this.#problem(token, { kind: 'query-parenthesis-open' }, true);
      return inner;
    }
    this.#at += 1;
    if (first === end) this.#problem({ from: token.from, to: end.to }, { kind: 'query-parentheses-empty' });
    return inner;
  }

  #term(token: QueryToken): TraceCondition | null {
    const isNot = token.raw.startsWith('-') && termHead(token.raw.slice(1)) !== null;
    const read = readTerm(isNot ? token.raw.slice(1) : token.raw);
    if (!read.ok) {
      this.#problem(token, read.why, read.unfinished);
      return null;
    }
    return isNot ? notOf(read.term) : read.term;
  }

  /** Whether something stands behind `and`, `or` or `not` that they can combine. */
  #afterWord(token: QueryToken): boolean {
    const next = this.#next;
    if (next && next.kind !== 'close' && next.kind !== 'and' && next.kind !== 'or') return true;
    this.#problem(token, { kind: 'query-nothing-after', word: token.kind }, !next);
    return false;
  }

  #bounded(condition: TraceCondition | null): TraceCondition | null {
    const list = condition === null ? [] : 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
    const last = this.#tokens.at(-1);
    if (list.length <= maxConditions || !last) return condition;
    this.#problem({ from: 0, to: last.to }, { kind: 'query-too-many', max: maxConditions });
    return null;
  }
}
