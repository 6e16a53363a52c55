// A conversation as it is shown, and what each piece of news makes of it. Pure.
import type { ChatStep, ChatTurn, ChatView } from '../../../contract/schemas/chat.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';

/** The view after it; `reload` where a piece is missing or other turns are shown; `gone` where it was deleted. */
export type Told = ChatView | 'reload' | 'gone';

export function afterEvent(view: ChatView, news: PanelEvent): Told {
  const id = view.head.row.id;
  switch (news.event) {
    case 'chat:head':
      return news.data.conversationId === id ? { ...view, head: news.data.head } : view;
    case 'chat:turn':
      return news.data.conversationId === id ? { ...view, turns: withTurn(view.turns, news.data.turn) } : view;
    case 'chat:text':
      return news.data.conversationId === id ? withText(view, news.data) : view;
    case 'chat:rearranged':
      return news.data.conversationId === id ? 'reload' : view;
    case 'chat:removed':
      return news.data.conversationId === id ? 'gone' : view;
    default:
      return view;
  }
}

function withTurn(turns: readonly ChatTurn[], turn: ChatTurn): ChatTurn[] {
  const at = turns.findIndex(({ id }) => id === turn.id);
  return at < 0 ? [...turns, turn] : turns.with(at, turn);
}

type Text = (PanelEvent & { event: 'chat:text' })['data'];

/** Text that is known already is written over by what comes; a gap means that something was missed. */
function withText(view: ChatView, { turnId, step: stepAt, field, from, text }: Text): Told {
  const turnAt = view.turns.findIndex(({ id }) => id === turnId);
  const turn = view.turns[turnAt];
  if (turn?.kind !== 'answer') return 'reload';
  const step = turn.steps[stepAt];
  if (step?.kind !== 'text' || step[field].length < from) return 'reload';
  const steps: ChatStep[] = turn.steps.with(stepAt, { ...step, [field]: step[field].slice(0, from) + text });
  return { ...view, turns: view.turns.with(turnAt, { ...turn, steps }) };
}

/** The turns before those that are shown, above them. */
export function withEarlier(view: ChatView, earlier: { turns: readonly ChatTurn[]; earlier: number }): ChatView {
  const known = new Set(view.turns.map(({ id }) => id));
  return {
    ...view,
    turns: [...earlier.turns.filter(({ id }) => !known.has(id)), ...view.turns],
    earlier: earlier.earlier,
  };
}
