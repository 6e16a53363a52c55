// Imports: what was exported comes back as it was, and a file that is not ours does no harm.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArrayElements } from '../../../../../renderer/screens/traces/import/array-elements.ts';
import { hub } from '../trace-fixtures.ts';
import { Bench } from './tool-fixtures.ts';

const server = { kind: 'server', id: 'everything', label: 'everything' } as const;

function told(): Bench {
  const bench = new Bench();
  const parent = bench.add({ close: { waitedMs: 3, latencyMs: 8.25, rule: 'grant 4' } });
  bench.add({
    open: { dir: 'out', from: hub, to: server, parent },
    close: { outcome: 'error', code: 'ERR_TOOL_FAILED', reason: 'It failed.', payload: null },
  });
  bench.add({ open: { kind: 'notification', method: 'notifications/x', tool: null } });
  bench.add({ close: null });
  return bench;
}

function imported(text: string, into = new Bench()) {
  const { importId } = into.ask('import-begin', {});
  const lines = into.ask('import-lines', { importId, text });
  const window = () => into.ask('window', { importId, filter: { text: '' }, from: -1, count: 200 });
  return { into, importId, lines, window };
}

/** The entries of a document as the panel finds them. */
function linesIn(document: string): string {
  const elements = new ArrayElements(['entries', 'spans'], 1_000_000);
  // Pieces of odd length end within names, texts and escapes.
  const pieces = Array.from({ length: Math.ceil(document.length / 7) }, (_, n) => document.slice(n * 7, n * 7 + 7));
  return pieces.flatMap(piece => elements.take(piece)).join('\n');
}

