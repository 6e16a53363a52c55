// The panel’s side of exports: pieces joined.
import { describe, expect, test } from 'vitest';
import {
  fetchExport,
  type Preview,
  previewExport,
} from '../../../../../../renderer/screens/traces/export/export-trace.ts';
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
