// The trace context in `_meta`: what is taken, what is ignored, what is handed on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readTraceContext,
  traceparentOf,
  withTraceContext,
} from '../../../../electron/core/telemetry/spans/trace-context.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map(digits => digits.join(''))
    .filter(text => !/^0+$/.test(text));

describe('the trace context of a request', () => {
  it('is taken from _meta', () => {
    expect(readTraceContext({ traceparent: `00-${trace}-${span}-01`, tracestate: 'a=1' })).toEqual({
      traceId: trace,
      spanId: span,
      isSampled: true,
      isRandom: false,
      tracestate: 'a=1',
    });
  });

  it.each([
    ['no version that may be used', `ff-${trace}-${span}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['upper case', `00-${trace.toUpperCase()}-${span}-01`],
    ['more than version 00 has', `00-${trace}-${span}-01-x`],
    ['a number', 7],
  ])('is ignored with %s', (_what, traceparent) => {
    expect(readTraceContext({ traceparent })).toBeNull();
  });

  it('of a later version may have more behind it', () => {
    expect(readTraceContext({ traceparent: `01-${trace}-${span}-01-more` })?.spanId).toBe(span);
  });

  it.each([
    ['02', '02'],
    ['03', '03'],
    ['ff', '03'],
    ['fd', '01'],
  ])('with the flags %s goes on with %s: sampled, and that its id is random', (flags, handed) => {
    const read = readTraceContext({ traceparent: `00-${trace}-${span}-${flags}` });
    expect(read && traceparentOf(read)).toBe(`00-${trace}-${span}-${handed}`);
  });

  it('loses a tracestate that would break a header', () => {
    const read = readTraceContext({ traceparent: `00-${trace}-${span}-00`, tracestate: 'a=1\r\nx: y' });
    expect(read).toMatchObject({ isSampled: false, tracestate: null });
  });

  it('is handed on with ours as the parent, and baggage as it was', () => {
    const ours = { traceId: trace, spanId: span, isSampled: true, isRandom: false, tracestate: null };
    const meta = { traceparent: 'old', tracestate: 'old=1', baggage: 'k=v' };
    expect(withTraceContext(meta, ours)).toEqual({ traceparent: traceparentOf(ours), baggage: 'k=v' });
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(hex(32), hex(16), fc.boolean(), fc.boolean(), (traceId, spanId, isSampled, isRandom) => {
        const context = { traceId, spanId, isSampled, isRandom, tracestate: null };
        expect(readTraceContext({ traceparent: traceparentOf(context) })).toEqual(context);
      }),
    );
  });

  it('never throws, whatever an agent sends', () => {
    fc.assert(
      fc.property(fc.anything(), sent => {
        expect(() => readTraceContext(sent)).not.toThrow();
        expect(() => readTraceContext({ traceparent: sent })).not.toThrow();
      }),
    );
  });
});
