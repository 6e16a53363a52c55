// Chat, put together: conversations, who writes in them, and who is told.

import { ChatAgents } from './chat-agents.ts';
import { clientIdOf } from './chat-askers.ts';
import { ChatRuns } from './chat-runs.ts';
import { ChatSources } from './chat-sources.ts';
import { ChatWatchers } from './chat-watchers.ts';
import { Chats } from './chats.ts';
import { ConversationViews } from './conversation-view.ts';
import { OpenConversations } from './open-conversations.ts';
import { Questions } from './questions.ts';
import type { ChatCounts } from '../../../contract/schemas/chat.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { PromptQueue } from '../permissions/prompt-queue.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { ChatsTable } from '../store/chats-table.ts';
import type { ChatModels } from './chat-models.ts';

export interface ChatServicesOptions {
  readonly agentServices: AgentServices;
  readonly clients: Pick<ClientRegistry, 'get' | 'seen'>;
  readonly models: ChatModels;
  readonly prompts: Pick<PromptQueue, 'of'>;
  readonly servers: Pick<ServerSupervisor, 'list'>;
  readonly table: ChatsTable;
  readonly mask: Pick<SecretMask, 'value' | 'message'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** To every panel. */
  readonly tell: (event: PanelEvent) => void;
  readonly counted: (counts: ChatCounts) => void;
}

export interface ChatServices {
  readonly chats: Chats;
  readonly questions: Questions;
  readonly watchers: ChatWatchers;
  /** Questions to the user came or went: answers that wait for one are shown anew. */
  promptsChanged(): void;
  /** Ends what is being written; what was written stays. */
  stop(): Promise<void>;
}

const idBytes = 6;

export async function createChatServices(options: ChatServicesOptions): Promise<ChatServices> {
  const { agentServices, clients, models, prompts, table, mask, now, tell } = options;
  const newId = () => options.randomBytes(idBytes).toString('hex');
  const sources = new ChatSources({ listings: agentServices.listings, servers: options.servers });
  const agents = new ChatAgents({
    ...{ services: agentServices, clients },
    onEnded: chatId => runs.stop(chatId, 'user'),
  });
  const runs: ChatRuns = new ChatRuns({
    ...{ agents, models, sources, table, now, tap: agentServices.tap, hub: agentServices.hub },
    text: (chatId, turnId, piece) => watchers.text(chatId, turnId, piece),
    changed: chatId => {
      watchers.changed(chatId, null);
      counts.tell();
    },
  });
  const open = new OpenConversations({
    ...{ table, persist: table, now, newId, mask },
    changed: (chatId, turn) => {
      watchers.changed(chatId, turn?.id ?? null);
      counts.tell();
    },
    isInUse: chatId => runs.isRunning(chatId) || watchers.isOpen(chatId),
  });
  const views: ConversationViews = new ConversationViews({
    ...{ mask, models, startedAt: now() },
    promptsOf: agentId => prompts.of(agentId),
    runningAgent: chatId => runs.agentIn(chatId),
    sourcesOf: chat => {
      const conversation = open.get(chat.id);
      return conversation ? runs.route(conversation, '', false, listingAgent(clientIdOf({ kind: 'user' }))) : [];
    },
  });
  const watchers: ChatWatchers = new ChatWatchers({
    head: chatId => {
      const conversation = open.get(chatId);
      return conversation && views.head(conversation);
    },
    turn: (chatId, turnId) => {
      const conversation = open.get(chatId);
      const turn = conversation?.path().find(({ id }) => id === turnId);
      return conversation && turn ? views.turn(conversation, turn) : null;
    },
    tell,
  });
  const counts = new Counts(await table.counts(), options.counted, () => {
    const waiting = runs.ids.filter(id => views.isWaiting(id, open.get(id)?.path() ?? []));
    return { writing: runs.ids.length, waiting: waiting.length };
  });
  const common = { open, table, runs, agents, views, watchers, clients, mask, newId };
  const chats = new Chats({ ...common, counted: by => counts.count(by) });
  const questions = new Questions({ ...common, chats, listingAgent: asker => listingAgent(clientIdOf(asker)) });
  return {
    ...{ chats, questions, watchers },
    promptsChanged: () => {
      for (const chatId of runs.ids) watchers.changed(chatId, open.get(chatId)?.chat.leaf ?? null);
      counts.tell();
    },
    stop: async () => {
      const ended = runs.ids.map(id => runs.ended(id));
      for (const id of runs.ids) runs.stop(id, 'hub');
      await Promise.all(ended);
      agents.stop();
      watchers.stop();
    },
  };
}

/** Who has no agent yet is offered what is the same for every agent. */
function listingAgent(clientId: string) {
  return { id: '', clientId, browserId: null };
}

/** How many conversations there are, told when it is another number than before. */
class Counts {
  #conversations: number;
  readonly #tell: (counts: ChatCounts) => void;
  readonly #running: () => Pick<ChatCounts, 'writing' | 'waiting'>;
  #told = '';

  constructor(
    { total }: { readonly total: number },
    tell: (counts: ChatCounts) => void,
    running: () => Pick<ChatCounts, 'writing' | 'waiting'>,
  ) {
    this.#conversations = total;
    this.#tell = tell;
    this.#running = running;
    this.tell();
  }

  count(by: number): void {
    this.#conversations += by;
    this.tell();
  }

  tell(): void {
    const counts = { conversations: this.#conversations, ...this.#running() };
    const text = JSON.stringify(counts);
    if (text === this.#told) return;
    this.#told = text;
    this.#tell(counts);
  }
}
