// Two letters stand for an agent, and no two agents share them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { monogram, monograms } from '../../../contract/monogram.ts';

it('takes initials, and gives the plainer letters to the older name', () => {
  expect(monograms(['Claude Code', 'Codex CLI', 'Cursor', 'MCP Inspector'])).toEqual(['CC', 'CO', 'CU', 'MI']);
});

it('finds letters for names without any', () => {
  expect(['', '!!', 'a', '世界 人'].map(monogram)).toEqual(['??', '??', 'A1', '世人']);
});

it('gives ten clients of one name ten different monograms', () => {
  expect(new Set(monograms(Array.from({ length: 10 }, () => 'Bot'))).size).toBe(10);
});

it('always gives one monogram of at most two characters for each name', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), names => {
      const letters = monograms(names);
      expect(letters).toHaveLength(names.length);
      expect(letters.every(pair => [...pair].length === 2)).toBe(true);
    }),
  );
});
