// Conditions of filters, windows that follow a changing trace, values to choose from, and pins.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TraceConditionSchema } from '../../../../contract/schemas/trace.ts';
import { maxPins, outcomes } from '../../../../contract/trace-bounds.ts';
import { TraceColumns } from '../../../../electron/core/trace/trace-columns.ts';
import { TracePins } from '../../../../electron/core/trace/trace-pins.ts';
import { readValues } from '../../../../electron/core/trace/trace-values.ts';
import { conditionHolds } from '../../../support/trace-oracle.ts';
import { agent, closeOp, closing, everything, hub, opening, openOp, readWindow, windowsOf } from './trace-fixtures.ts';
import type { TraceCondition, TraceEntry } from '../../../../contract/schemas/trace.ts';

const server = { kind: 'server', id: 'everything', label: 'Everything' } as const;
const term = fc.constantFrom<TraceCondition>(
  { field: 'agent', has: 'claude' },
  { field: 'server', has: 'everything' },
  { field: 'browser', has: 'x' },
  { field: 'method', has: 'call' },
  { field: 'tool', has: 'Navi' },
  { field: 'rule', has: 'grant' },
  { field: 'text', has: 'pilot' },
  { field: 'status', is: 'ok' },
  { field: 'status', is: 'pending' },
  { field: 'dir', is: 'out' },
  { field: 'tab', is: 42 },
  { field: 'id', has: '7' },
  { field: 'id', has: 'REQ-1' },
  { field: 'size', over: 50 },
  { field: 'latency', over: 5 },
  { field: 'latency', under: 5 },
);
const condition: fc.Arbitrary<TraceCondition> = fc.letrec<{ tree: TraceCondition }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    term,
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3, depthIdentifier: 'condition' }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3, depthIdentifier: 'condition' }) }),
    fc.record({ not: tie('tree') }),
  ),
})).tree;

type Step = { readonly kind: 'open' | 'close' | 'waiting' | 'skip' | 'look'; readonly pick: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('open', 'open', 'open', 'close', 'waiting', 'skip', 'look'),
  pick: fc.nat(1_000),
});

/** Lets one thing happen; numbers after `newest` are new. */
function act(columns: TraceColumns, { kind, pick }: Step): void {
  const seq = columns.newest + 1;
  const any = Math.max(1, columns.newest - (pick % 12));
  if (kind === 'open' || kind === 'skip') {
    const tool = pick % 3 === 0 ? null : pick % 5 === 0 ? `tool-${pick}` : 'navigate';
    const rpcId = [null, '7', String(pick), `req-${pick}`][pick % 4] ?? null;
    const fields = { tool, rpcId, method: pick % 2 ? 'tools/call' : 'ping', to: pick % 4 ? hub : server } as const;
    columns.open(openOp(seq + (kind === 'skip' ? pick % 4 : 0), opening(fields)));
  }
  if (kind === 'waiting') columns.waiting(any);
  if (kind === 'close') {
    const outcome = outcomes[pick % outcomes.length] ?? 'ok';
    columns.close(closeOp(any, any + (pick % 10), closing({ outcome, rule: `grant ${pick % 7}` })));
  }
}

function all(columns: TraceColumns): TraceEntry[] {
  const entries: TraceEntry[] = [];
  for (let seq = columns.oldest; seq <= columns.newest; seq += 1) {
    const slot = columns.slotOf(seq);
    if (slot >= 0) entries.push(columns.entry(slot));
  }
  return entries;
}

