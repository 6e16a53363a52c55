// The filter of the trace as it is typed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TraceCondition, TraceConditionSchema, type TraceTerm } from '../../../../contract/schemas/trace.ts';
import { allOf, anyOf, depthOf, notOf, parseQuery, printQuery } from '../../../../contract/trace-query/trace-query.ts';
import { inEnglish } from '../../../../words/english.ts';

const word = fc.oneof(
  fc.constantFrom('Claude Code', 'and', 'NOT', 'a"b', 'tools/call', 'a\\', '-x', 'agent:x', '(x)', ' ', 'naïve 🧭'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
);
const amount = fc.oneof(
  fc.nat(10_000_000),
  fc.double({ min: 0, max: 9e15, noNaN: true }).map(value => value + 0),
);
const term: fc.Arbitrary<TraceTerm> = fc.oneof(
  fc.record({
    field: fc.constantFrom('agent', 'browser', 'server', 'model', 'method', 'tool', 'rule', 'text', 'id'),
    has: word,
  }),
  fc.record({ field: fc.constant('status'), is: fc.constantFrom('ok', 'refused', 'none', 'pending') }),
  fc.record({ field: fc.constant('dir'), is: fc.constantFrom('in', 'out') }),
  fc.record({ field: fc.constant('tab'), is: fc.integer() }),
  fc.record({ field: fc.constantFrom('size', 'latency'), over: amount }),
  fc.record({ field: fc.constantFrom('size', 'latency'), under: amount }),
);
const condition: fc.Arbitrary<TraceCondition> = fc.letrec<{ tree: TraceCondition }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'query' },
    term,
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 4, depthIdentifier: 'query' })
      .map(list => allOf(list) ?? list[0]!),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 4, depthIdentifier: 'query' })
      .map(list => anyOf(list) ?? list[0]!),
    tie('tree').map(notOf),
  ),
})).tree;
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'and',
        'or',
        'not',
        '(',
        ')',
        'agent:',
        'size>',
        'latency>',
        '200',
        'ms',
        'status:x',
        '"',
        '\\',
        '-',
      ),
      fc.constantFrom('tool:navigate', 'fast', 'status:ok', 'foo:bar', 'tab:4', 'dir:in'),
      fc.string({ maxLength: 6 }),
    ),
  )
  .map(parts => parts.join(' '));

describe('a filter', () => {
  it('is read without a throw whatever is typed, and what it means is what the contract takes', () => {
    fc.assert(
      fc.property(fc.oneof(typed, fc.string({ unit: 'binary' })), text => {
        const { condition: read, problems } = parseQuery(text);
        if (read) expect(TraceConditionSchema.safeParse(read).success).toBe(true);
        for (const { from, to, why } of problems) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(inEnglish(why)).toMatch(/^[A-Z“a-z].*\.$/s);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('is printed as a text that is read as the same again', () => {
    fc.assert(
      fc.property(condition, wanted => {
        fc.pre(depthOf(wanted) <= 8);
        const { condition: read, problems } = parseQuery(printQuery(wanted));
        expect(problems).toEqual([]);
        expect(read).toEqual(wanted);
      }),
      { numRuns: 1_000 },
    );
  });

  it('that was typed without a problem means the same when it is printed', () => {
    fc.assert(
      fc.property(typed, text => {
        const { condition: read, problems } = parseQuery(text);
        fc.pre(problems.length === 0);
        expect(parseQuery(printQuery(read)).condition).toEqual(read);
      }),
    );
  });

  it('of a hundred thousand parentheses is read in no time', () => {
    expect(parseQuery('('.repeat(100_000)).condition).toBeNull();
    expect(parseQuery('not '.repeat(100_000)).condition).toBeNull();
  });

  const navigate = { field: 'tool', has: 'navigate' } as const;
  it.each<[string, TraceCondition | null]>([
    ['', null],
    ['tool:navigate', navigate],
    ['TOOL:navigate', navigate],
    ['agent:"Claude Code"', { field: 'agent', has: 'Claude Code' }],
    ['"Claude Code"', { field: 'text', has: 'Claude Code' }],
    ['a>b', { field: 'text', has: 'a>b' }],
    ['not tool:navigate', { not: navigate }],
    ['-tool:navigate', { not: navigate }],
    ['-x', { field: 'text', has: '-x' }],
    ['not not tool:navigate', navigate],
    ['status:denied', { field: 'status', is: 'refused' }],
    ['latency>2s', { field: 'latency', over: 2_000 }],
    ['latency> 200 ms', { field: 'latency', over: 200 }],
    ['size<90kB tool:navigate', { all: [{ field: 'size', under: 90_000 }, navigate] }],
    [
      'dir:out and tab:42',
      {
        all: [
          { field: 'dir', is: 'out' },
          { field: 'tab', is: 42 },
        ],
      },
    ],
    [
      'tool:navigate dir:in or tab:1',
      { any: [{ all: [navigate, { field: 'dir', is: 'in' }] }, { field: 'tab', is: 1 }] },
    ],
    [
      'tool:navigate (dir:in or tab:1)',
      {
        all: [
          navigate,
          {
            any: [
              { field: 'dir', is: 'in' },
              { field: 'tab', is: 1 },
            ],
          },
        ],
      },
    ],
    ['not (tool:navigate or tab:1)', { not: { any: [navigate, { field: 'tab', is: 1 }] } }],
  ])('%s means what it says', (text, wanted) => {
    expect(parseQuery(text)).toMatchObject({ condition: wanted, problems: [] });
  });

  it.each<[string, string, [number, number], boolean]>([
    ['x latency>fast', 'latency> needs a time such as 200 ms or 2 s; “fast” is none.', [2, 14], false],
    ['size:90', 'size needs > or < before its value, such as size>90kB.', [0, 7], false],
    [
      'status:bad',
      'status: knows pending, waiting, ok, error, refused, cancelled and none; “bad” is none of them.',
      [0, 10],
      false,
    ],
    ['tab:x', 'tab: needs a whole number, such as 42; “x” is none.', [0, 5], false],
    ['dir:up', 'dir: knows in and out; “up” is neither.', [0, 6], false],
    ['agent>x', 'agent needs a colon before its value, such as agent:x.', [0, 7], false],
    ['x or or y', 'After “or” a condition is missing.', [2, 4], false],
    ['x )', 'This parenthesis was never opened; remove it.', [2, 3], false],
    ['()', 'Between these parentheses a condition is missing.', [0, 2], false],
    ['x agent:', 'agent: needs a part of an agent’s name, such as agent:claude.', [2, 8], true],
    ['x and', 'After “and” a condition is missing.', [2, 5], true],
    ['(x', 'The parenthesis has no end; close it with ).', [0, 1], true],
    ['x "y', 'The quote has no end; close it with ".', [2, 4], true],
  ])('%s is told in a sentence, at its place', (text, sentence, [from, to], unfinished) => {
    const [problem] = parseQuery(text).problems;
    expect(problem && { ...problem, why: inEnglish(problem.why) }).toEqual({ why: sentence, from, to, unfinished });
  });

  it('names a field that there is none of, and says how to look for it as text', () => {
    const [problem] = parseQuery('agnet:claude').problems;
    expect(problem && inEnglish(problem.why)).toMatch(
      /^There is no field “agnet”; there are agent, .* and latency\. Put it in quotes/,
    );
  });
});
