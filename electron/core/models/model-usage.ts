// What was used of models: tokens and calls of each asker on each day, and what that cost by the user's prices.
import { hubError } from '../../../words/hub-error.ts';
import type { PriceTable } from '../../../contract/schemas/model-records.ts';
import type { ModelPrice, ModelRef, ModelTotals, ModelUsageRow } from '../../../contract/schemas/models.ts';
import type { ModelTables, StoredUsage } from '../store/model-tables.ts';
import type { ModelAsker, ModelUsage } from './model-answer.ts';

export interface ModelUsageOptions {
  readonly table: Pick<ModelTables, 'usage' | 'putUsage'>;
  readonly prices: PriceTable;
  readonly persistPrices: (table: PriceTable) => Promise<void>;
  /** What an asker is called. */
  nameOf(asker: ModelAsker): string;
  now(): number;
  /** The row of this provider has changed. */
  onUsed(providerId: string): void;
}

const dayMs = 86_400_000;
const maxPrices = 2_000;
const perPrice = 1_000_000;

export class UsageRecords {
  readonly #options: ModelUsageOptions;
  /** Rows of today, by their ids. */
  readonly #today = new Map<string, StoredUsage>();
  #day: string;
  #prices: PriceTable;

  constructor(options: ModelUsageOptions) {
    this.#options = options;
    this.#prices = options.prices;
    this.#day = dayOf(options.now());
  }

  async load(): Promise<void> {
    for (const row of await this.#options.table.usage(this.#day)) this.#today.set(row.id, row);
  }

  get prices(): PriceTable {
    return this.#prices;
  }

  /** Returns what it cost; null where the user has no price for it. */
  record(asker: ModelAsker, { providerId, model }: ModelRef, used: ModelUsage): number | null {
    const { now, table, nameOf, onUsed } = this.#options;
    this.#turnDay();
    const id = JSON.stringify([this.#day, asker.kind, asker.id, providerId, model]);
    const before = this.#today.get(id);
    const cost = this.costOf({ providerId, model }, used);
    const row: StoredUsage = {
      ...{ id, day: this.#day, askerKind: asker.kind, askerId: asker.id, label: nameOf(asker), providerId, model },
      input: (before?.input ?? 0) + (used.input ?? 0),
      output: (before?.output ?? 0) + (used.output ?? 0),
      calls: (before?.calls ?? 0) + 1,
      cost: sum(before?.cost ?? null, cost),
      lastAt: now(),
    };
    this.#today.set(id, row);
    table.putUsage(id, () => this.#today.get(id) ?? row);
    onUsed(providerId);
    return cost;
  }

  today(providerId: string): ModelTotals {
    this.#turnDay();
    const rows = [...this.#today.values()].filter(row => row.providerId === providerId);
    return {
      input: rows.reduce((total, { input }) => total + input, 0),
      output: rows.reduce((total, { output }) => total + output, 0),
      calls: rows.reduce((total, { calls }) => total + calls, 0),
      cost: rows.reduce<number | null>((total, { cost }) => sum(total, cost), null),
    };
  }

  /** The last `days`, the newest first. */
  async list(days: number, providerId: string | null): Promise<ModelUsageRow[]> {
    const { table, now } = this.#options;
    const rows = await table.usage(dayOf(now() - (days - 1) * dayMs));
    return rows
      .filter(row => providerId === null || row.providerId === providerId)
      .map(({ askerKind: kind, askerId, label, id: _id, ...row }) => ({ ...row, asker: { kind, id: askerId, label } }));
  }

  async setPrice(of: ModelRef, price: Pick<ModelPrice, 'input' | 'output'> | null): Promise<void> {
    const others = this.#prices.prices.filter(one => !isOf(one, of));
    if (price && others.length >= maxPrices)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-too-many', most: maxPrices });
    await this.#keep({ ...this.#prices, prices: price ? [...others, { ...of, ...price }] : others });
  }

  async setCurrency(currency: string): Promise<void> {
    await this.#keep({ ...this.#prices, currency });
  }

  /** Prices of a provider that is gone. */
  async forget(providerId: string): Promise<void> {
    await this.#keep({ ...this.#prices, prices: this.#prices.prices.filter(one => one.providerId !== providerId) });
  }

  async #keep(table: PriceTable): Promise<void> {
    await this.#options.persistPrices(table);
    this.#prices = table;
  }

  /** By the user's prices; null where there is none for it. */
  costOf(of: ModelRef, { input, output }: ModelUsage): number | null {
    const price = this.#prices.prices.find(one => isOf(one, of));
    if (!price || (input === null && output === null)) return null;
    return ((input ?? 0) * price.input + (output ?? 0) * price.output) / perPrice;
  }

  #turnDay(): void {
    const day = dayOf(this.#options.now());
    if (day === this.#day) return;
    this.#day = day;
    this.#today.clear();
  }
}

function isOf(price: ModelPrice, { providerId, model }: ModelRef): boolean {
  return price.providerId === providerId && price.model === model;
}

function sum(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}

/** `2026-11-28`, in this machine's time zone. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
