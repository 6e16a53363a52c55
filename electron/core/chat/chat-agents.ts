// The agents of conversations: one for each conversation and asker, kept between its questions and gone when nothing is asked for a while.
import { ChatAgent } from './chat-agent.ts';
import { clientIdOf, expectClient, originOf } from './chat-askers.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ChatAsker } from './chat-askers.ts';

export interface ChatAgentsOptions {
  readonly services: AgentServices;
  readonly clients: { get(id: string): Client | null; seen(id: string): void };
  /** An agent was ended from outside, and with it what runs in its conversation. */
  readonly onEnded: (chatId: string, agentId: string) => void;
}

/** What it has open in browsers is lost with it, so it stays for the next question. */
const restMs = 15 * 60_000;

interface Kept {
  readonly chatId: string;
  readonly agent: ChatAgent;
  users: number;
  timer: NodeJS.Timeout | null;
}

export class ChatAgents {
  readonly #options: ChatAgentsOptions;
  readonly #kept = new Map<string, Kept>();

  constructor(options: ChatAgentsOptions) {
    this.#options = options;
  }

  /** Throws ERR_CANCELLED where its client is gone. */
  expect(asker: ChatAsker): void {
    expectClient(this.#options.clients, asker);
  }

  /** Throws where its client is gone. `done` says that an answer has ended. */
  take(chatId: string, asker: ChatAsker): { agent: ChatAgent; done: () => void } {
    const key = `${chatId} ${clientIdOf(asker)} ${originOf(asker) ?? ''}`;
    const kept = this.#kept.get(key) ?? this.#make(key, chatId, asker);
    if (kept.timer) clearTimeout(kept.timer);
    kept.timer = null;
    kept.users += 1;
    return { agent: kept.agent, done: () => this.#rest(key, kept) };
  }

  /** All of a conversation leave for good. */
  remove(chatId: string): void {
    for (const [key, kept] of this.#kept)
      if (kept.chatId === chatId) this.#leave(key, kept, { kind: 'chat-removed' }, false);
  }

  /** The hub stops: they may come back to the next one. */
  stop(): void {
    for (const [key, kept] of this.#kept) this.#leave(key, kept, { kind: 'hub-stops' }, true);
  }

  #make(key: string, chatId: string, asker: ChatAsker): Kept {
    const { services, clients, onEnded } = this.#options;
    const client = expectClient(clients, asker);
    const agent: ChatAgent = new ChatAgent({
      ...{ services, client, origin: originOf(asker), instance: chatId },
      onEnded: () => {
        const own = this.#kept.get(key);
        if (own?.agent === agent) {
          if (own.timer) clearTimeout(own.timer);
          this.#kept.delete(key);
        }
        onEnded(chatId, agent.id);
      },
    });
    clients.seen(client.id);
    const kept: Kept = { chatId, agent, users: 0, timer: null };
    this.#kept.set(key, kept);
    return kept;
  }

  #rest(key: string, kept: Kept): void {
    kept.users -= 1;
    if (kept.users > 0 || this.#kept.get(key) !== kept) return;
    kept.timer = setTimeout(() => this.#leave(key, kept, { kind: 'chat-at-rest' }, true), restMs).unref();
  }

  #leave(key: string, kept: Kept, reason: Reason, mayReturn: boolean): void {
    if (kept.timer) clearTimeout(kept.timer);
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    kept.agent.leave(reason, mayReturn);
  }
}
