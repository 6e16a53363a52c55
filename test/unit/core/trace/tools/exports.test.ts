// Exports: each format as its specification has it, in pieces, with nothing secret in it.
import { describe, expect, test } from 'vitest';
import { agent, hub } from '../trace-fixtures.ts';
import { Bench } from './tool-fixtures.ts';
import type { TraceEntry } from '../../../../../contract/schemas/trace.ts';

interface Har {
  log: {
    version: string;
    creator: { name: string; version: string };
    entries: {
      startedDateTime: string;
      time: number;
      request: Record<string, unknown> & { url: string; postData?: { text: string; mimeType: string; params: [] } };
      response: Record<string, unknown> & { status: number; content: Record<string, unknown> };
      cache: object;
      timings: Record<string, number>;
      _pilothouse: TraceEntry;
    }[];
  };
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

const spansOf = (text: string): Span[] =>
  (JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(one =>
    one.scopeSpans.flatMap(({ spans }) => spans),
  );

const server = { kind: 'server', id: 'Every Thing!', label: 'everything' } as const;

/** A call of an agent, what it caused at a server, and a notification. */
function told(): Bench {
  const bench = new Bench();
  const parent = bench.add({ close: { waitedMs: 3, latencyMs: 8.25 } });
  bench.add({
    open: { dir: 'out', from: hub, to: server, parent, tool: 'echo' },
    close: { outcome: 'error', code: 'ERR_TOOL_FAILED', reason: 'It failed.' },
  });
  bench.add({
    open: { kind: 'notification', dir: 'out', from: hub, to: agent, method: 'notifications/x', tool: null },
  });
  bench.add({ close: null });
  return bench;
}

describe('the format jsonl', () => {
  test('A header comes first, then an entry a line, each with what it carried.', () => {
    const lines = told().export('jsonl').text.trimEnd().split('\n');
    const [header, first] = lines.map(line => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(5);
    expect(header).toMatchObject({ format: 'pilothouse trace', version: 1, writtenBy: '9.9.9' });
    expect(first).toMatchObject({ seq: 1, method: 'tools/call', payload: { response: '{"ok":true}', dropped: false } });
  });

  test('Without payloads it says who called what, and nothing of what was carried.', () => {
    const { text } = told().export('jsonl', { payloads: false });
    expect(text).not.toContain('payload');
    expect(text).not.toContain('jsonrpc');
  });

  test('Only what the filter means is in it.', () => {
    const lines = told()
      .export('jsonl', { filter: { text: '', outcome: 'error' } })
      .text.trimEnd()
      .split('\n');
    expect(lines.slice(1).map(line => (JSON.parse(line) as TraceEntry).seq)).toEqual([2]);
  });
});

describe('the format har', () => {
  test('Every entry has all that HTTP Archive 1.2 wants of one.', () => {
    const { log } = JSON.parse(told().export('har').text) as Har;
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Pilothouse', version: '9.9.9' } });
    expect(log.entries).toHaveLength(4);
    for (const { startedDateTime, time, request, response, cache, timings } of log.entries) {
      expect(startedDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const { blocked = 0, dns, connect, ssl, send = -1, wait = -1, receive = -1 } = timings;
      expect([dns, connect, ssl]).toEqual([-1, -1, -1]);
      for (const part of [send, wait, receive]) expect(part).toBeGreaterThanOrEqual(0);
      expect(time).toBeCloseTo(Math.max(0, blocked) + send + wait + receive);
      expect(request).toMatchObject({
        method: 'POST',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [],
        queryString: [],
      });
      expect(request.headersSize).toBe(-1);
      expect(typeof request.bodySize).toBe('number');
      expect(new URL(request.url).hostname).toMatch(/^([a-z0-9-]+\.)?[a-z]+\.pilothouse\.invalid$/);
      expect(response).toMatchObject({
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [],
        redirectURL: '',
        headersSize: -1,
      });
      expect(typeof response.status).toBe('number');
      expect(typeof response.statusText).toBe('string');
      expect(response.content).toMatchObject({ mimeType: 'application/json' });
      expect(typeof response.content.size).toBe('number');
      expect(cache).toEqual({});
    }
  });

  test('The time that the user was waited for stands as blocked, and how it ended as a status.', () => {
    const { log } = JSON.parse(told().export('har').text) as Har;
    const [first, second] = log.entries;
    expect(first).toMatchObject({ time: 8.25, timings: { blocked: 3, wait: 5.25 }, response: { status: 200 } });
    expect(second).toMatchObject({
      timings: { blocked: -1 },
      response: { status: 500, statusText: 'error' },
      request: { url: 'http://every-thing.server.pilothouse.invalid/tools/call/echo' },
      _pilothouse: { seq: 2, parent: 1, reason: 'It failed.' },
    });
  });
});

describe('the format otlp', () => {
  test('Ids are hex of 16 and 8 bytes, times decimal texts of nanoseconds, kinds and codes numbers.', () => {
    const spans = spansOf(told().export('otlp').text);
    expect(spans).toHaveLength(4);
    for (const { traceId, spanId, kind, startTimeUnixNano, endTimeUnixNano, attributes, name } of spans) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(spanId).toMatch(/^[0-9a-f]{16}$/);
      expect([/^0+$/.test(traceId), /^0+$/.test(spanId)]).toEqual([false, false]);
      expect([startTimeUnixNano, endTimeUnixNano].every(time => /^\d+$/.test(time))).toBe(true);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
      expect([2, 3, 4, 5]).toContain(kind);
      expect(name).not.toBe('');
      for (const { key, value } of attributes) {
        expect(key).not.toBe('');
        expect(Object.keys(value)).toHaveLength(1);
        if ('intValue' in value) expect(value.intValue).toMatch(/^-?\d+$/);
      }
    }
  });

  test('What a call caused is its child in one trace; an error is one, what went well leaves the status unset.', () => {
    const [call, caused, note] = spansOf(told().export('otlp').text);
    expect(caused).toMatchObject({
      traceId: call?.traceId,
      parentSpanId: call?.spanId,
      kind: 3,
      status: { code: 2, message: 'It failed.' },
    });
    expect(call).toMatchObject({ kind: 2, status: {}, startTimeUnixNano: '1001000000', endTimeUnixNano: '1009250000' });
    expect(note?.kind).toBe(4);
    expect(note?.traceId).not.toBe(call?.traceId);
  });
});

describe('the format html', () => {
  test('It loads nothing and runs nothing: no script, no address, a policy that forbids the rest.', () => {
    const { text } = told().export('html');
    expect(text).not.toMatch(/<script|<link|<iframe|<img|\ssrc=|\shref=|url\(|@import/i);
    expect(text).toContain('default-src &#39;none&#39;');
    expect(text.match(/<details /g)).toHaveLength(4);
  });

  test('It holds the newest entries when there are more than a person reads.', () => {
    const bench = new Bench();
    for (let n = 0; n < 5_100; n += 1) bench.add();
    const { text } = bench.export('html', { payloads: false });
    expect(text.match(/<details /g)).toHaveLength(5_000);
    expect([text.includes('id="e100"'), text.includes('id="e101"'), text.includes('id="e5100"')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('pieces', () => {
  test('A piece holds no more than its share, however much there is, and the joined file is whole.', () => {
    const bench = new Bench();
    const payload = JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { text: 'x'.repeat(4_000) } });
    for (let n = 0; n < 1_500; n += 1) bench.add({ open: { payload } });
    for (const format of ['jsonl', 'har', 'otlp'] as const) {
      const { text, pieces } = bench.export(format);
      expect(pieces.length).toBeGreaterThan(8);
      for (const piece of pieces) expect(piece.length).toBeLessThan(1024 * 1024);
      const count =
        format === 'jsonl'
          ? text.trimEnd().split('\n').length - 1
          : format === 'har'
            ? (JSON.parse(text) as Har).log.entries.length
            : spansOf(text).length;
      expect(count).toBe(1_500);
    }
  });

  test('What comes while it is written stays out of it.', () => {
    const bench = told();
    const { until } = bench.preview();
    bench.add();
    expect(bench.export('jsonl', { until }).text.trimEnd().split('\n')).toHaveLength(5);
  });

  test('An empty trace makes a file that can be read.', () => {
    const bench = new Bench();
    expect((JSON.parse(bench.export('har').text) as Har).log.entries).toEqual([]);
    expect(spansOf(bench.export('otlp').text)).toEqual([]);
    expect(bench.export('html').text).toContain('0 entries');
  });
});
