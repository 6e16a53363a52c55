// A thread in blocks: each turn once, and the same blocks whatever comes in above or below.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadBlocks, turnsOfBlock } from '../../../../../renderer/screens/chat/thread/thread-blocks.ts';
import { question } from '../../../core/chat/scripted-run.ts';

const all = Array.from({ length: 300 }, (_, at) => ({
  ...question,
  id: String(at),
  version: { at: 1, of: 1, ids: [] },
}));

test('A turn is in one block, which keeps its number when others come in above and below.', () => {
  const range = fc.tuple(fc.nat(300), fc.nat(300)).map(ends => ends.toSorted((a, b) => a - b) as [number, number]);
  fc.assert(
    fc.property(range, ([from, to]) => {
      const turns = all.slice(from, to) as unknown as Parameters<typeof threadBlocks>[0];
      const blocks = threadBlocks(turns, from);
      expect(blocks.flatMap(block => block.turns)).toEqual(turns);
      for (const block of blocks) {
        expect(block.turns.length).toBeLessThanOrEqual(turnsOfBlock);
        for (const turn of block.turns) expect(block.number).toBe(Math.floor(Number(turn.id) / turnsOfBlock));
      }
    }),
  );
});
