// The conversation that the side panel shows: its state as the hub tells it, put together from what comes. Pure but for what it holds.
import type { ChatHead, ChatTurn, ChatView } from '../../../contract/schemas/chat.ts';
import type { CompanionChatEvent } from '../../../contract/schemas/companion-pages.ts';

export interface Conversation {
  readonly id: string;
  readonly head: ChatHead;
  readonly turns: readonly ChatTurn[];
  readonly earlier: number;
}

export function opened(id: string, { head, turns, earlier }: ChatView): Conversation {
  return { id, head, turns, earlier };
}

/** With what has come; `again` where it is to be opened anew, null where it is there no more. */
export function withNews(known: Conversation, news: CompanionChatEvent): Conversation | 'again' | null {
  switch (news.event) {
    case 'chat:head':
      return { ...known, head: news.data.head };
    case 'chat:turn': {
      const { turn } = news.data;
      const isKnown = known.turns.some(({ id }) => id === turn.id);
      const turns = isKnown ? known.turns.map(each => (each.id === turn.id ? turn : each)) : [...known.turns, turn];
      return { ...known, turns };
    }
    case 'chat:text':
      return withText(known, news.data);
    case 'chat:rearranged':
      return 'again';
    case 'chat:removed':
      return null;
  }
}

type Text = Extract<CompanionChatEvent, { event: 'chat:text' }>['data'];

/** Text that does not continue what is there is a sign that something was missed. */
function withText(known: Conversation, { turnId, step: at, field, from, text }: Text): Conversation | 'again' {
  const turn = known.turns.find(({ id }) => id === turnId);
  const step = turn?.kind === 'answer' ? turn.steps[at] : undefined;
  if (turn?.kind !== 'answer' || step?.kind !== 'text' || step[field].length < from) return 'again';
  const grown = { ...step, [field]: step[field].slice(0, from) + text };
  const next = { ...turn, steps: turn.steps.map((each, index) => (index === at ? grown : each)) };
  return { ...known, turns: known.turns.map(each => (each === turn ? next : each)) };
}

/** Whether an answer is being written. */
export function isWriting(known: Conversation | null): boolean {
  return known?.turns.some(turn => turn.kind === 'answer' && turn.state === 'running') ?? false;
}
