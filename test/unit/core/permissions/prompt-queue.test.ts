// The questions that wait for the user: who joins whom, how each wait ends, and what an answer speaks of.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PromptQueue } from '../../../../electron/core/permissions/prompt-queue.ts';
import { agentId, buildPending, buildQuestion, buildState, noon, otherAgentId } from '../../../support/hub-fixtures.ts';
import type { Prompt } from '../../../../contract/schemas/permissions.ts';
import type { Answer, Question } from '../../../../electron/core/permissions/answer.ts';

const always: Answer = { effect: 'allow', lifetime: 'always', breadth: 'scope' };
const thisUse: Answer = { effect: 'allow', lifetime: 'use', breadth: 'scope' };
const { tool, where, call, argumentsText, argumentsChars } = buildQuestion();
const oneAsk = { agentId, tool, where, call, argumentsText, argumentsChars, calls: 1 };
const undecided = { kind: 'undecided' };
const answered = (answer: Answer) => ({ kind: 'answered', answer });
const cancelled = { code: 'ERR_CANCELLED', message: 'The asker cancelled this call.' };

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

function createQueue() {
  const state = buildState();
  const stored: [string, Answer][] = [];
  const store = {
    keep: async (prompt: Prompt, answer: Answer): Promise<void> => void stored.push([prompt.id, answer]),
  };
  const queue = new PromptQueue({
    state,
    now: () => Date.now(),
    store: (prompt, answer) => store.keep(prompt, answer),
  });
  const cards = () => Object.values(state.snapshot().prompts).map(({ id, calls, tool }) => ({ id, calls, tool }));
  /** One asker: its wait, written down as it ends, and the way to leave. */
  const ask = (fields: Partial<Question> = {}) => {
    const controller = new AbortController();
    const ends: unknown[] = [];
    queue.ask(buildQuestion(fields), controller.signal).then(
      waited => ends.push(waited),
      (error: unknown) => ends.push(error),
    );
    return { ends, leave: () => controller.abort() };
  };
  return { state, queue, stored, store, cards, ask };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('Asking', () => {
  test('A question is shown whole, with the time that is left for it.', () => {
    const { state, ask } = createQueue();
    ask();
    expect(state.snapshot().prompts).toEqual({
      1: { ...buildQuestion(), id: '1', askedAt: noon, expiresAt: noon + 120_000, calls: 1, asks: [oneAsk] },
    });
  });

  test('Asks of one client for the same scope and resource join one card.', () => {
    const { cards, ask } = createQueue();
    ask();
    ask({ tool: 'navigate', argumentsText: '{"url":"https://example.org"}' });
    ask({ agentId: otherAgentId });
    expect(cards()).toEqual([{ id: '1', calls: 3, tool: 'navigate' }]);
  });

  test.each<[string, Partial<Question>]>([
    ['client', { clientId: 'codex-9f8e7d' }],
    ['scope', { scope: 'browser:script' }],
    ['resource', { resource: { kind: 'server', serverId: 'everything' } }],
  ])('Another %s is another card.', (_what, fields) => {
    const { cards, ask } = createQueue();
    ask();
    ask(fields);
    expect(cards()).toHaveLength(2);
  });

  test('An asker that has left already is not asked for.', async () => {
    const { queue, cards } = createQueue();
    await expect(queue.ask(buildQuestion(), AbortSignal.abort())).rejects.toMatchObject(cancelled);
    expect(cards()).toEqual([]);
  });

  test('The two hundred and first question is refused and leaves the others alone.', async () => {
    const { cards, ask } = createQueue();
    const asked = Array.from({ length: 201 }, (_, index) => ask({ clientId: `client-${index}` }));
    await settle();
    expect(asked.map(({ ends }) => ends.length).reduce((a, b) => a + b)).toBe(1);
    expect(asked[200]?.ends).toMatchObject([
      {
        code: 'ERR_RATE_LIMITED',
        message: '200 questions wait for the user already; wait until some are answered.',
      },
    ]);
    expect(cards()).toHaveLength(200);
  });

  test('A full queue still lets an identical ask join.', async () => {
    const { ask } = createQueue();
    for (let index = 0; index < 200; index++) ask({ clientId: `client-${index}` });
    const joined = ask({ clientId: 'client-7' });
    await settle();
    expect(joined.ends).toEqual([]);
  });
});

describe('Leaving', () => {
  test('One asker that leaves does not end the wait of the others.', async () => {
    const { cards, ask } = createQueue();
    const first = ask();
    const second = ask();
    first.leave();
    await settle();
    expect({ first: first.ends, second: second.ends, cards: cards() }).toEqual({
      first: [expect.objectContaining(cancelled)],
      second: [],
      cards: [{ id: '1', calls: 1, tool: 'navigate' }],
    });
  });

  test('The last asker that leaves takes the card along.', async () => {
    const { cards, ask } = createQueue();
    const [first, second] = [ask(), ask()];
    first.leave();
    second.leave();
    await settle();
    expect(cards()).toEqual([]);
  });

  test('An asker that leaves while its answer is being stored is cancelled, not answered.', async () => {
    const { queue, store, ask } = createQueue();
    const write = buildPending();
    store.keep = () => write.promise;
    const asker = ask();
    const answering = queue.answer('1', always);
    asker.leave();
    write.resolve();
    await answering;
    await settle();
    expect(asker.ends).toEqual([expect.objectContaining(cancelled)]);
  });

  test('An agent that left for good takes the cards along at which nobody waits any more.', async () => {
    const { queue, cards, ask } = createQueue();
    ask();
    await vi.advanceTimersByTimeAsync(50_000);
    ask({ scope: 'browser:script' });
    queue.agentLeft(buildQuestion().agentId);
    expect(cards()).toEqual([{ id: '2', calls: 1, tool: 'navigate' }]);
  });
});

describe('Waiting', () => {
  test('After 50 seconds an asker is told that nothing is decided; the card stays.', async () => {
    const { cards, ask } = createQueue();
    const asker = ask();
    await vi.advanceTimersByTimeAsync(49_999);
    expect(asker.ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect({ ends: asker.ends, cards: cards() }).toEqual({
      ends: [undecided],
      cards: [{ id: '1', calls: 0, tool: 'navigate' }],
    });
  });

  test('An asker that calls again joins the card that stayed.', async () => {
    const { cards, ask } = createQueue();
    ask();
    await vi.advanceTimersByTimeAsync(60_000);
    ask();
    expect(cards()).toEqual([{ id: '1', calls: 1, tool: 'navigate' }]);
  });

  test('After 120 seconds the card goes.', async () => {
    const { cards, ask } = createQueue();
    ask();
    await vi.advanceTimersByTimeAsync(119_999);
    expect(cards()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(cards()).toEqual([]);
  });

  test('Whoever waits at a card that goes is told at once.', async () => {
    const { ask } = createQueue();
    ask();
    await vi.advanceTimersByTimeAsync(100_000);
    const late = ask();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(late.ends).toEqual([undecided]);
  });

  test('An answer after the asker’s patience is stored, and answers nobody.', async () => {
    const { queue, stored, cards, ask } = createQueue();
    const asker = ask();
    await vi.advanceTimersByTimeAsync(60_000);
    await queue.answer('1', always);
    expect({ ends: asker.ends, stored, cards: cards() }).toEqual({
      ends: [undecided],
      stored: [['1', always]],
      cards: [],
    });
  });

  test('An answer after the card went is refused.', async () => {
    const { queue, stored, ask } = createQueue();
    ask();
    await vi.advanceTimersByTimeAsync(120_000);
    await expect(queue.answer('1', always)).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
      message: 'Prompt 1 has ended; the agent may ask again.',
    });
    expect(stored).toEqual([]);
  });

  test('Nothing keeps running once a card has been answered.', async () => {
    const { queue, state, ask } = createQueue();
    ask();
    await queue.answer('1', always);
    state.flush();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('Answering', () => {
  test('An answer reaches everyone who waits, after it has been stored.', async () => {
    const { queue, store, ask } = createQueue();
    const write = buildPending();
    store.keep = () => write.promise;
    const askers = [ask(), ask()];
    const answering = queue.answer('1', always);
    await settle();
    expect(askers.map(({ ends }) => ends)).toEqual([[], []]);
    write.resolve();
    await answering;
    await settle();
    expect(askers.map(({ ends }) => ends)).toEqual([[answered(always)], [answered(always)]]);
  });

  test('A second answer to the same card is refused and stores nothing.', async () => {
    const { queue, stored, ask } = createQueue();
    ask();
    const first = queue.answer('1', always);
    await expect(queue.answer('1', { effect: 'deny', lifetime: 'always', breadth: 'scope' })).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
    });
    await first;
    expect(stored).toEqual([['1', always]]);
  });

  test('A store that fails leaves nobody hanging, and the failure is the panel’s to show.', async () => {
    const { queue, store, ask } = createQueue();
    store.keep = () => Promise.reject(new Error('The disk is full.'));
    const askers = [ask(), ask()];
    await expect(queue.answer('1', always)).rejects.toThrow('The disk is full.');
    await settle();
    expect(askers.map(({ ends }) => ends)).toEqual([[undecided], [undecided]]);
  });

  test('An answer for this use speaks of the call on the card only; another call gets a card of its own.', async () => {
    const { queue, cards, ask } = createQueue();
    const shown = ask({ tool: 'everything/echo', argumentsText: '{"message":"hi"}' });
    const same = ask({ tool: 'everything/echo', argumentsText: '{"message":"hi"}' });
    const other = ask({ tool: 'everything/delete', argumentsText: '{}' });
    const another = ask({ tool: 'everything/delete', argumentsText: '{"all":true}' });
    await queue.answer('1', thisUse);
    await settle();
    expect([shown, same, other, another].map(({ ends }) => ends)).toEqual([
      [answered(thisUse)],
      [answered(thisUse)],
      [],
      [],
    ]);
    expect(cards()).toEqual([{ id: '2', calls: 2, tool: 'everything/delete' }]);
  });

  test('An answer until the agent leaves does not speak of another agent of the same client.', async () => {
    const { queue, cards, ask } = createQueue();
    const lifetime: Answer = { effect: 'allow', lifetime: 'agent', breadth: 'scope' };
    const shown = ask();
    const other = ask({ agentId: otherAgentId });
    await queue.answer('1', lifetime);
    await settle();
    expect({ shown: shown.ends, other: other.ends, cards: cards() }).toEqual({
      shown: [answered(lifetime)],
      other: [],
      cards: [{ id: '2', calls: 1, tool: 'navigate' }],
    });
  });

  test('An asker that moved to another card still ends with its own patience, and may still leave.', async () => {
    const { queue, cards, ask } = createQueue();
    ask();
    const patient = ask({ tool: 'computer' });
    const leaving = ask({ tool: 'computer' });
    await vi.advanceTimersByTimeAsync(30_000);
    await queue.answer('1', thisUse);
    leaving.leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect({ patient: patient.ends, leaving: leaving.ends, cards: cards() }).toEqual({
      patient: [undecided],
      leaving: [expect.objectContaining(cancelled)],
      cards: [{ id: '2', calls: 0, tool: 'computer' }],
    });
  });
});

describe('Stopping', () => {
  test('All who wait are told, all cards go and no timer is left.', async () => {
    const { queue, state, cards, ask } = createQueue();
    const askers = [ask(), ask(), ask({ scope: 'browser:script' })];
    queue.stop();
    await settle();
    expect(askers.map(({ ends }) => ends)).toEqual([[undecided], [undecided], [undecided]]);
    expect(cards()).toEqual([]);
    state.flush();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('The end of a tab', () => {
  const [ended, other] = [42, 43].map(tabId => ({ browserId: 'b1', tabId }));

  test('A card about it goes also when its asker was told to call again.', async () => {
    const { queue, cards, ask } = createQueue();
    const { ends } = ask({ tab: ended ?? null });
    await vi.advanceTimersByTimeAsync(50_000);
    expect(ends).toEqual([undecided]);
    queue.tabEnded('b1', 43);
    expect(cards()).toHaveLength(1);
    queue.tabEnded('b1', 42);
    expect(cards()).toEqual([]);
  });

  test('Who asks about it is decided on anew, and who asks about another tab waits on at a card of its own.', async () => {
    const { queue, cards, ask, state } = createQueue();
    const [first, second] = [ask({ tab: ended ?? null }), ask({ tab: other ?? null })];
    expect(cards()).toMatchObject([{ id: '1', calls: 2 }]);
    queue.tabEnded('b1', 42);
    await settle();
    expect({ first: first.ends, second: second.ends }).toEqual({ first: [{ kind: 'ruled' }], second: [] });
    expect(cards()).toMatchObject([{ id: '2', calls: 1 }]);
    expect(state.snapshot().prompts['2']?.tab).toEqual(other);
  });
});
