// What the user does with a conversation; what the hub refuses is said in its own words.
import { goTo } from '../../frame/route.ts';
import { useAct, usePanelParts } from '../../parts/panel-context.tsx';
import { saveText } from '../../parts/save-text.ts';
import { t } from '../../words/language.ts';
import type { ChatChange } from '../../../contract/schemas/chat.ts';
import type { FileAsk } from '../../../contract/schemas/chat-requests.ts';

export type ChatActions = ReturnType<typeof useChatActions>;

/** `onRemoved` leaves it: the list may have it for a moment longer. */
export function useChatActions(conversationId: string, onRemoved: () => void) {
  const act = useAct();
  const { link } = usePanelParts();
  const of = <T extends object>(params: T) => ({ conversationId, ...params });
  return {
    conversationId,
    /** Resolves with false where it was refused, so that what was typed is not lost. */
    send: async (text: string, files: FileAsk[]) => (await act('chat:send', of({ text, files }))) !== undefined,
    edit: async (turnId: string, text: string, files: FileAsk[]) =>
      (await act('chat:edit', of({ turnId, text, files }))) !== undefined,
    stop: () => void act('chat:stop', of({})),
    retry: (turnId: string) => void act('chat:retry', of({ turnId })),
    choose: (turnId: string) => void act('chat:choose', of({ turnId })),
    more: (turnId: string, calls: number) => void act('chat:more', of({ turnId, calls })),
    set: (change: ChatChange) => act('chat:set', of({ change })),
    takeQueued: async () => (await act('chat:take-queued', of({})))?.queued ?? null,
    clear: () => void act('chat:clear', of({}), t('All turns are gone; the settings stay.')),
    /** Rejects with what the user is told. */
    rename: (title: string) => link.request('chat:set', of({ change: { title } })),
    branch: async (turnId: string) => {
      const made = await act('chat:branch', of({ turnId }));
      if (made) goTo('chat', made.conversationId);
    },
    remove: async () => {
      if (await act('chat:remove', of({}))) onRemoved();
    },
    save: async (format: 'markdown' | 'json') => {
      const made = await act('chat:export', of({ format }));
      if (made) saveText([made.text], made.name, format === 'json' ? 'application/json' : 'text/markdown');
    },
  };
}
