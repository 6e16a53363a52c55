// What waits for the fleet is counted as it is, whatever is added, sent and taken away at once: the bounds hold by that.
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openOutboxTable } from '../../../electron/core/store/outbox-table.ts';
import { openStore } from '../../../electron/core/store/store.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { OutboxTable } from '../../../electron/core/store/outbox-table.ts';

async function openTable(): Promise<OutboxTable> {
  const { folder, remove } = createTempHome();
  const store = await openStore(path.join(folder, 'hub.db'), { now: () => 0, problems: () => {} });
  onTestFinished(async () => {
    await store.close();
    remove();
  });
  return openOutboxTable(store.access);
}

/** The count of bytes is not shown: the bound that is just not exceeded. */
function bytesOf(table: OutboxTable): number {
  let [low, high] = [-1_000_000, 10_000_000];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (table.isOver({ rows: 1e9, bytes: middle })) low = middle + 1;
    else high = middle;
  }
  return low;
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), size: fc.nat(400) }) },
  fc.record({ do: fc.constant('remove' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constant('shrink' as const), rows: fc.nat(20), bytes: fc.nat(4_000) }),
  fc.record({ do: fc.constant('measure' as const) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('breathe' as const), ticks: fc.nat(12), turns: fc.nat(2) }) },
);

/** Lets what is under way go on a little. */
async function breathe({ ticks, turns }: { ticks: number; turns: number }): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) await null;
  for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

test('The rows and bytes that are known are those of the table.', async () => {
  const table = await openTable();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async steps => {
      const under: Promise<unknown>[] = [];
      for (const one of steps)
        if (one.do === 'append')
          table.appendTrace({ at: 0, summary: 'x'.repeat(one.size), payload: one.size % 2 ? 'p'.repeat(50) : null });
        else if (one.do === 'remove') under.push(table.removeTraces(Math.floor(table.lastTrace * one.share)));
        else if (one.do === 'shrink') under.push(table.shrink({ rows: one.rows, bytes: one.bytes }));
        else if (one.do === 'measure') under.push(table.measure());
        else await breathe(one);
      await Promise.all(under);
      const known = [table.waitingTraces, bytesOf(table)];
      await table.measure();
      expect(known).toEqual([table.waitingTraces, bytesOf(table)]);
    }),
    { numRuns: 300 },
  );
});
