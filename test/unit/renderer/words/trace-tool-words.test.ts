// Names of files, outcomes and recordings in words.
import { describe, expect, test } from 'vitest';
import { recordingSentence, replayedSentence, traceFileName } from '../../../../renderer/words/trace-tool-words.ts';

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
