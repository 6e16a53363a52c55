// What the fixture hub answers about conversations: those of its list, and the first one whole.
import { fixtureChat, fixtureChatRows, longChat, longChatTurns } from './chats.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type ReadRequest = 'servers:prompt' | 'servers:resource' | 'links:open';
type Answers = Pick<PanelHandlers, Extract<keyof PanelHandlers, `chat:${string}`> | ReadRequest>;

const answered = { seq: 12_480, outcome: 'ok', rule: 'approved-client', reason: null, latencyMs: 12 } as const;

/** `promptId` is the question that the first conversation waits for. */
export function chatAnswers(now: () => number, promptId: string): Answers {
  const none = () => ({});
  const startedAt = now();
  const view = fixtureChat(startedAt, promptId);
  return {
    'chat:list': ({ text }) => {
      const rows = fixtureChatRows(startedAt);
      const found = rows.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
      return { rows: found, hasMore: false, total: rows.length, bytes: 3_100_000 };
    },
    'chat:create': () => ({ conversationId: view.head.row.id }),
    'chat:open': ({ conversationId, newest }) => {
      if (conversationId === longChat.id) {
        const earlier = longChat.turns - newest;
        const row = { ...view.head.row, id: longChat.id, title: 'A year of questions', state: 'idle' as const };
        return { head: { ...view.head, row }, turns: longChatTurns(startedAt, earlier, longChat.turns), earlier };
      }
      const row = fixtureChatRows(startedAt).find(({ id }) => id === conversationId) ?? view.head.row;
      const turns = row.state === 'waiting' ? view.turns : view.turns.slice(0, 2);
      return { ...view, head: { ...view.head, row }, turns };
    },
    'chat:leave': none,
    'chat:turns': ({ conversationId, before, count }) => {
      if (conversationId !== longChat.id) return { turns: [], earlier: 0 };
      const end = longChatTurns(startedAt, 0, longChat.turns).findIndex(turn => turn.id === before);
      const earlier = Math.max(0, end - count);
      return { turns: longChatTurns(startedAt, earlier, end), earlier };
    },
    'chat:send': () => ({ queued: false }),
    'chat:take-queued': () => ({ queued: null }),
    'chat:stop': none,
    'chat:retry': none,
    'chat:edit': none,
    'chat:choose': none,
    'chat:more': none,
    'chat:branch': () => ({ conversationId: view.head.row.id }),
    'chat:set': none,
    'chat:clear': none,
    'chat:remove': none,
    'chat:export': () => ({ name: 'failed-invoices.md', text: '# Failed invoices on staging\n' }),
    'chat:route': () => ({ sources: view.head.sources }),
    'chat:call': () => ({ argumentsText: '{}', resultText: null }),
    'servers:prompt': ({ name }) => ({
      answer: { ...answered, result: { messages: [{ role: 'user', content: { type: 'text', text: `Do ${name}.` } }] } },
    }),
    'servers:resource': ({ uri }) => ({
      answer: { ...answered, result: { contents: [{ uri, mimeType: 'text/plain', text: 'as it is there' }] } },
    }),
    'links:open': none,
    'chat:file': () => ({ name: 'billing-errors.csv', mediaType: 'text/csv', data: btoa('id,error\n') }),
  };
}
