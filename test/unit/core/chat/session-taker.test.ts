// Conversations that Harbor has kept, as they are taken over.
import { describe, expect, test } from 'vitest';
import { HarborSessionSchema } from '../../../../contract/schemas/harbor-home.ts';
import { sessionTakers, turnsOf } from '../../../../electron/core/chat/session-taker.ts';
import type { AdoptedChat } from '../../../../electron/core/chat/chats.ts';

const session = HarborSessionSchema.parse({
  id: 'session_1_abc',
  name: ' Weather ',
  systemPrompt: 'Be brief.',
  createdAt: 1_000,
  updatedAt: 2_000,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Is it raining?' },
    {
      role: 'assistant',
      content: 'I look.',
      toolCalls: [
        { id: 'c1', name: 'weather__now', arguments: { at: 'Bern' } },
        { id: 'c2', name: 'weather__later', arguments: 'no object' },
      ],
    },
    { role: 'tool', toolCallId: 'c1', content: 'Rain.' },
    { role: 'assistant', content: 'It is.' },
    { role: 'user', content: 'Thanks' },
  ],
});

describe('a session of Harbor', () => {
  test('What is said between two questions is one answer, with its rounds, calls and results.', () => {
    const turns = turnsOf(session);
    expect(turns.map(turn => (turn.kind === 'question' ? turn.text : turn.steps))).toMatchObject([
      'Is it raining?',
      [
        { kind: 'text', round: 1, text: 'I look.' },
        {
          kind: 'calls',
          round: 1,
          calls: [
            { tool: 'now', arguments: { at: 'Bern' }, resultText: 'Rain.', state: { kind: 'done' } },
            { tool: 'later', arguments: {}, resultText: null, state: { kind: 'stopped' } },
          ],
        },
        { kind: 'text', round: 2, text: 'It is.' },
      ],
      'Thanks',
    ]);
    expect(turns[1]).toMatchObject({ state: 'ended', spent: { calls: 2, rounds: 2 } });
  });

  test('It is the user’s, under an id that tells it again, with its title and system prompt.', async () => {
    const adopted: AdoptedChat[] = [];
    const { conversation } = sessionTakers({ adopt: async chat => void adopted.push(chat) });
    for (let times = 0; times < 2; times += 1) await conversation?.take({ kind: 'conversation', name: 'x', session });
    const [one, two] = adopted;
    expect(one?.id).toMatch(/^harbor-[0-9a-f]{24}$/);
    expect(two?.id).toBe(one?.id);
    expect(one).toMatchObject({ createdAt: 1_000, change: { title: 'Weather', systemPrompt: 'Be brief.' } });
  });

  test('What begins without a question, and an empty one, is taken as far as it says something.', () => {
    const only = (messages: object[]) => turnsOf(HarborSessionSchema.parse({ ...session, messages }));
    expect(only([])).toEqual([]);
    expect(only([{ role: 'assistant', content: 'Hello' }])).toEqual([]);
    expect(only([{ role: 'user' }])).toMatchObject([{ kind: 'question', text: '' }]);
  });
});
