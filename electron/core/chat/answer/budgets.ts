// What an answer may still take: calls, rounds, cost, and what the whole conversation may. Time has a clock of its own.
import type { ChatSpent } from '../../../../contract/schemas/chat.ts';
import type { KeptStep } from '../../../../contract/schemas/chat-kept.ts';

interface Bound {
  readonly used: number;
  readonly max: number;
}

/** What the whole conversation may take; null is no bound. */
export interface Totals {
  readonly calls: Bound | null;
  readonly cost: Bound | null;
}

export type Over = Pick<Extract<KeptStep, { kind: 'budget' }>, 'of' | 'used' | 'max'>;

export function callsLeft({ calls, maxCalls }: ChatSpent, { calls: total }: Totals): number {
  return Math.max(0, Math.min(maxCalls - calls, total ? total.max - total.used : Number.POSITIVE_INFINITY));
}

/** Which budget it is that leaves no call. */
export function overCalls({ calls, maxCalls }: ChatSpent, { calls: total }: Totals): Over {
  return calls < maxCalls && total ? { of: 'total-calls', ...total } : { of: 'calls', used: calls, max: maxCalls };
}

/** What is used up before a round; null while all have something left. */
export function overBeforeRound({ rounds, maxRounds, cost, maxCost }: ChatSpent, { cost: total }: Totals): Over | null {
  if (rounds >= maxRounds) return { of: 'rounds', used: rounds, max: maxRounds };
  if (cost !== null && maxCost !== null && cost >= maxCost) return { of: 'cost', used: cost, max: maxCost };
  return total && total.used >= total.max ? { of: 'total-cost', ...total } : null;
}
