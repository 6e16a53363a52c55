// The panel's side of exports, imports and replays: pieces joined, files read in pieces, an imported trace kept apart, results shown as what they are.
import { describe, expect, test } from 'vitest';
import { fetchExport, type Preview, previewExport } from '../../../renderer/screens/traces/export/export-trace.ts';
import { importFile } from '../../../renderer/screens/traces/import/import-file.ts';
import { askTraceOf } from '../../../renderer/screens/traces/shown-trace.ts';
import { replayBlocks } from '../../../renderer/store/replay-blocks.ts';
import { recordingSentence, replayedSentence, traceFileName } from '../../../renderer/words/trace-tool-words.ts';
import type { Link } from '../../../renderer/link/link.ts';

type Answers = Readonly<Record<string, (params: Record<string, unknown>) => unknown>>;

function linkOf(answers: Answers): Link & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    request: async (name: string, params: unknown) => {
      asked.push(name);
      const answer = answers[name];
      if (!answer) throw new Error(`${name} was not expected.`);
      return answer(params as Record<string, unknown>) as never;
    },
    onEvent: () => () => undefined,
    onStatus: () => () => undefined,
    retryNow: () => undefined,
  };
}

const choice = { filter: {}, payloads: true, fields: [] };

describe('an export', () => {
  test('Its preview is the sum of the pieces, and ends where the first piece said.', async () => {
    const untils: unknown[] = [];
    const link = linkOf({
      'trace:export-preview': ({ after, until }) => {
        untils.push(until);
        const masked = [{ kind: 'field', name: 'token', count: 2 }];
        return { entries: 10, payloadBytes: 100, dropped: 1, masked, after: after === 0 ? 10 : null, until: 99 };
      },
    });
    const seen: Preview[] = [];
    await previewExport(askTraceOf(link), choice, preview => seen.push(preview), new AbortController().signal);
    expect(seen.map(({ whole, entries }) => [whole, entries])).toEqual([
      [false, 10],
      [true, 20],
    ]);
    expect(seen[1]).toMatchObject({ masked: [{ name: 'token', count: 4 }], dropped: 2, until: 99 });
    expect(untils).toEqual([undefined, 99]);
  });

  test('Its file is the pieces in their order, each told how much was written before.', async () => {
    const written: unknown[] = [];
    const link = linkOf({
      'trace:export': params => {
        written.push(params.written);
        const at = Number(params.after);
        return { text: `piece ${at}\n`, entries: 5, after: at < 10 ? at + 5 : null, until: 20 };
      },
    });
    const options = { format: 'jsonl', type: 'text/plain', until: 20, onProgress: () => undefined } as const;
    const blob = await fetchExport(askTraceOf(link), choice, { ...options, signal: new AbortController().signal });
    expect(await blob?.text()).toBe('piece 0\npiece 5\npiece 10\n');
    expect(written).toEqual([0, 5, 10]);
  });

  test('It stops when it is told to.', async () => {
    const stop = new AbortController();
    const link = linkOf({ 'trace:export': () => ({ text: '', entries: 1, after: 1, until: 2 }) });
    const options = {
      format: 'jsonl',
      type: '',
      until: 2,
      onProgress: () => stop.abort(),
      signal: stop.signal,
    } as const;
    expect(await fetchExport(askTraceOf(link), choice, options)).toBeNull();
    expect(link.asked).toHaveLength(2);
  });
});

describe('an import', () => {
  const begin = { 'trace:import-begin': () => ({ importId: 4 }), 'trace:import-end': () => ({}) };

  test('A large file is sent as whole lines, whatever the pieces it is read in.', async () => {
    const line = JSON.stringify({ text: 'ä'.repeat(3_000) });
    const sent: string[] = [];
    const link = linkOf({
      ...begin,
      'trace:import-lines': ({ text }) => {
        sent.push(String(text));
        return { entries: String(text).split('\n').filter(Boolean).length, refused: 0, refusal: null };
      },
      'trace:window': () => ({ total: 900, matched: 900, from: 899, entries: [{ seq: 900 }] }),
    });
    const file = new File([`${line}\n`.repeat(900)], 'a.jsonl');
    const imported = await importFile(link, file, () => undefined);
    expect(imported).toMatchObject({ importId: 4, fileName: 'a.jsonl', entries: 900, newest: 900 });
    expect(sent.length).toBeGreaterThan(3);
    for (const text of sent) for (const one of text.split('\n').filter(Boolean)) expect(one).toBe(line);
  });

  test('A file without any entry is refused with the reason, and its room is given back.', async () => {
    const link = linkOf({
      ...begin,
      'trace:import-lines': () => ({ entries: 0, refused: 1, refusal: 'It is no JSON.' }),
    });
    const work = importFile(link, new File(['hello'], 'a.txt'), () => undefined);
    await expect(work).rejects.toThrow(
      'No entry was found in a.txt. What can be imported is JSONL of Pilothouse, HAR, and OTLP as JSON.',
    );
    expect(link.asked.at(-1)).toBe('trace:import-end');
  });

  test('An imported trace is asked as the live one is, by its id.', async () => {
    const link = linkOf({ 'trace:payload': params => params });
    expect(await askTraceOf(link, 7)('trace:payload', { seq: 3 })).toEqual({ importId: 7, seq: 3 });
    expect(await askTraceOf(link)('trace:payload', { seq: 3 })).toEqual({ seq: 3 });
  });
});

describe('what came back from a replay', () => {
  test('Texts are texts, known pictures are pictures, all else is told as it is.', () => {
    const svg = { type: 'image', data: 'PHN2Zz4=', mimeType: 'image/svg+xml' };
    const broken = { type: 'image', data: '" onerror="x', mimeType: 'image/png' };
    const content = [
      { type: 'text', text: '<b>' },
      { type: 'image', data: 'iVBO', mimeType: 'image/png' },
      svg,
      broken,
    ];
    expect(replayBlocks({ content, structuredContent: { sum: 5 } })).toEqual([
      { kind: 'text', text: '<b>' },
      { kind: 'image', source: 'data:image/png;base64,iVBO', type: 'image/png' },
      { kind: 'other', value: svg },
      { kind: 'other', value: broken },
      { kind: 'other', value: { sum: 5 } },
    ]);
    expect(replayBlocks({ tools: [] })).toEqual([{ kind: 'other', value: { tools: [] } }]);
    expect(replayBlocks(null)).toEqual([]);
  });
});

describe('words', () => {
  test('Files are named by format and moment, outcomes and recordings are sentences.', () => {
    expect(traceFileName('otlp', Date.UTC(2026, 10, 22))).toMatch(/^pilothouse-trace-2026112\d-\d{6}\.otlp\.json$/);
    const replayed = { seq: 1, outcome: 'refused', rule: 'grant 7', reason: null, latencyMs: 4, result: null } as const;
    expect(replayedSentence(replayed)).toBe('Refused, decided by grant 7.');
    expect(recordingSentence({ since: 0, entries: 1, bytes: 10, folder: '/x' }, 5_000)).toBe(
      'Recording for 5\u00a0s: 1 entry, 10\u00a0B.',
    );
  });
});
