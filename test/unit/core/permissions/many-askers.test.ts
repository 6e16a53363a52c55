// Fifty agents that ask at once: one queue in order, and each answer reaches those of whom it speaks.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PromptQueue } from '../../../../electron/core/permissions/prompt-queue.ts';
import { buildQuestion, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { Answer } from '../../../../electron/core/permissions/answer.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

function fifty(clientOf: (index: number) => string) {
  const state = buildState();
  const queue = new PromptQueue({ state, now: () => Date.now(), store: async () => {} });
  const ends = new Map<number, unknown>();
  for (let index = 0; index < 50; index += 1) {
    const clientId = clientOf(index);
    const who = { clientId, subject: { kind: 'client', id: clientId } as const, agentId: `agent_${index}` };
    void queue.ask(buildQuestion(who), new AbortController().signal).then(end => ends.set(index, end));
  }
  const cards = () => Object.values(state.snapshot().prompts).toSorted((a, b) => Number(a.id) - Number(b.id));
  return { queue, cards, ends };
}

const once: Answer = { effect: 'allow', lifetime: 'once', breadth: 'scope' };

test('Of fifty clients there are fifty cards in the order in which they asked, and each answer is for its own asker.', async () => {
  const { queue, cards, ends } = fifty(index => `client-${index}`);
  expect(cards().map(({ clientId }) => clientId)).toEqual(Array.from({ length: 50 }, (_, index) => `client-${index}`));
  for (const { id, agentId } of cards().toReversed()) {
    const index = Number(agentId.slice('agent_'.length));
    await queue.answer(id, { ...once, effect: index % 2 === 0 ? 'allow' : 'deny' });
  }
  await settle();
  expect(ends.size).toBe(50);
  for (const [index, end] of ends)
    expect(end).toMatchObject({ answer: { effect: index % 2 === 0 ? 'allow' : 'deny' } });
});

test('Of one client they share a card that names twenty of them, and an answer for one agent leaves the others waiting.', async () => {
  const { queue, cards, ends } = fifty(() => 'one');
  expect(cards()).toMatchObject([{ id: '1', calls: 50, agentId: 'agent_0' }]);
  expect(cards()[0]?.asks.map(({ agentId }) => agentId)).toEqual(Array.from({ length: 20 }, (_, n) => `agent_${n}`));
  await queue.answer('1', { ...once, lifetime: 'agent' });
  await settle();
  expect([[...ends.keys()], cards().map(({ calls, agentId }) => [calls, agentId])]).toEqual([[0], [[49, 'agent_1']]]);
});

test('Several questions are answered as one; those that have ended meanwhile are left out.', async () => {
  const { queue, cards, ends } = fifty(index => `client-${index}`);
  const ids = cards().map(({ id }) => id);
  expect(await queue.answerAll([...ids.slice(0, 10), 'gone'], once)).toBe(10);
  await settle();
  expect([ends.size, cards().length]).toEqual([10, 40]);
});

test('An answer that was not offered is refused, and the card stays.', async () => {
  const { queue, cards } = fifty(() => 'one');
  await expect(queue.answer('1', { ...once, breadth: 'reading' })).rejects.toMatchObject({
    code: 'ERR_INVALID_ARGUMENTS',
  });
  expect(cards()).toHaveLength(1);
});

test('What may destroy shares its card with the very same call only.', async () => {
  const state = buildState();
  const queue = new PromptQueue({ state, now: () => Date.now(), store: async () => {} });
  const ask = (argumentsText: string) =>
    void queue.ask(buildQuestion({ destructive: true, argumentsText }), new AbortController().signal);
  ['{"path":"a"}', '{"path":"b"}', '{"path":"a"}'].forEach(ask);
  expect(Object.values(state.snapshot().prompts).map(({ calls }) => calls)).toEqual([2, 1]);
});
