// chat_*: conversations of the hub, the same that its panel shows; the extension has those that it began.
import { harborClientId } from '../harbor-services.ts';
import { extensionPolicy, failingAs, isOn, needText, numberIn, recordOf, resultOf, textIn, textsIn } from './asked.ts';
import { answerOf, messagesOf, sessionOf } from './chat-words.ts';
import type { ChatChange } from '../../../../contract/schemas/chat.ts';
import type { KeptAnswer } from '../../../../contract/schemas/chat-kept.ts';
import type { ChatAsker } from '../../chat/chat-askers.ts';
import type { Act } from '../../router/router.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

const asker: ChatAsker = { kind: 'client', id: harborClientId };
const rounds = { least: 1, most: 100 } as const;
const sessions = { usual: 50, most: 200 } as const;
const maxNameChars = 120;

export function chatFamily(services: HarborAServices): Family {
  const { chats } = services.chat;
  const wireId = (id: string) => services.facts.wireId(id);
  const expect = (asked: Asked) => chats.expect(needText(asked, 'session_id'), asker);
  return {
    chat_create_session: failingAs('chat_error', async asked => {
      const { chat } = await chats.create(settingsOf(services, asked), asker);
      return { session: sessionOf(chat, wireId) };
    }),
    chat_send_message: failingAs('chat_error', asked => send(services, asked)),
    chat_get_session: failingAs('chat_error', async asked => {
      const conversation = await expect(asked);
      return {
        session: { ...sessionOf(conversation.chat, wireId), messages: messagesOf(conversation.path(), wireId) },
      };
    }),
    chat_list_sessions: failingAs('chat_error', asked => listSessions(services, asked)),
    chat_delete_session: failingAs('chat_error', async asked => {
      const id = needText(asked, 'session_id');
      const isThere = await chats.expect(id, asker).then(
        () => true,
        () => false,
      );
      if (isThere) await chats.remove(id, asker);
      return { deleted: isThere };
    }),
    chat_update_session: failingAs('chat_error', async asked => {
      const id = needText(asked, 'session_id');
      const { name, systemPrompt, enabledServers } = recordOf(asked, 'updates');
      await chats.set(id, changeOf(services, { name, systemPrompt, enabledServers }), asker);
      return { session: sessionOf((await expect(asked)).chat, wireId) };
    }),
    chat_clear_messages: failingAs('chat_error', async asked => {
      await chats.clear(needText(asked, 'session_id'), asker);
      return { cleared: true };
    }),
  };
}

/** The newest first. */
async function listSessions({ chat: { chats }, facts }: HarborAServices, asked: Asked): Promise<Answer> {
  const limit = numberIn(asked, 'limit') ?? sessions.usual;
  const count = Math.min(Math.max(1, Math.trunc(limit)), sessions.most);
  const { rows } = await chats.list({ text: '', count }, asker);
  const listed = rows.map(async ({ id, title, createdAt, updatedAt }) => {
    const conversation = await chats.expect(id, asker);
    const enabledServers = conversation.chat.settings.chosen.map(chosen => facts.wireId(chosen));
    const messageCount = messagesOf(conversation.path(), id => facts.wireId(id)).length;
    return { id, name: title, enabledServers, messageCount, createdAt, updatedAt };
  });
  return { sessions: await Promise.all(listed) };
}

function settingsOf(services: HarborAServices, asked: Asked): ChatChange {
  const wanted = numberIn(asked, 'max_iterations');
  const isCount =
    wanted !== undefined && Number.isSafeInteger(wanted) && wanted >= rounds.least && wanted <= rounds.most;
  return {
    ...changeOf(services, {
      name: textIn(asked, 'name'),
      systemPrompt: textIn(asked, 'system_prompt'),
      enabledServers: textsIn(asked, 'enabled_servers') ?? [],
    }),
    ...(isCount && { budget: { rounds: wanted } }),
  };
}

/** Servers by the hub's ids; none is no tools, as the real one has it. */
function changeOf({ facts }: HarborAServices, { name, systemPrompt, enabledServers }: Answer): ChatChange {
  const servers = Array.isArray(enabledServers) ? enabledServers.filter(id => typeof id === 'string') : null;
  return {
    ...(typeof name === 'string' && name.trim() !== '' && { title: name.trim().slice(0, maxNameChars) }),
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    ...(servers && { servers: 'chosen' as const, chosen: servers.map(id => facts.serverId(id)) }),
  };
}

async function send(services: HarborAServices, asked: Asked): Promise<Answer> {
  const id = needText(asked, 'session_id');
  const text = needText(asked, 'message');
  const { chat, facts, platform } = services;
  const wanted = isOn(asked, 'use_tool_router') ? 'picked' : 'chosen';
  const { model } = (await chat.chats.expect(id, asker)).chat.settings;
  const startedAt = platform.now();
  const answer = await allowed(services, asked, model, async (expectAllowed, signal) => {
    expectAllowed();
    const written = await withServers(services, id, wanted, () => {
      expectAllowed();
      // Its answer ends with the port, when nobody would hear it any more, and with what allowed it.
      return chat.questions.ask(id, { text }, asker, { signal });
    });
    expectAllowed();
    return written;
  });
  return {
    ...answerOf(answer, serverId => facts.wireId(serverId)),
    durationMs: Math.max(0, platform.now() - startedAt),
    ...(wanted === 'picked' && { routing: routingOf(answer, serverId => facts.wireId(serverId)) }),
  };
}

type ChatServers = NonNullable<ChatChange['servers']>;

/** Asks with these servers, which are the conversation's from then on; where nothing could be asked, it keeps what it had. */
async function withServers<T>(
  { chat: { chats } }: HarborAServices,
  id: string,
  wanted: ChatServers,
  ask: () => Promise<T>,
): Promise<T> {
  const conversation = await chats.expect(id, asker);
  const { servers: before } = conversation.chat.settings;
  if (before !== wanted) await chats.set(id, { servers: wanted }, asker);
  try {
    return await ask();
  } catch (error) {
    // Its user may have chosen others meanwhile, or removed it.
    const isStill = before !== wanted && conversation.chat.settings.servers === wanted;
    if (isStill) await chats.set(id, { servers: before }, asker).catch(() => {});
    throw error;
  }
}

/** To have a model answer needs what every question to one does; its calls of tools are decided one by one. */
async function allowed<T>(
  { agentServices }: HarborAServices,
  asked: Asked,
  model: string | null,
  act: Act<T>,
): Promise<T> {
  const { agent, fields, request } = asked;
  const what = { kind: 'at-model', model } as const;
  const use = { scope: 'model:prompt', id: 'models/chat', what, params: fields, request } as const;
  return resultOf(asked, await agentServices.router.use(agent, { ...use, policy: extensionPolicy }, act));
}

function routingOf({ sources }: KeptAnswer, wireId: (id: string) => string): Answer {
  const picked = sources.filter(source => source.picked);
  const hits = picked.filter(({ because }) => because === 'hit');
  return {
    selectedServers: picked.map(({ id }) => wireId(id)),
    matchedKeywords: [...new Set(hits.flatMap(({ words }) => words))],
    wasRouted: hits.length > 0,
    reason: hits.length > 0 ? 'Servers whose tools match the words of the message' : 'No tool matches: all servers',
  };
}
