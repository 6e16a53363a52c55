// Messages of the extension to a conversation: which servers it has, and when that stays as it was.
import { expect, test } from 'vitest';
import { chatFamily } from '../../../../../electron/core/harbor/a/chat-family.ts';
import { buildAgent, buildRequest } from '../../../../support/hub-fixtures.ts';
import type { Asked } from '../../../../../electron/core/harbor/a/asked.ts';
import type { HarborAServices } from '../../../../../electron/core/harbor/a/harbor-a-services.ts';
import type { Act } from '../../../../../electron/core/router/router.ts';

test.each(['is being answered', 'is being answered, and its user chooses other servers'])(
  'A message to a conversation that %s changes nothing of it.',
  async how => {
    const settings = { model: null, servers: 'chosen' };
    const seen: string[] = [];
    const services = {
      facts: { wireId: (id: string) => id },
      platform: { now: () => 0 },
      chat: {
        chats: {
          expect: async () => ({ chat: { settings } }),
          set: async (_id: string, change: object) => void Object.assign(settings, change),
        },
        questions: {
          ask: async () => {
            seen.push(settings.servers);
            if (how !== 'is being answered') settings.servers = 'all';
            throw new Error('Another answer is being written.');
          },
        },
      },
      agentServices: {
        router: {
          use: async (_agent: unknown, _use: unknown, act: Act<unknown>) => ({
            kind: 'result',
            result: await act(() => {}, new AbortController().signal),
            rule: null,
            waitedMs: 0,
          }),
        },
      },
    } as unknown as HarborAServices;
    const fields = { session_id: 'c', message: 'Hello', use_tool_router: true };
    const asked = { type: 'chat_send_message', fields, request: buildRequest(), agent: buildAgent, decided: () => {} };
    const sent = chatFamily(services)['chat_send_message']?.(asked as unknown as Asked);
    await expect(sent).rejects.toThrow('Another answer is being written.');
    expect([seen, settings.servers]).toEqual([['picked'], how === 'is being answered' ? 'chosen' : 'all']);
  },
);