describe('a condition', () => {
  test('finds what it means, however the trace changed since it was asked before', () => {
    fc.assert(
      fc.property(condition, fc.array(step, { maxLength: 120 }), fc.nat(20), (where, steps, from) => {
        const columns = new TraceColumns({ entries: 32, payloadBytes: 1_000 });
        const windows = windowsOf(columns);
        const filter = { text: '', where };
        for (const one of [...steps, { kind: 'look', pick: 0 } as const]) {
          act(columns, one);
          if (one.kind !== 'look') continue;
          const expected = all(columns).filter(entry => conditionHolds(entry, where));
          const window = windows({ filter, from, count: 5 });
          expect(window.matched).toBe(expected.length);
          expect(window.entries).toEqual(expected.slice(from, from + 5));
          expect(windows({ filter, from: -1, count: 5 }).entries).toEqual(expected.slice(-5));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('catches up after more changes than are remembered', () => {
    const columns = new TraceColumns({ entries: 100_000, payloadBytes: 1_000 });
    const windows = windowsOf(columns);
    const ask = { filter: { text: 'odd' }, from: -1, count: 1 };
    windows(ask);
    for (let seq = 1; seq <= 150_000; seq += 1)
      columns.open(openOp(seq, opening({ method: seq % 2 ? 'odd' : 'even' })));
    expect(windows(ask).matched).toBe(50_000);
  });

  test('is accepted by the contract as deep as it may be, and no deeper', () => {
    const nested = (depth: number) =>
      Array.from({ length: depth - 1 }).reduce<TraceCondition>(inner => ({ not: inner }), { field: 'text', has: 'x' });
    expect([8, 9, 10_000].map(depth => TraceConditionSchema.safeParse(nested(depth)).success)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a window', () => {
  const columns = new TraceColumns({ entries: 1_000, payloadBytes: 1_000 });
  for (let seq = 1; seq <= 500; seq += 1) columns.open(openOp(seq, opening({ method: seq % 2 ? 'odd' : 'even' })));
  const windows = windowsOf(columns);
  const seqs = (ask: object, filter = everything) =>
    windows({ filter, from: -1, count: 4, ...ask }).entries.map(({ seq }) => seq);

  test('that is paused tells of nothing that came later', () => {
    expect(seqs({ until: 100 })).toEqual([97, 98, 99, 100]);
    expect(seqs({ until: 100 }, { text: 'odd' })).toEqual([93, 95, 97, 99]);
    expect(windows({ filter: { text: 'odd' }, from: 0, count: 1, until: 100 })).toMatchObject({
      total: 100,
      matched: 50,
    });
  });

  test('near a moment has what happened then in its middle', () => {
    const at = columns.entry(columns.slotOf(250)).at;
    expect(seqs({ nearAt: at })).toEqual([248, 249, 250, 251]);
    expect([seqs({ nearAt: 0 }), seqs({ nearAt: at + 9_999 }, { text: 'odd' })]).toEqual([
      [1, 2, 3, 4],
      [493, 495, 497, 499],
    ]);
  });

  test('near an entry has it in its middle, and stays inside of the trace', () => {
    expect(seqs({ near: 250 })).toEqual([248, 249, 250, 251]);
    expect(seqs({ near: 251 }, { text: 'odd' })).toEqual([247, 249, 251, 253]);
    expect([seqs({ near: 1 }), seqs({ near: 9_999 })]).toEqual([
      [1, 2, 3, 4],
      [497, 498, 499, 500],
    ]);
  });
});

describe('the values of a field', () => {
  const columns = new TraceColumns({ entries: 4, payloadBytes: 1_000 });
  for (const tool of ['gone', 'find', 'navigate', 'navigate', null]) {
    columns.open(openOp(columns.newest + 1, opening({ tool, to: server })));
  }
  columns.close(closeOp(2, 9, closing({ outcome: 'refused', rule: 'owner' })));

  test('are those of the entries kept, the most frequent first', () => {
    const values = (field: Parameters<typeof readValues>[1]['field'], text = '') =>
      readValues(columns, { field, text, count: 9 }).values.map(({ value, count }) => [value, count]);
    expect(values('tool')).toEqual([
      ['navigate', 2],
      ['find', 1],
    ]);
    expect(values('tool', 'FI')).toEqual([['find', 1]]);
    expect([values('agent'), values('server'), values('browser')]).toEqual([
      [['Claude Code', 4]],
      [['Everything', 4]],
      [],
    ]);
    expect([values('rule'), values('status')]).toEqual([
      [['owner', 1]],
      [
        ['pending', 3],
        ['refused', 1],
      ],
    ]);
  });
});

describe('a pin', () => {
  test('keeps an entry with its payload and the answer that came later, whatever becomes of the ring', () => {
    const columns = new TraceColumns({ entries: 3, payloadBytes: 200 });
    const pins = new TracePins(columns);
    columns.open(openOp(1, opening({ payload: '"kept"' })));
    pins.set(1, true);
    columns.open(openOp(2, opening({ payload: `"${'x'.repeat(180)}"` })));
    columns.close(closeOp(1, 5, closing({ payload: '"answer"' })));
    pins.changed(1);
    for (let seq = 3; seq <= 9; seq += 1) columns.open(openOp(seq, opening({ payload: `"${'x'.repeat(180)}"` })));
    expect(columns.payload(1).dropped).toBe(true);
    expect(pins.payload(1)).toMatchObject({ request: '"kept"', response: '"answer"' });
    expect(pins.entries()).toMatchObject([{ seq: 1, from: agent, outcome: 'ok' }]);
    pins.set(1, false);
    expect([pins.entries(), pins.payload(1)]).toEqual([[], null]);
  });

  test('of an entry that is gone, or of one too many, is refused with a sentence', () => {
    const columns = new TraceColumns({ entries: 100, payloadBytes: 1_000 });
    const pins = new TracePins(columns);
    for (let seq = 1; seq <= maxPins + 1; seq += 1) {
      columns.open(openOp(seq, opening()));
      if (seq <= maxPins) pins.set(seq, true);
    }
    expect(() => pins.set(maxPins + 1, true)).toThrow(
      '50 entries are pinned, which is all there is room for; unpin one.',
    );
    pins.set(3, true);
    pins.set(3, false);
    expect(() => pins.set(9_999, true)).toThrow('Entry 9999 is not kept any more.');
    expect(pins.entries().length).toBe(maxPins - 1);
    expect(readWindow(columns, everything, 0, 200).matched).toBe(maxPins + 1);
  });
});