describe('an import', () => {
  test('Entries and payloads come back as they were, apart from the live trace.', () => {
    const bench = told();
    const { into, importId, lines, window } = imported(bench.export('jsonl').text);
    expect(lines).toEqual({ entries: 4, refused: 0, refusal: null });
    const before = [1, 2, 3, 4].map(seq => bench.columns.entry(bench.columns.slotOf(seq)));
    expect(window().entries).toEqual(before);
    expect(into.ask('payload', { importId, seq: 1 })).toEqual(bench.columns.payload(1));
    expect(into.columns.total).toBe(0);
  });

  test.each(['har', 'otlp'] as const)(
    'An export as %s comes back with its entries, its order and its payloads.',
    format => {
      const bench = told();
      const { into, importId, lines, window } = imported(linesIn(bench.export(format).text));
      expect(lines).toEqual({ entries: 4, refused: 0, refusal: null });
      expect(window().entries).toEqual([1, 2, 3, 4].map(seq => bench.columns.entry(bench.columns.slotOf(seq))));
      expect(into.ask('payload', { importId, seq: 1 })).toEqual(bench.columns.payload(1));
    },
  );

  test('A secret that an archive holds twice, in its address or the text of a form, is not left in the other place.', () => {
    const entry = {
      startedDateTime: '2026-11-22T06:30:12.500Z',
      request: {
        method: 'POST',
        url: 'https://shop.test/sign-in?access_token=abcdef123456',
        queryString: [{ name: 'access_token', value: 'abcdef123456' }],
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          text: 'password=hunter22-hunter22',
          params: [{ name: 'password', value: 'hunter22-hunter22' }],
        },
      },
      response: { status: 200 },
    };
    const { into, importId } = imported(JSON.stringify(entry));
    const payload = JSON.stringify(into.ask('payload', { importId, seq: 1 }));
    expect(payload).toContain('https://shop.test/sign-in');
    expect(payload).not.toMatch(/abcdef123456|hunter22/);
  });

  test('What a browser saw of HTTP is read from its archive, with what a name tells to be secret masked.', () => {
    const entry = {
      startedDateTime: '2026-11-22T06:30:12.500Z',
      time: 42.5,
      request: {
        method: 'POST',
        url: 'https://shop.test/orders?page=2',
        headers: [{ name: 'Authorization', value: 'Bearer abcdef123456' }],
        postData: { mimeType: 'application/json', text: '{"item":7}' },
        headersSize: -1,
        bodySize: 10,
      },
      response: {
        status: 404,
        statusText: 'Not Found',
        headers: [],
        content: { size: 5, text: 'nope!' },
        bodySize: -1,
      },
    };
    const { into, importId, window } = imported(`${JSON.stringify(entry)}\n${JSON.stringify(entry)}`);
    expect(window().entries).toMatchObject([
      {
        seq: 1,
        at: Date.UTC(2026, 10, 22, 6, 30, 12, 500),
        to: { kind: 'server', id: 'shop.test' },
        method: 'POST /orders',
        bytes: 10,
        responseBytes: 5,
        latencyMs: 42.5,
        outcome: 'error',
        reason: '404 Not Found',
      },
      { seq: 2 },
    ]);
    const { request, response } = into.ask('payload', { importId, seq: 1 });
    expect(request).toContain('page=2');
    expect(request).not.toContain('abcdef123456');
    expect(response).toContain('nope!');
  });

  test('Spans of another program keep their parents, their times and how they ended.', () => {
    const span = (spanId: string, more: object) =>
      JSON.stringify({ traceId: 'f'.repeat(32), spanId, startTimeUnixNano: '1795329012500000000', ...more });
    const { lines, window } = imported(
      [
        span('aaaaaaaaaaaaaaaa', { name: 'tools/call echo', kind: 3, endTimeUnixNano: '1795329012542500000' }),
        span('bbbbbbbbbbbbbbbb', {
          parentSpanId: 'aaaaaaaaaaaaaaaa',
          name: 'GET',
          kind: 3,
          endTimeUnixNano: '1795329012501000000',
          attributes: [{ key: 'server.address', value: { stringValue: 'api.test' } }],
          status: { code: 2, message: 'refused' },
        }),
      ].join('\n'),
    );
    expect(lines).toMatchObject({ entries: 2, refused: 0 });
    expect(window().entries).toMatchObject([
      { seq: 1, method: 'tools/call echo', latencyMs: 42.5, outcome: 'ok', parent: null },
      { seq: 2, parent: 1, to: { label: 'api.test' }, latencyMs: 1, outcome: 'error', reason: 'refused' },
    ]);
  });

  test('It is exported again, masked and previewed as the live trace is.', () => {
    const bench = told();
    const { into, importId } = imported(bench.export('jsonl').text, new Bench({ secrets: ['It failed'] }));
    const { masked, entries } = into.preview({ importId, until: 4 });
    expect([entries, masked.length]).toEqual([4, 1]);
    const { text } = into.export('jsonl', { importId });
    expect(text).toContain('"reason":"••••."');
    expect(text.trimEnd().split('\n')).toHaveLength(5);
  });

  test('Its payloads are its own, whatever is pinned of the live trace.', () => {
    const { into, importId } = imported(told().export('jsonl').text);
    const seq = into.add({ open: { payload: '"live"' } });
    into.ask('pin', { seq, on: true });
    expect(into.ask('payload', { seq }).request).toBe('"live"');
    expect(into.ask('payload', { importId, seq }).request).not.toBe('"live"');
    expect(into.ask('pins', { importId })).toEqual({ entries: [] });
  });

  test('Lines in the order in which their calls ended are put back into the order of their numbers.', () => {
    const [header = '', ...lines] = told().export('jsonl').text.trimEnd().split('\n');
    const { window, lines: result } = imported([header, ...lines.toReversed()].join('\n'));
    expect(result.entries).toBe(4);
    expect(window().entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  test('What cannot be read is counted with the reason of the first, and the rest is taken.', () => {
    const text = `${told().export('jsonl').text}{"seq":9}\nnothing\n\n`;
    const { lines } = imported(text + told().export('jsonl').text.split('\n')[1]);
    expect(lines).toMatchObject({ entries: 4, refused: 3 });
    expect(lines.refusal).toEqual({ kind: 'value-at', at: 'at', why: { kind: 'value-missing' } });
  });

  test('Secrets that are known here are masked in a file that shows them.', () => {
    const text = told().export('jsonl').text.replace('It failed.', 'It failed with hunter22.');
    const { window } = imported(text, new Bench({ secrets: ['hunter22'] }));
    expect(window().entries[1]?.reason).toBe('It failed with ••••.');
  });

  test('Only the newest two are kept; one that is gone says so.', () => {
    const { into, importId } = imported('');
    into.ask('import-begin', {});
    into.ask('import-begin', {});
    expect(() => into.ask('import-lines', { importId, text: '' })).toThrow('import its file again');
  });

  test('Numbers that leap about are refused before they cost much.', () => {
    const line = told().export('jsonl').text.split('\n')[1] ?? '';
    const leaps = Array.from({ length: 400 }, (_, n) => line.replace('"seq":1', `"seq":${1 + n * 1_000_000_000}`));
    const { lines } = imported(leaps.join('\n'));
    expect(lines.refusal).toEqual({ kind: 'entries-leave-out' });
  });

  test('No text at all makes it throw.', () => {
    const shared = imported('');
    const bench = told();
    const valid = [
      ...bench.export('jsonl').text.split('\n').slice(1, 5),
      ...linesIn(bench.export('har').text).split('\n'),
      ...linesIn(bench.export('otlp').text).split('\n'),
    ];
    // A member whose value has become something else, as no program of ours writes it.
    const changed = fc
      .tuple(fc.constantFrom(...valid), fc.nat(40), fc.jsonValue({ maxDepth: 2 }))
      .map(([text, at, put]) => {
        const members = Object.entries(JSON.parse(text) as object);
        const [name] = members[at % members.length] ?? [''];
        return JSON.stringify({ ...Object.fromEntries(members), [name]: put });
      });
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      changed,
      fc.constant(
        '{"spanId":"1","startTimeUnixNano":{"toString":1},"attributes":[{"key":"pilothouse.tab","value":{"intValue":{"valueOf":1}}}]}',
      ),
      fc
        .tuple(fc.constantFrom(...valid), fc.nat(400), fc.string({ maxLength: 3 }))
        .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), lines => {
        shared.into.ask('import-lines', { importId: shared.importId, text: lines.join('\n') });
        shared.window();
      }),
      { numRuns: 60 },
    );
  });
});
