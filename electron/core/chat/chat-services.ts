// Chat, put together: conversations, who writes in them, and who is told.

import { chatClientId } from '../../../contract/chat.ts';
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
import type { Plugin } from '../../../contract/schemas/plugins.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { PromptQueue } from '../permissions/prompt-queue.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { ChatsTable } from '../store/chats-table.ts';
import type { ChatModels } from './chat-models.ts';
import type { LentTools } from './lent-tools.ts';

export interface ChatServicesOptions {
  readonly agentServices: AgentServices;
  readonly clients: Pick<ClientRegistry, 'get' | 'seen'>;
  readonly models: ChatModels;
  readonly prompts: Pick<PromptQueue, 'of'>;
  readonly servers: Pick<ServerSupervisor, 'list'>;
  /** What is shown of a plugin. */
  readonly plugin: (id: string) => Plugin | null;
  readonly table: ChatsTable;
  readonly mask: Pick<SecretMask, 'value' | 'message'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** To every panel. */
  readonly tell: (event: PanelEvent) => void;
  readonly counted: (counts: ChatCounts) => void;
}

const idBytes = 6;

export class ChatServices {
  readonly chats: Chats;
  readonly questions: Questions;
  readonly watchers: ChatWatchers;
  readonly #options: ChatServicesOptions;
  readonly #agents: ChatAgents;
  readonly #runs: ChatRuns;
  readonly #open: OpenConversations;
  readonly #views: ConversationViews;
  readonly #counts: Counts;

  private constructor(options: ChatServicesOptions, conversations: number) {
    const { agentServices, clients, table, mask } = options;
    this.#options = options;
    this.#agents = new ChatAgents({
      ...{ services: agentServices, clients },
      // Another asker's answer in the same conversation goes on.
      onEnded: (chatId, agentId) => {
        if (this.#runs.agentIn(chatId) === agentId) this.#runs.stop(chatId, 'user');
      },
    });
    this.#runs = this.#createRuns();
    this.#open = this.#createOpen();
    this.#views = this.#createViews();
    this.watchers = this.#createWatchers();
    this.#counts = new Counts(conversations, options.counted, () => this.#running());
    const own = { open: this.#open, runs: this.#runs, agents: this.#agents, views: this.#views };
    const common = { ...own, table, clients, mask, watchers: this.watchers, newId: this.#newId };
    this.chats = new Chats({ ...common, counted: by => this.#counts.count(by) });
    const ask = { ...common, chats: this.chats };
    this.questions = new Questions({ ...ask, listingAgent: asker => listingAgent(clientIdOf(asker)) });
  }

  static async open(options: ChatServicesOptions): Promise<ChatServices> {
    return new ChatServices(options, (await options.table.counts()).total);
  }

  /** The tools of a page, for its own questions in this conversation; null takes them back. */
  lend(chatId: string, tools: LentTools | null): void {
    this.#runs.lend(chatId, tools);
  }

  /** Questions to the user came or went: answers that wait for one are shown anew. */
  promptsChanged(): void {
    for (const chatId of this.#runs.ids) this.watchers.changed(chatId, this.#open.get(chatId)?.chat.leaf ?? null);
    this.#counts.tell();
  }

  /** Ends what is being written; what was written stays. */
  async stop(): Promise<void> {
    const ended = this.#runs.ids.map(async id => this.#runs.ended(id));
    for (const id of this.#runs.ids) this.#runs.stop(id, 'hub');
    await Promise.all(ended);
    this.#agents.stop();
    this.watchers.stop();
  }

  readonly #newId = () => this.#options.randomBytes(idBytes).toString('hex');

  #changed(chatId: string, turnId: string | null): void {
    this.watchers.changed(chatId, turnId);
    this.#counts.tell();
  }

  #running(): Pick<ChatCounts, 'writing' | 'waiting'> {
    const { ids } = this.#runs;
    const waiting = ids.filter(id => this.#views.isWaiting(id, this.#open.get(id)?.path() ?? []));
    return { writing: ids.length, waiting: waiting.length };
  }

  #createRuns(): ChatRuns {
    const { agentServices, models, servers, plugin, table, now } = this.#options;
    const { listings, browsers, tap, hub } = agentServices;
    return new ChatRuns({
      ...{ models, table, now, tap, hub, agents: this.#agents },
      sources: new ChatSources({ listings, browsers, servers, plugin }),
      text: (chatId, turnId, piece) => this.watchers.text(chatId, turnId, piece),
      changed: chatId => this.#changed(chatId, null),
    });
  }

  #createOpen(): OpenConversations {
    const { table, now, mask } = this.#options;
    return new OpenConversations({
      ...{ table, persist: table, now, mask, newId: this.#newId },
      changed: (chatId, turn) => this.#changed(chatId, turn?.id ?? null),
      isInUse: chatId => this.#runs.isRunning(chatId) || this.watchers.isOpen(chatId),
    });
  }

  #createViews(): ConversationViews {
    const { mask, models, prompts, now } = this.#options;
    return new ConversationViews({
      ...{ mask, models, startedAt: now() },
      promptsOf: agentId => prompts.of(agentId),
      runningAgent: chatId => this.#runs.agentIn(chatId),
      sourcesOf: conversation => this.#runs.route(conversation, '', false, listingAgent(chatClientId)),
    });
  }

  #createWatchers(): ChatWatchers {
    return new ChatWatchers({
      head: chatId => {
        const conversation = this.#open.get(chatId);
        return conversation && this.#views.head(conversation);
      },
      turn: (chatId, turnId) => {
        const conversation = this.#open.get(chatId);
        const turn = conversation?.path().find(({ id }) => id === turnId);
        return conversation && turn ? this.#views.turn(conversation, turn) : null;
      },
      tell: this.#options.tell,
    });
  }
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
    conversations: number,
    tell: (counts: ChatCounts) => void,
    running: () => Pick<ChatCounts, 'writing' | 'waiting'>,
  ) {
    this.#conversations = conversations;
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
