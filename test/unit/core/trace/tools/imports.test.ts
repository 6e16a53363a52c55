// Imports: what was exported comes back as it was, and a file that is not ours does no harm.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  const { importId } = into.ask('importBegin', {});
  const lines = into.ask('importLines', { importId, text });
  const window = () => into.ask('importedWindow', { importId, filter: { text: '' }, from: -1, count: 200 });
  return { into, importId, lines, window };
}

describe('an import', () => {
  test('Entries and payloads come back as they were, apart from the living trace.', () => {
    const bench = told();
    const { into, importId, lines, window } = imported(bench.export('jsonl').text);
    expect(lines).toEqual({ entries: 4, refused: 0, refusal: null });
    const before = [1, 2, 3, 4].map(seq => bench.columns.entry(bench.columns.slotOf(seq)));
    expect(window().entries).toEqual(before);
    expect(into.ask('importedPayload', { importId, seq: 1 })).toEqual(bench.columns.payload(1));
    expect(into.columns.total).toBe(0);
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
    expect(lines.refusal).toContain('at');
  });

  test('Secrets that are known here are masked in a file that shows them.', () => {
    const text = told().export('jsonl').text.replace('It failed.', 'It failed with hunter22.');
    const { window } = imported(text, new Bench({ secrets: ['hunter22'] }));
    expect(window().entries[1]?.reason).toBe('It failed with ••••.');
  });

  test('Only the newest two are kept; one that is gone says so.', () => {
    const { into, importId } = imported('');
    into.ask('importBegin', {});
    into.ask('importBegin', {});
    expect(() => into.ask('importLines', { importId, text: '' })).toThrow('import its file again');
  });

  test('Numbers that leap about are refused before they cost much.', () => {
    const line = told().export('jsonl').text.split('\n')[1] ?? '';
    const leaps = Array.from({ length: 400 }, (_, n) => line.replace('"seq":1', `"seq":${1 + n * 1_000_000_000}`));
    const started = performance.now();
    const { lines } = imported(leaps.join('\n'));
    expect(lines.refusal).toContain('leave out too much');
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('No text at all makes it throw.', { timeout: 60_000 }, () => {
    const shared = imported('');
    const valid = told().export('jsonl').text.split('\n').slice(1, 5);
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .tuple(fc.constantFrom(...valid), fc.nat(400), fc.string({ maxLength: 3 }))
        .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), lines => {
        shared.into.ask('importLines', { importId: shared.importId, text: lines.join('\n') });
        shared.window();
      }),
      { numRuns: 60 },
    );
  });
});
