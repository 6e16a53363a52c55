// Entries in columns: order, joining, eviction.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomes } from '../../../../contract/trace-bounds.ts';
import { TraceColumns } from '../../../../electron/core/trace/trace-columns.ts';
import { droppedPayload } from '../../../../electron/core/trace/trace-op.ts';
import { closeOp, closing, everything, hub, opening, openOp, readWindow } from './trace-fixtures.ts';

const limits = { entries: 10, payloadBytes: 1_000 };

function add(columns: TraceColumns, seq: number, fields: Parameters<typeof opening>[0] = {}) {
  columns.open(openOp(seq, opening(fields)));
}

function close(columns: TraceColumns, seq: number, clock: number, fields: Parameters<typeof closing>[0] = {}) {
  columns.close(closeOp(seq, clock, closing(fields)));
}

function seqsOf(columns: TraceColumns) {
  return readWindow(columns, everything, 0, 200).entries.map(({ seq }) => seq);
}

describe('an entry', () => {
  test('comes back with every field that was put in', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { dir: 'out', from: hub, parent: 0, tabId: 0, tool: null });
    expect(columns.entry(columns.slotOf(1))).toEqual({
      seq: 1,
      at: 1_001,
      dir: 'out',
      from: hub,
      to: hub,
      kind: 'request',
      method: 'tools/call',
      tool: null,
      rpcId: '7',
      parent: 0,
      tabId: 0,
      tokensIn: null,
      tokensOut: null,
      costMicros: null,
      bytes: 39,
      responseBytes: null,
      latencyMs: null,
      waitedMs: 0,
      outcome: 'pending',
      code: null,
      reason: null,
      rule: null,
    });
  });

  test('is joined with its response', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1);
    columns.waiting(1);
    expect(columns.entry(columns.slotOf(1)).outcome).toBe('waiting');
    const refusal = { outcome: 'refused', code: 'ERR_NOT_OWNER', reason: 'Tab 42 is yours.', rule: 'owner' } as const;
    close(columns, 1, 251, { ...refusal, waitedMs: 200 });
    expect(columns.entry(columns.slotOf(1))).toMatchObject({
      ...refusal,
      latencyMs: 250,
      waitedMs: 200,
      responseBytes: 11,
    });
  });

  test('has what only its answer knows, until its place is another’s', () => {
    const columns = new TraceColumns({ ...limits, entries: 2 });
    add(columns, 1);
    close(columns, 1, 2, { tokensIn: 1_200, tokensOut: 38, costMicros: 4_200 });
    expect(columns.entry(columns.slotOf(1))).toMatchObject({ tokensIn: 1_200, tokensOut: 38, costMicros: 4_200 });
    expect(columns.plain.equal('tokens-out', 38)(columns.slotOf(1))).toBe(true);
    add(columns, 2);
    add(columns, 3);
    expect(columns.slotOf(3)).toBe(1);
    expect(columns.entry(1)).toMatchObject({ seq: 3, tokensIn: null, tokensOut: null, costMicros: null });
  });

  test('takes only its first response', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1);
    close(columns, 1, 2);
    close(columns, 1, 9, { outcome: 'error' });
    columns.waiting(1);
    expect(columns.entry(columns.slotOf(1))).toMatchObject({ outcome: 'ok', latencyMs: 1 });
  });

  test('is complete when it is a notification', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { kind: 'notification' });
    close(columns, 1, 2);
    expect(columns.entry(columns.slotOf(1))).toMatchObject({ kind: 'notification', outcome: 'none', latencyMs: null });
  });

  test.each(outcomes)('can have the outcome %s', outcome => {
    const columns = new TraceColumns(limits);
    add(columns, 1);
    close(columns, 1, 2, { outcome });
    expect(columns.entry(columns.slotOf(1)).outcome).toBe(outcome);
  });

  test.each(['0', '7', '2147483647', '2147483648', '007', '1.5', '-1', 'req-7', ''])('keeps the id %j', rpcId => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { rpcId });
    expect(columns.entry(columns.slotOf(1)).rpcId).toBe(rpcId);
  });

  test.each([1.5, 2 ** 31, -(2 ** 31), 1e300])('has no tab where %d stands for one', tabId => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { tabId });
    expect(columns.entry(columns.slotOf(1)).tabId).toBe(null);
  });

  test('keeps words that hold what joins them apart', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { method: 'a\0b', tool: 'c\0d', from: { kind: 'agent', id: 'x\0y', label: 'L\0' } });
    expect(columns.entry(columns.slotOf(1))).toMatchObject({
      method: 'a b',
      tool: 'c d',
      from: { kind: 'agent', id: 'x y', label: 'L ' },
      to: hub,
    });
  });
});

