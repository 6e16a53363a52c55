// A conversation in the side panel is put together from what the hub tells, and opened anew where something was missed.
import { expect, test } from 'vitest';
import { isWriting, withNews } from '../../../../../resources/extension/own-pages/conversation.ts';
import type { ChatTurn } from '../../../../../contract/schemas/chat.ts';
import type { Conversation } from '../../../../../resources/extension/own-pages/conversation.ts';

const answer = (text: string, state: 'running' | 'ended' = 'running') =>
  ({
    kind: 'answer',
    id: 't2',
    state,
    steps: [{ kind: 'text', round: 1, text, reasoning: '' }],
  }) as unknown as ChatTurn;
const known = {
  id: 'c',
  head: {},
  turns: [{ kind: 'question', id: 't1' }, answer('Four')],
  earlier: 0,
} as unknown as Conversation;
const text = (from: number, more: string) =>
  ({ event: 'chat:text', data: { turnId: 't2', step: 0, field: 'text', from, text: more } }) as const;
const written = (conversation: unknown) => JSON.stringify(conversation);

test('Text grows where it ends.', () => {
  expect(withNews(known, text(4, ' of 12'))).toEqual({ ...known, turns: [known.turns[0], answer('Four of 12')] });
});

test('Text that does not follow on what is there opens it anew.', () => {
  expect(withNews(known, text(9, 'late'))).toBe('again');
  expect(withNews(known, { event: 'chat:text', data: { ...text(0, 'x').data, turnId: 'unknown' } })).toBe('again');
});

test('A turn stands in the place of the one with its id, else at the end.', () => {
  const ended = withNews(known, { event: 'chat:turn', data: { turn: answer('Done', 'ended') } });
  expect(written(ended)).toBe(written({ ...known, turns: [known.turns[0], answer('Done', 'ended')] }));
  expect([isWriting(known), isWriting(ended as Conversation), isWriting(null)]).toEqual([true, false, false]);
  const more = withNews(known, { event: 'chat:turn', data: { turn: { ...answer('x'), id: 't3' } } });
  expect((more as Conversation).turns.length).toBe(3);
});

test('One that was removed is there no more, and one of other versions is opened anew.', () => {
  expect(withNews(known, { event: 'chat:removed', data: {} })).toBeNull();
  expect(withNews(known, { event: 'chat:rearranged', data: {} })).toBe('again');
});
