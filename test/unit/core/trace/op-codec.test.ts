// What the writer puts into chunks is what the reader hands out, in order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../../contract/errors.ts';
import { foreign } from '../../../../contract/reason.ts';
import { outcomes } from '../../../../contract/trace-bounds.ts';
import { chunkBytes, OpReader, OpWriter } from '../../../../electron/core/trace/op-codec.ts';
import { closeOp, closing, opening, openOp } from './trace-fixtures.ts';
import type { Chunk } from '../../../../electron/core/trace/op-codec.ts';
import type { CloseOp, OpenOp, Payload } from '../../../../electron/core/trace/trace-op.ts';

type Op = OpenOp | CloseOp | number;

function pipe() {
  const ops: Op[] = [];
  const chunks: Chunk[] = [];
  const keep = (payload: Payload) => ({ ...payload, text: payload.text && Buffer.from(payload.text) });
  const reader = new OpReader({
    open: op => ops.push({ ...op, payload: keep(op.payload) }),
    waiting: seq => ops.push(seq),
    close: op => ops.push({ ...op, payload: keep(op.payload) }),
  });
  const spare: ArrayBuffer[] = [];
  const writer = new OpWriter(
    chunk => {
      chunks.push(chunk);
      reader.read(chunk.bytes, chunk.length);
      if (chunk.bytes.byteLength === chunkBytes) spare.push(chunk.bytes);
    },
    () => spare.pop(),
  );
  return { writer, ops, chunks };
}

describe('an operation', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  const nullable = fc.option(text);
  const number = fc.option(fc.integer());
  const clock = fc.double({ min: 0, max: 1e9, noNaN: true });

  test('of opening comes back with all that it had', () => {
    const fields = fc.record({
      dir: fc.constantFrom('in' as const, 'out' as const),
      kind: fc.constantFrom('request' as const, 'notification' as const),
      method: text,
      tool: nullable,
      rpcId: nullable,
      parent: number,
      tabId: number,
      payload: fc.string({ unit: 'grapheme' }),
    });
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 20 }), clock, (entries, time) => {
        const { writer, ops } = pipe();
        for (const [seq, entry] of entries.entries()) writer.open(seq, 5, time, opening(entry), true);
        writer.flush();
        expect(ops).toEqual(entries.map((entry, seq) => openOp(seq, opening(entry), { at: 5, clock: time })));
      }),
    );
  });

  test('of closing comes back with all that it had', () => {
    const fields = fc.record({
      outcome: fc.constantFrom(...outcomes),
      code: fc.option(fc.constantFrom(...errorCodes)),
      reason: nullable,
      why: fc.option(fc.string({ unit: 'grapheme', maxLength: 500 }).map(foreign), { nil: undefined }),
      rule: nullable,
      waitedMs: clock,
      payload: fc.option(fc.string({ unit: 'grapheme' })),
    });
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 20 }), clock, (closes, time) => {
        const { writer, ops } = pipe();
        for (const [seq, close] of closes.entries()) writer.close(seq, time, closing(close), true);
        writer.flush();
        expect(ops).toEqual(closes.map((close, seq) => closeOp(seq, time, closing(close))));
      }),
    );
  });

  test('of closing brings what only the answer knows', () => {
    const { writer, ops } = pipe();
    writer.close(1, 0, closing({ tokensIn: 1_200, tokensOut: 38, costMicros: null }), true);
    writer.flush();
    expect(ops).toMatchObject([{ answers: [1_200, 38, null], outcome: 'ok' }]);
  });

  test('without its payload says that it was dropped', () => {
    const { writer, ops } = pipe();
    writer.open(1, 0, 0, opening(), false);
    writer.waiting(1);
    writer.close(1, 0, closing(), false);
    writer.close(2, 0, closing({ payload: null }), true);
    writer.flush();
    const [open, waiting, close, unanswered] = ops;
    expect([open, waiting, close, unanswered]).toMatchObject([
      { payload: { text: null, isDropped: true } },
      1,
      { payload: { text: null, isDropped: true }, bytes: 11 },
      { payload: { text: null, isDropped: false }, bytes: null },
    ]);
  });

  test('with a long reason has its beginning and a mark', () => {
    const { writer, ops } = pipe();
    writer.close(1, 0, closing({ reason: 'x'.repeat(5_000), why: foreign('x'.repeat(5_000)) }), true);
    writer.flush();
    expect(ops).toMatchObject([{ reason: `${'x'.repeat(1_000)}… (5000 characters in all, cut here)`, why: null }]);
  });
});

describe('chunks', () => {
  test('follow each other in order, and a payload larger than one has its own', () => {
    const { writer, ops, chunks } = pipe();
    const large = 'ä'.repeat(chunkBytes);
    for (let seq = 1; seq <= 5_000; seq += 1)
      writer.open(seq, 0, 0, opening({ payload: seq === 2_500 ? large : '{}' }), true);
    writer.flush();
    expect((ops as OpenOp[]).map(({ seq }) => seq)).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1));
    expect((ops[2_499] as OpenOp).payload.text?.length).toBe(2 * chunkBytes);
    expect([chunks.length > 2, chunks.reduce((sum, chunk) => sum + chunk.ops, 0)]).toEqual([true, 5_000]);
  });

  test('carry more different names than both sides remember', () => {
    const { writer, ops } = pipe();
    for (let seq = 0; seq < 10_000; seq += 1) writer.open(seq, 0, 0, opening({ method: `m${seq % 5_000}` }), true);
    writer.flush();
    const wrong = (ops as OpenOp[]).filter(({ what, route }, seq) => {
      const expected = openOp(seq, opening({ method: `m${seq % 5_000}` }));
      return what !== expected.what || route !== expected.route;
    });
    expect([ops.length, wrong]).toEqual([10_000, []]);
  });

  test('begin anew for a reader that knows nothing yet', () => {
    const first = pipe();
    first.writer.open(1, 0, 0, opening(), true);
    first.writer.restart();
    first.writer.open(2, 0, 0, opening(), true);
    first.writer.flush();
    expect(first.ops).toEqual([openOp(2, opening(), { at: 0, clock: 0 })]);
  });

  test('that say nothing are not sent', () => {
    const { writer, chunks } = pipe();
    writer.flush();
    expect(chunks).toEqual([]);
  });
});
