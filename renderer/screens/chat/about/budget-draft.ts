// A budget as it is typed, and the change that it comes to. Pure.
import type { ChatChange, ChatSettings } from '../../../../contract/schemas/chat.ts';

export interface BudgetDraft {
  readonly calls: string;
  readonly rounds: string;
  readonly seconds: string;
  readonly cost: string;
  readonly totalCalls: string;
  readonly totalCost: string;
}

export function budgetDraft({ budget, totalCalls, totalCost }: ChatSettings): BudgetDraft {
  return {
    calls: String(budget.calls),
    rounds: String(budget.rounds),
    seconds: String(budget.seconds),
    cost: budget.cost === null ? '' : String(budget.cost),
    totalCalls: totalCalls === null ? '' : String(totalCalls),
    totalCost: totalCost === null ? '' : String(totalCost),
  };
}

/** What each of them may be; whole numbers but for costs. */
const bounds = {
  calls: [0, 1_000],
  rounds: [1, 100],
  seconds: [5, 3_600],
  totalCalls: [0, 100_000],
} as const;

/** Null while a field holds what cannot be meant. */
export function budgetChange(draft: BudgetDraft): ChatChange | null {
  const calls = whole(draft.calls, bounds.calls);
  const rounds = whole(draft.rounds, bounds.rounds);
  const seconds = whole(draft.seconds, bounds.seconds);
  const totalCalls = draft.totalCalls.trim() === '' ? 'none' : whole(draft.totalCalls, bounds.totalCalls);
  const [cost, totalCost] = [amount(draft.cost), amount(draft.totalCost)];
  if (calls === null || rounds === null || seconds === null || totalCalls === null) return null;
  if (cost === null || totalCost === null) return null;
  return {
    budget: { calls, rounds, seconds, cost: orNone(cost) },
    totalCalls: orNone(totalCalls),
    totalCost: orNone(totalCost),
  };
}

function whole(text: string, [least, most]: readonly [number, number]): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text.trim());
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** A comma is a point to those who write it so; an empty field is no bound. */
function amount(text: string): number | 'none' | null {
  if (text.trim() === '') return 'none';
  const value = Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) && value >= 0 ? value : null;
}

const orNone = (value: number | 'none'): number | null => (value === 'none' ? null : value);
