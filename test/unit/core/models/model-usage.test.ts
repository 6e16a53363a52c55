// What is counted for each asker, model and day, and what it costs.
import { expect, it } from 'vitest';
import { UsageRecords } from '../../../../electron/core/models/model-usage.ts';
import type { StoredUsage } from '../../../../electron/core/store/model-tables.ts';

const chat = { kind: 'user', id: 'chat' } as const;
const site = { kind: 'origin', id: 'https://app.example' } as const;
const model = { providerId: 'anthropic-1', model: 'claude' };

function open() {
  const rows = new Map<string, StoredUsage>();
  const clock = { now: new Date(2026, 10, 28, 23, 59).getTime() };
  const used: string[] = [];
  const usage = new UsageRecords({
    table: {
      usage: fromDay => Promise.resolve([...rows.values()].filter(({ day }) => day >= fromDay)),
      putUsage: (id, row) => void rows.set(id, row()),
    },
    prices: { currency: 'EUR', prices: [{ ...model, input: 3, output: 15 }] },
    persistPrices: () => Promise.resolve(),
    nameOf: ({ id }) => id,
    now: () => clock.now,
    onUsed: id => used.push(id),
  });
  return { usage, clock, rows, used };
}

it('adds up for each asker, with the cost by the price of that moment', async () => {
  const { usage, used } = open();
  expect(usage.record(chat, model, { input: 1_000, output: 100 })).toBeCloseTo(0.0045);
  usage.record(chat, model, { input: 1_000, output: 100 });
  usage.record(site, model, { input: 10, output: null });
  expect(usage.today('anthropic-1')).toMatchObject({ input: 2_010, output: 200, calls: 3 });
  const rows = await usage.list(1, null);
  expect(rows).toMatchObject([
    { asker: chat, input: 2_000, calls: 2 },
    { asker: site, input: 10, output: 0, calls: 1 },
  ]);
  expect(used).toHaveLength(3);
});

it('without a price it has no cost, which is not 0', () => {
  const { usage } = open();
  expect(usage.record(chat, { providerId: 'ollama-1', model: 'qwen' }, { input: 5, output: 5 })).toBeNull();
  expect(usage.today('ollama-1').cost).toBeNull();
});

it('begins anew with the day of this machine', async () => {
  const { usage, clock } = open();
  usage.record(chat, model, { input: 5, output: 5 });
  clock.now += 2 * 60_000;
  expect(usage.today('anthropic-1').calls).toBe(0);
  usage.record(chat, model, { input: 7, output: 7 });
  expect(usage.today('anthropic-1')).toMatchObject({ input: 7, calls: 1 });
  expect(await usage.list(1, null)).toHaveLength(1);
  expect(await usage.list(2, null)).toHaveLength(2);
});
