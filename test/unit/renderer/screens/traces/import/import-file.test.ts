// Files read in pieces, an imported trace kept apart.
import { describe, expect, test } from 'vitest';
import { importFile } from '../../../../../../renderer/screens/traces/import/import-file.ts';
import { askTraceOf } from '../../../../../../renderer/screens/traces/shown-trace.ts';
import type { Link } from '../../../../../../renderer/link/link.ts';

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
      'trace:import-lines': () => ({ entries: 0, refused: 1, refusal: { kind: 'no-json-text' } }),
    });
    const work = importFile(link, new File(['hello'], 'a.txt'), () => undefined);
    await expect(work).rejects.toThrow(
      'No entry was found in a.txt. What can be imported is JSONL of Pilothouse, HAR, and OTLP as JSON. The first line says: It is no JSON.',
    );
    expect(link.asked.at(-1)).toBe('trace:import-end');
  });

  test('An imported trace is asked as the live one is, by its id.', async () => {
    const link = linkOf({ 'trace:payload': params => params });
    expect(await askTraceOf(link, 7)('trace:payload', { seq: 3 })).toEqual({ importId: 7, seq: 3 });
    expect(await askTraceOf(link)('trace:payload', { seq: 3 })).toEqual({ seq: 3 });
  });
});
