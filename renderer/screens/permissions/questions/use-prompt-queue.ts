// Which question is shown: it stays while it waits, whatever comes and goes around it.
import { useState } from 'react';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { openPrompts, openSiteQuestions } from '../../../store/attention.ts';
import {
  currentPrompt,
  neighbour,
  type PromptGroup,
  promptGroups,
  type QueueItem,
  queueItems,
  queueOrder,
} from './prompt-order.ts';
import type { Prompt } from '../../../../contract/schemas/permissions.ts';
import type { SiteQuestion } from '../../../../contract/schemas/web-agent.ts';

export interface PromptQueueState {
  readonly items: readonly QueueItem[];
  /** Ids in the order in which they are gone through. */
  readonly order: readonly string[];
  /** That of an agent, or of a page, which is shown; at most one of the two. */
  readonly current: Prompt | null;
  readonly site: SiteQuestion | null;
  /** The agent whose questions are answered as one. */
  readonly together: PromptGroup | null;
  readonly left: ReadonlySet<string>;
  readonly choose: (id: string) => void;
  readonly step: (by: 1 | -1) => void;
  /** Lets the shown one wait and goes on to the next. */
  readonly leave: () => void;
  readonly answerTogether: (agentId: string | null) => void;
}

interface Shown {
  readonly id: string | null;
  /** The order in which it was seen last. */
  readonly order: readonly string[];
}

export function usePromptQueue(): PromptQueueState {
  const snapshot = useSnapshot();
  const groups = promptGroups(openPrompts(snapshot));
  const questions = openSiteQuestions(snapshot);
  const items = queueItems(groups, questions);
  const order = queueOrder(items);
  const [shown, setShown] = useState<Shown>({ id: null, order: [] });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [agentId, answerTogether] = useState<string | null>(null);
  const id = currentPrompt(order, shown.id, shown.order, left);
  if (id !== shown.id || order.join() !== shown.order.join()) setShown({ id, order });
  const choose = (chosen: string) => {
    setLeft(new Set([...left].filter(each => each !== chosen)));
    setShown({ id: chosen, order });
    answerTogether(null);
  };
  return {
    items,
    order,
    current: groups.flatMap(({ prompts }) => prompts).find(prompt => prompt.id === id) ?? null,
    site: questions.find(question => question.id === id) ?? null,
    together: groups.find(group => group.agentId === agentId && group.prompts.length > 1) ?? null,
    left,
    choose,
    step: by => {
      const open = order.filter(each => !left.has(each));
      const next = neighbour(open.length > 0 ? open : order, id, by);
      if (next !== null) choose(next);
    },
    leave: () => {
      if (id !== null) setLeft(new Set([...left, id]));
      answerTogether(null);
    },
    answerTogether,
  };
}
