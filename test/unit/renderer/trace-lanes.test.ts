// The trace over time, two entries side by side, and what stands around a message's content.
import { describe, expect, it } from 'vitest';
import { jsonDiff } from '../../../renderer/screens/traces/compare/json-diff.ts';
import { messageHead } from '../../../renderer/screens/traces/detail/message-head.ts';
import { laneTicks, traceLanes } from '../../../renderer/screens/traces/lanes/trace-lanes.ts';
import { fixtureTrace } from '../../support/panel-fixture/traces.ts';

const now = 1_800_000_000_000;
const trace = fixtureTrace(now, 60);
const time = { from: Math.min(...trace.map(({ at }) => at)), to: now };

describe('lanes', () => {
  const groups = traceLanes(trace, time);

  it('are agents, the hub, browsers and servers, each by its name', () => {
    const kinds = groups.map(({ kind }) => kind);
    expect(kinds).toEqual(['agent', 'hub', 'browser', 'server'].filter(kind => kinds.includes(kind as never)));
    for (const { lanes, kind } of groups) {
      expect(lanes.every(({ party }) => party.kind === kind)).toBe(true);
      const labels = lanes.map(({ party }) => party.label);
      expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b)));
    }
  });

  it('keep a refusal in the lane of its agent, because it never arrived', () => {
    const refused = trace.find(({ outcome, from }) => outcome === 'refused' && from.kind === 'agent');
    const at = groups.flatMap(({ kind, lanes }) =>
      lanes.filter(lane => lane.marks.some(({ seq }) => seq === refused?.seq)).map(() => kind),
    );
    expect(at).toEqual(['agent']);
  });

  it('give every mark the agent that caused it', () => {
    const child = trace.find(({ parent, from, to }) => parent !== null && from.kind === 'hub' && to.kind !== 'agent');
    const mark = groups
      .flatMap(({ lanes }) => lanes)
      .flatMap(({ marks }) => marks)
      .find(({ seq }) => seq === child?.seq);
    expect(mark?.agentId).toBe(trace.find(({ seq }) => seq === child?.parent)?.from.id);
  });

  it('keep apart what overlaps, as far as there are lines', () => {
    const [first] = trace;
    if (!first) throw new Error('The fixture is empty.');
    const long = [1, 2, 3, 4].map(seq => ({
      ...first,
      seq,
      at: now - 10 + seq,
      latencyMs: 1_000,
      parent: null,
      outcome: 'ok' as const,
    }));
    const [group] = traceLanes(long, { from: now - 100, to: now + 2_000 });
    expect(group?.lanes[0]?.marks.map(({ line }) => line)).toEqual([0, 1, 2, 2]);
  });

  it('have only what touches their window', () => {
    expect(traceLanes(trace, { from: 0, to: 1 })).toEqual([]);
  });

  it('have an axis of round moments', () => {
    expect(laneTicks({ from: 1_700, to: 9_100 })).toEqual([2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000]);
    expect(laneTicks({ from: 0, to: 600_000 }).length).toBeLessThan(12);
  });
});

describe('a comparison', () => {
  const told = (left: unknown, right: unknown) =>
    jsonDiff(left, right).rows.map(({ path, left: l, right: r, kind }) => [path, l, r, kind]);

  it('tells what is the same in one row, and opens what differs', () => {
    expect(told({ a: 1, b: { c: 2 }, d: 3 }, { a: 1, b: { c: 4 }, e: 5 })).toEqual([
      ['', '{ … }', '{ … }', 'changed'],
      ['/a', '1', '1', 'same'],
      ['/b', '{ … }', '{ … }', 'changed'],
      ['/b/c', '2', '4', 'changed'],
      ['/d', '3', null, 'left'],
      ['/e', null, '5', 'right'],
    ]);
  });

  it('puts the same items of lists beside each other', () => {
    const rows = told(['a', 'b', 'c'], ['b', 'x', 'c']).slice(1);
    expect(rows.map(([, l, r, kind]) => [l, r, kind])).toEqual([
      ['"a"', null, 'left'],
      ['"b"', '"b"', 'same'],
      [null, '"x"', 'right'],
      ['"c"', '"c"', 'same'],
    ]);
  });

  it('takes values of different kinds, and members whose names are those of objects', () => {
    expect(told([1], { 0: 1 })).toEqual([['', '[1]', '{"0":1}', 'changed']]);
    expect(
      told(JSON.parse('{"__proto__":1}'), JSON.parse('{"toString":1}'))
        .slice(1)
        .map(([, , , kind]) => kind),
    ).toEqual(['left', 'right']);
    expect(told(null, null)).toEqual([['', 'null', 'null', 'same']]);
  });

  it('ends before it is too long or too deep', () => {
    const deep = (value: unknown) => Array.from({ length: 900 }).reduce<unknown>(inner => [inner], value);
    expect(jsonDiff(deep(1), deep(2)).rows.length).toBeLessThan(70);
    const long = (from: number) => Array.from({ length: 5_000 }, (_, n) => n + from);
    expect(jsonDiff(long(0), long(7))).toMatchObject({ whole: false });
  });
});

describe('the head of a message', () => {
  it('is its plain members and its _meta', () => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x', _meta: { progressToken: 3 } } };
    expect(messageHead(JSON.stringify(message))).toEqual([
      ['jsonrpc', '2.0'],
      ['id', '7'],
      ['method', 'tools/call'],
      ['params._meta progressToken', '3'],
    ]);
    expect([messageHead(null), messageHead('no json'), messageHead('[1]')]).toEqual([[], [], []]);
  });
});
