// What pages used of models in the last seven days: asked for anew when one of them has done something, at most every 10 seconds.
import { useRequest } from '../../../parts/use-request.ts';
import type { ModelUsageRow } from '../../../../contract/schemas/models.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export interface Tokens {
  readonly byOrigin: ReadonlyMap<string, number>;
  readonly all: number;
  readonly usage: readonly ModelUsageRow[];
}

const stepMs = 10_000;

/** Null until it is known. */
export function useTokens({ sites }: Pick<Snapshot, 'sites'>): Tokens | null {
  const last = Math.max(0, ...Object.values(sites).map(({ lastAt }) => lastAt ?? 0));
  const asked = useRequest(`tokens ${Math.floor(last / stepMs)}`, link => link.request('sites:usage', {}));
  if (asked.kind !== 'there') return null;
  return tokensOf(asked.value.usage);
}

export function tokensOf(usage: readonly ModelUsageRow[]): Tokens {
  const byOrigin = new Map<string, number>();
  let all = 0;
  for (const { asker, input, output } of usage) {
    all += input + output;
    byOrigin.set(asker.id, (byOrigin.get(asker.id) ?? 0) + input + output);
  }
  return { byOrigin, all, usage };
}
