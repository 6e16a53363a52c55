// What each piece of news makes of a conversation that is shown.
import { describe, expect, it } from 'vitest';
import { afterEvent, withEarlier } from '../../../../../renderer/screens/chat/conversation-state.ts';
import { fixtureChat } from '../../../../support/panel-fixture/chats.ts';
import type { ChatView } from '../../../../../contract/schemas/chat.ts';
import type { PanelEvent } from '../../../../../contract/schemas/panel-events.ts';

const view = fixtureChat(1_800_000_000_000, 'prompt-1');
const conversationId = view.head.row.id;
const answer = view.turns[1]!;
const other = 'ffffffffffff';

function text(from: number, more: string, step = 1, turnId = answer.id): PanelEvent {
  return { event: 'chat:text', data: { conversationId, turnId, step, field: 'text', from, text: more } };
}

function writtenIn(told: ReturnType<typeof afterEvent>): string | undefined {
  if (typeof told === 'string') return told;
  const turn = told.turns[1];
  const step = turn?.kind === 'answer' ? turn.steps[1] : undefined;
  return step?.kind === 'text' ? step.text : undefined;
}

const before = writtenIn(view) ?? '';

describe('a piece of text', () => {
  it('is put behind what is there, and writes over what it repeats', () => {
    expect(writtenIn(afterEvent(view, text(before.length, ' And more.')))).toBe(`${before} And more.`);
    expect(writtenIn(afterEvent(view, text(3, 'new')))).toBe(`${before.slice(0, 3)}new`);
  });

  it('behind a gap, or for a step that is not there, has the conversation opened anew', () => {
    expect(afterEvent(view, text(before.length + 1, 'x'))).toBe('reload');
    expect(afterEvent(view, text(0, 'x', 7))).toBe('reload');
    expect(afterEvent(view, text(0, 'x', 0))).toBe('reload');
    expect(afterEvent(view, text(0, 'x', 0, other))).toBe('reload');
  });
});

describe('other news', () => {
  it('a turn takes the place of the one with its id, or comes at the end', () => {
    const changed = { ...view.turns[0]!, at: 7 };
    const replaced = afterEvent(view, { event: 'chat:turn', data: { conversationId, turn: changed } }) as ChatView;
    expect(replaced.turns.map(({ at }) => at)[0]).toBe(7);
    expect(replaced.turns).toHaveLength(view.turns.length);
    const added = { ...changed, id: other };
    const longer = afterEvent(view, { event: 'chat:turn', data: { conversationId, turn: added } }) as ChatView;
    expect(longer.turns.at(-1)).toBe(added);
  });

  it('of another conversation changes nothing', () => {
    const news: PanelEvent[] = [
      { event: 'chat:turn', data: { conversationId: other, turn: answer } },
      { event: 'chat:rearranged', data: { conversationId: other } },
      { event: 'chat:removed', data: { conversationId: other } },
      { event: 'chat:changed', data: { conversationIds: [conversationId] } },
    ];
    expect(news.map(each => afterEvent(view, each))).toEqual([view, view, view, view]);
  });

  it('tells of other turns, and of the end of it', () => {
    expect(afterEvent(view, { event: 'chat:rearranged', data: { conversationId } })).toBe('reload');
    expect(afterEvent(view, { event: 'chat:removed', data: { conversationId } })).toBe('gone');
  });
});

it('earlier turns come above those that are shown, each once', () => {
  const first = { ...view.turns[0]!, id: other };
  const longer = withEarlier(view, { turns: [first, view.turns[0]!], earlier: 4 });
  expect(longer.turns.map(({ id }) => id)).toEqual([other, ...view.turns.map(({ id }) => id)]);
  expect(longer.earlier).toBe(4);
});
