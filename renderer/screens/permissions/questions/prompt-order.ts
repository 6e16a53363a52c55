// The one order of the questions that wait: those of one agent stand together, where its oldest one stands. Pure.
import type { Prompt } from '../../../../contract/schemas/permissions.ts';
import type { SiteQuestion } from '../../../../contract/schemas/web-agent.ts';

export interface PromptGroup {
  readonly agentId: string;
  /** The oldest first; never empty. */
  readonly prompts: readonly Prompt[];
}

/** `prompts` come with the oldest first, and so do the groups. */
export function promptGroups(prompts: readonly Prompt[]): PromptGroup[] {
  const groups = new Map<string, Prompt[]>();
  for (const prompt of prompts) {
    const group = groups.get(prompt.agentId);
    if (group) group.push(prompt);
    else groups.set(prompt.agentId, [prompt]);
  }
  return [...groups].map(([agentId, members]) => ({ agentId, prompts: members }));
}

/** What stands in the queue: the questions of one agent, or that of a page. */
export type QueueItem =
  | { readonly kind: 'agent'; readonly group: PromptGroup }
  | { readonly kind: 'site'; readonly question: SiteQuestion };

/** All that wait, whoever asked first standing first. Both come with the oldest first. */
export function queueItems(groups: readonly PromptGroup[], questions: readonly SiteQuestion[]): QueueItem[] {
  const agents = groups.map(group => ({ kind: 'agent', group }) as const);
  const sites = questions.map(question => ({ kind: 'site', question }) as const);
  return [...agents, ...sites].sort((a, b) => askedAt(a) - askedAt(b));
}

function askedAt(item: QueueItem): number {
  return item.kind === 'site' ? item.question.askedAt : (item.group.prompts[0]?.askedAt ?? 0);
}

/** The ids of all questions in the order in which they are gone through. */
export function queueOrder(items: readonly QueueItem[]): string[] {
  return items.flatMap(item => (item.kind === 'site' ? item.question.id : item.group.prompts.map(({ id }) => id)));
}

/**
 * The question to show: `shown` while it waits, then the one that followed it in `before`, the order in which it was
 * shown last, else the first. Those that were left waiting are passed over; null when there is no other.
 */
export function currentPrompt(
  order: readonly string[],
  shown: string | null,
  before: readonly string[],
  left: ReadonlySet<string>,
): string | null {
  const open = order.filter(id => !left.has(id));
  if (shown === null) return open[0] ?? null;
  if (open.includes(shown)) return shown;
  const behind = before.slice(before.indexOf(shown) + 1);
  return behind.find(id => open.includes(id)) ?? open[0] ?? null;
}

/** The neighbour of `shown`, around the end; null when there is nothing to go to. */
export function neighbour(order: readonly string[], shown: string | null, step: 1 | -1): string | null {
  if (order.length === 0) return null;
  const at = shown === null ? -1 : order.indexOf(shown);
  if (at === -1) return order[step === 1 ? 0 : order.length - 1] ?? null;
  return order[(at + step + order.length) % order.length] ?? null;
}
