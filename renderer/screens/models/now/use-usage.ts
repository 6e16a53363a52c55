// What a provider was used for, asked again when its counts of today change.
import { type RequestState, useRequest } from '../../../parts/use-request.ts';
import type { ModelProvider, ModelTotals, ModelUsageRow } from '../../../../contract/schemas/models.ts';

/** The last `days`, newest first. */
export function useUsage(
  { id, today }: Pick<ModelProvider, 'id' | 'today'>,
  days: number,
): RequestState<readonly ModelUsageRow[]> {
  return useRequest([id, days, today.calls, today.input, today.output].join(' '), async link => {
    const { usage } = await link.request('models:usage', { providerId: id, days });
    return usage;
  });
}

/** The cost is null where no row has one. */
export function usageSum(rows: readonly ModelTotals[]): ModelTotals {
  const priced = rows.flatMap(({ cost }) => cost ?? []);
  const sum = (read: (row: ModelTotals) => number) => rows.reduce((before, row) => before + read(row), 0);
  return {
    calls: sum(({ calls }) => calls),
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    cost: priced.length === 0 ? null : priced.reduce((before, cost) => before + cost, 0),
  };
}

/** One row for each who asked, over all models; who asked last comes first. */
export function byAsker(rows: readonly ModelUsageRow[]): (ModelTotals & Pick<ModelUsageRow, 'asker' | 'lastAt'>)[] {
  const groups = new Map<string, ModelUsageRow[]>();
  for (const row of rows) {
    const key = `${row.asker.kind} ${row.asker.id}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .flatMap(group => {
      const [first] = group;
      const lastAt = Math.max(...group.map(row => row.lastAt));
      return first ? [{ ...usageSum(group), asker: first.asker, lastAt }] : [];
    })
    .sort((a, b) => b.lastAt - a.lastAt);
}
