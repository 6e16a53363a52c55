// A budget as it is typed, and the change that it comes to. Pure.
import { ChatChangeSchema } from '../../../../contract/schemas/chat.ts';
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

/** Null while a field holds what cannot be meant. */
export function budgetChange(draft: BudgetDraft): ChatChange | null {
  const needed = (text: string) => (text.trim() === '' ? Number.NaN : numberOf(text));
  const orNone = (text: string) => (text.trim() === '' ? null : numberOf(text));
  const { calls, rounds, seconds, cost, totalCalls, totalCost } = draft;
  const change = ChatChangeSchema.safeParse({
    budget: { calls: needed(calls), rounds: needed(rounds), seconds: needed(seconds), cost: orNone(cost) },
    totalCalls: orNone(totalCalls),
    totalCost: orNone(totalCost),
  });
  return change.success ? change.data : null;
}

/** A comma is a point to those who write it so. */
function numberOf(text: string): number {
  return Number(text.trim().replace(',', '.'));
}
