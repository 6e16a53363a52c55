// What the panel asks of conversations: all of them are the user's.
import { theUser } from '../chat/chat-askers.ts';
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { ChatServices } from '../chat/chat-services.ts';

export function createChatHandlers({ chat: { chats, questions, watchers } }: { readonly chat: ChatServices }) {
  return {
    'chat:list': async (query, panel) => ({
      ...(await chats.list(query, theUser, panel)),
      ...(await chats.counts()),
    }),
    'chat:create': async ({ change }) => ({ conversationId: (await chats.create(change, theUser)).id }),
    'chat:open': async ({ conversationId, newest }, panel) => {
      const conversation = await chats.expect(conversationId, theUser);
      // In one turn with the view, so that what comes is what follows on it.
      watchers.open(conversationId, panel);
      return chats.view(conversation, newest);
    },
    'chat:leave': ({ conversationId }, panel) => done(watchers.leave(conversationId, panel)),
    'chat:turns': ({ conversationId, before, count }) => chats.turnsBefore(conversationId, before, count, theUser),
    'chat:send': ({ conversationId, ...question }) => questions.send(conversationId, question, theUser),
    'chat:take-queued': async ({ conversationId }) => ({ queued: await questions.takeQueued(conversationId, theUser) }),
    'chat:stop': ({ conversationId }) => done(questions.stop(conversationId, theUser)),
    'chat:retry': ({ conversationId, turnId }) => done(questions.retry(conversationId, turnId, theUser)),
    'chat:edit': ({ conversationId, turnId, ...question }) =>
      done(questions.edit(conversationId, turnId, question, theUser)),
    'chat:choose': ({ conversationId, turnId }) => done(chats.choose(conversationId, turnId, theUser)),
    'chat:more': ({ conversationId, turnId, calls }) => done(questions.more(conversationId, turnId, calls, theUser)),
    'chat:branch': async ({ conversationId, turnId }) => ({
      conversationId: (await chats.branch(conversationId, turnId, theUser)).id,
    }),
    'chat:set': ({ conversationId, change }) => done(chats.set(conversationId, change, theUser)),
    'chat:clear': ({ conversationId }) => done(chats.clear(conversationId, theUser)),
    'chat:remove': ({ conversationId }) => done(chats.remove(conversationId, theUser)),
    'chat:export': ({ conversationId, format }) => chats.export(conversationId, format, theUser),
    'chat:route': async ({ conversationId, text, hasFiles }) => ({
      sources: await questions.route(conversationId, text, hasFiles, theUser),
    }),
    'chat:call': ({ conversationId, turnId, callId }) => chats.call(conversationId, turnId, callId, theUser),
    'chat:file': async ({ conversationId, fileId }) => {
      const { name, mediaType, data } = await chats.file(conversationId, fileId, theUser);
      return { name, mediaType, data };
    },
  } satisfies Partial<PanelHandlers>;
}