describe('the ring', () => {
  test('keeps the newest entries in order, whichever numbers are skipped', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 60 }), steps => {
        const columns = new TraceColumns(limits);
        const seqs: number[] = [];
        for (const step of steps) {
          const seq = (seqs.at(-1) ?? 0) + step;
          seqs.push(seq);
          add(columns, seq, { method: `m${seq}` });
          if (seq % 3 === 0) close(columns, seq, seq + 1, { reason: `r${seq}` });
        }
        const newest = seqs.at(-1) ?? 0;
        const kept = seqs.filter(seq => seq > newest - limits.entries);
        const window = readWindow(columns, everything, 0, 200);
        expect(window.entries.map(({ seq, method, reason }) => [seq, method, reason])).toEqual(
          kept.map(seq => [seq, `m${seq}`, seq % 3 === 0 ? `r${seq}` : null]),
        );
        expect([window.total, columns.newest]).toEqual([kept.length, newest]);
      }),
    );
  });

  test('forgets the strings of what it evicts', () => {
    const columns = new TraceColumns(limits);
    for (let seq = 1; seq <= 1_000; seq += 1) {
      add(columns, seq, { method: `m${seq}`, rpcId: `id${seq}`, from: { kind: 'agent', id: `a${seq}`, label: 'A' } });
    }
    expect([columns.whats.size <= 12, columns.routes.size <= 12]).toEqual([true, true]);
  });

  test('ignores an answer to an entry that it evicted', () => {
    const columns = new TraceColumns(limits);
    for (let seq = 1; seq <= 11; seq += 1) add(columns, seq);
    close(columns, 1, 50, { outcome: 'error' });
    columns.waiting(1);
    expect(readWindow(columns, { text: '', outcome: 'pending' }, 0, 200).matched).toBe(10);
    expect(seqsOf(columns)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('ignores answers to entries that never were', () => {
    const columns = new TraceColumns(limits);
    close(columns, 0, 1);
    close(columns, 5, 1);
    expect([columns.total, seqsOf(columns)]).toEqual([0, []]);
  });
});

describe('payloads', () => {
  test('come back for both ways', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { payload: '{"a":1}' });
    close(columns, 1, 2, { payload: '{"b":2}' });
    expect(columns.payload(1)).toEqual({ seq: 1, request: '{"a":1}', response: '{"b":2}', dropped: false });
  });

  test('are not dropped where there was none', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { payload: '{}' });
    close(columns, 1, 2, { payload: null });
    expect(columns.payload(1)).toEqual({ seq: 1, request: '{}', response: null, dropped: false });
  });

  test('of a request outlive a response that was left out on the way, and the other way round', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { payload: '{"a":1}' });
    columns.close(closeOp(1, 2, closing(), { payload: droppedPayload }));
    columns.open(openOp(2, opening(), { payload: droppedPayload }));
    close(columns, 2, 3, { payload: '{"b":2}' });
    expect([1, 2].map(seq => columns.payload(seq))).toEqual([
      { seq: 1, request: '{"a":1}', response: null, dropped: true },
      { seq: 2, request: null, response: '{"b":2}', dropped: true },
    ]);
  });

  test('that were cut say at how many bytes', () => {
    const columns = new TraceColumns(limits);
    add(columns, 1, { message: { bytes: 900_000, payload: '"ä…"', cut: true } });
    close(columns, 1, 2, { message: { bytes: 800_000, payload: '"b…"', cut: true } });
    expect(columns.payload(1)).toMatchObject({ requestCutAt: 7, responseCutAt: 6, dropped: false });
    expect(columns.entry(columns.slotOf(1))).toMatchObject({ bytes: 900_000, responseBytes: 800_000 });
  });

  test('are dropped oldest first, while their entries stay', () => {
    const columns = new TraceColumns({ entries: 10, payloadBytes: 3 * 23 });
    for (let seq = 1; seq <= 4; seq += 1) add(columns, seq, { payload: `"${'x'.repeat(8)}"` });
    expect([1, 2].map(seq => columns.payload(seq))).toEqual([
      { seq: 1, request: null, response: null, dropped: true },
      { seq: 2, request: '"xxxxxxxx"', response: null, dropped: false },
    ]);
    expect(seqsOf(columns)).toEqual([1, 2, 3, 4]);
  });

  test('of evicted and of unknown entries are dropped', () => {
    const columns = new TraceColumns(limits);
    expect(columns.payload(77)).toEqual({ seq: 77, request: null, response: null, dropped: true });
  });

  test('that were left out on the way, or are too large, count as dropped', () => {
    const columns = new TraceColumns(limits);
    columns.open(openOp(1, opening(), { payload: droppedPayload }));
    add(columns, 2, { payload: 'x'.repeat(1_001) });
    columns.close(closeOp(2, 3, closing(), { payload: droppedPayload }));
    expect([columns.payload(1).dropped, columns.payload(2).dropped]).toEqual([true, true]);
  });
});
