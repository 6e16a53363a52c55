// What leaves with an export: secrets never, fields that the user names neither, and the preview says how much is hidden.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bench } from './tool-fixtures.ts';
import type { TraceFormat } from '../../../../../contract/trace-bounds.ts';

const formats: readonly TraceFormat[] = ['jsonl', 'har', 'otlp', 'html'];
const message = (params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

describe('the preview', () => {
  test('It counts what is masked by field, by header and within texts.', () => {
    const bench = new Bench({ secrets: ['hunter22'] });
    bench.add({
      open: {
        payload: message({
          token: 'abcd',
          headers: [{ name: 'Cookie', value: 'id=1' }],
          note: 'say hunter22 twice: hunter22',
        }),
      },
      close: { payload: JSON.stringify({ content: [{ type: 'text', text: '{"password":"p","ok":1}' }] }) },
    });
    bench.add({ open: { payload: message({ token: 'efgh' }) } });
    expect(bench.preview()).toMatchObject({ entries: 2, dropped: 0, after: null, until: 2 });
    expect(bench.preview().masked).toEqual([
      { kind: 'text', name: 'note', count: 2 },
      { kind: 'field', name: 'token', count: 2 },
      { kind: 'header', name: 'Cookie', count: 1 },
      { kind: 'field', name: 'password', count: 1 },
    ]);
  });

  test('A field that the user adds is counted as it will be masked, also in JSON within texts and as a header.', () => {
    const bench = new Bench();
    bench.add({
      open: { payload: message({ 'E-Mail': 'ana@atlas.test', list: [{ name: 'email', value: 'bo@atlas.test' }] }) },
      close: { payload: JSON.stringify({ text: '{"email":"cy@atlas.test"}', rest: 'email: di@atlas.test' }) },
    });
    expect(bench.preview().masked).toEqual([]);
    const { masked } = bench.preview({ fields: ['email'] });
    expect(masked.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    for (const format of formats) expect(bench.export(format, { fields: ['email'] }).text).not.toContain('atlas.test');
    expect(bench.export('jsonl').text).toContain('ana@atlas.test');
  });

  test('Without payloads nothing of them is counted.', () => {
    const bench = new Bench();
    bench.add({ open: { payload: message({ token: 'abcd' }) } });
    expect(bench.preview({ payloads: false })).toMatchObject({ entries: 1, payloadBytes: 0, masked: [] });
  });
});

/** Any text, with what breaks formats in it more often than not. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onclick='x",
    '\u202e\u0000\u2028',
    '\ud800',
    ']]>',
    '<!--',
    '&lt;b&gt;',
    '__proto__',
  ),
);

const entry = fc.record({
  method: hostile,
  tool: fc.option(hostile),
  rpcId: fc.option(hostile),
  label: hostile,
  id: hostile,
  reason: fc.option(hostile),
  rule: fc.option(hostile),
  request: fc.oneof(fc.json(), hostile),
  response: fc.option(fc.oneof(fc.json(), hostile)),
  outcome: fc.constantFrom('ok', 'error', 'refused', 'cancelled'),
});
type Drawn = typeof entry extends fc.Arbitrary<infer T> ? T : never;

function filled(drawn: readonly Drawn[], secrets: readonly string[] = []): Bench {
  const bench = new Bench({ secrets, entries: 100, payloadBytes: 256 * 1024 });
  for (const { method, tool, rpcId, label, id, reason, rule, request, response, outcome } of drawn) {
    bench.add({
      open: { method, tool, rpcId, from: { kind: 'agent', id, label }, payload: request },
      close: { reason, rule, outcome: outcome as 'ok', payload: response },
    });
  }
  return bench;
}

describe('any trace at all', () => {
  test('No writer throws, and what is JSON is JSON.', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.array(hostile, { maxLength: 3 }), (drawn, fields) => {
        const bench = filled(drawn);
        const texts = formats.map(format => bench.export(format, { fields }).text);
        for (const line of texts[0]?.trimEnd().split('\n') ?? []) JSON.parse(line);
        for (const text of texts.slice(1, 3)) JSON.parse(text);
        bench.preview({ fields });
      }),
      { numRuns: 150 },
    );
  });

  test('A secret stands in no file, in none of its forms, wherever it was said.', () => {
    const secret = fc
      .stringMatching(/^[A-Za-z0-9+/"\\ =]{12,30}$/)
      .filter(text => text.trim() === text && new Set(text).size > 5);
    fc.assert(
      fc.property(secret, fc.array(entry, { minLength: 1, maxLength: 3 }), (word, drawn) => {
        const said = drawn.map(one => ({
          ...one,
          reason: `before ${word} after`,
          request: JSON.stringify({ params: { deep: [{ text: word, nested: JSON.stringify({ again: word }) }] } }),
          response: `no JSON: ${word}!`,
        }));
        const bench = filled(said, [word]);
        const plain = JSON.stringify(word).slice(1, -1);
        for (const format of formats) {
          const { text } = bench.export(format);
          expect(text.includes(word) || text.includes(plain)).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('In a report every text is text: no tag, no attribute and no entity of a stranger.', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), drawn => {
        const { text } = filled(drawn).export('html');
        const tags = [...text.slice(text.indexOf('<main>')).matchAll(/<([a-z0-9/!]+)([^>]*)>/gi)];
        const known =
          /^\/?(main|h1|h2|h3|p|table|thead|tbody|tr|th|td|svg|rect|div|span|details|summary|pre|body|html)$/;
        const plain = /^(\s(class|id|scope|x|y|width|height|viewBox|preserveAspectRatio|aria-hidden)="[^"<>']*")*\/?$/;
        expect(tags.filter(([, tag = '', attributes = '']) => !known.test(tag) || !plain.test(attributes))).toEqual([]);
        expect(text).not.toMatch(/[\u0000-\u0008\u202a-\u202e\u2028\u2029]/);
        expect(text.match(/<details /g)).toHaveLength(drawn.length);
      }),
      { numRuns: 150 },
    );
  });
});
