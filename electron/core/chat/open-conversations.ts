// The conversations that are in use, read from the store when somebody opens them and let go when nobody does any more.
import { hubError } from '../../../words/hub-error.ts';
import { Conversation, newChat } from './conversation.ts';
import type { ChatOrigin } from '../../../contract/schemas/chat.ts';
import type { KeptAnswer, KeptChat, KeptStep, KeptTurn } from '../../../contract/schemas/chat-kept.ts';
import type { ChatsTable } from '../store/chats-table.ts';
import type { ConversationOptions } from './conversation.ts';

export interface OpenConversationsOptions extends ConversationOptions {
  readonly table: ChatsTable;
  /** Whether somebody looks at it or an answer is being written in it. */
  readonly isInUse: (chatId: string) => boolean;
}

/** Of those that nobody uses, so many stay for the next look. */
const maxUnused = 20;

export class OpenConversations {
  readonly #options: OpenConversationsOptions;
  readonly #open = new Map<string, Conversation>();
  readonly #opening = new Map<string, Promise<Conversation>>();

  constructor(options: OpenConversationsOptions) {
    this.#options = options;
  }

  /** Null where it is not in use, also where it is kept. */
  get(chatId: string): Conversation | null {
    return this.#open.get(chatId) ?? null;
  }

  /** Rejects with ERR_INVALID_ARGUMENTS where there is none. */
  async expect(chatId: string): Promise<Conversation> {
    const known = this.#open.get(chatId);
    if (known) return this.#used(known);
    const opening = this.#opening.get(chatId) ?? this.#read(chatId);
    this.#opening.set(chatId, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(chatId);
    }
  }

  create(from: ChatOrigin): Conversation {
    const conversation = new Conversation(newChat(from, this.#options), [], this.#options);
    return this.#used(conversation);
  }

  /** One that was read from elsewhere, such as a copy. */
  add(chat: KeptChat, turns: readonly KeptTurn[]): Conversation {
    return this.#used(new Conversation(chat, turns, this.#options));
  }

  /** One of the user that was begun elsewhere, without its turns yet. */
  adopt(id: string, createdAt: number): Conversation {
    return this.add({ ...newChat({ kind: 'user' }, this.#options), id, createdAt }, []);
  }

  forget(chatId: string): void {
    this.#open.delete(chatId);
  }

  async #read(chatId: string): Promise<Conversation> {
    const { table } = this.#options;
    const chat = await table.get(chatId);
    if (!chat) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat' });
    const turns = (await table.turns(chatId)).toSorted((one, other) => one.at - other.at);
    return this.#open.get(chatId) ?? this.#used(new Conversation(chat, turns.map(endedTurn), this.#options));
  }

  /** Is the newest from now on. */
  #used(conversation: Conversation): Conversation {
    this.#open.delete(conversation.id);
    this.#open.set(conversation.id, conversation);
    const unused = [...this.#open.keys()].filter(id => id !== conversation.id && !this.#options.isInUse(id));
    for (const id of unused.slice(0, Math.max(0, unused.length - maxUnused))) this.#open.delete(id);
    return conversation;
  }
}

/** An answer that a hub before this one did not bring to its end. */
function endedTurn(turn: KeptTurn): KeptTurn {
  if (turn.kind !== 'answer' || turn.state === 'ended') return turn;
  const steps = turn.steps.map(endedStep);
  const stop: KeptStep = { kind: 'stopped', round: turn.spent.rounds, by: 'hub', tokens: turn.spent.outputTokens ?? 0 };
  return { ...turn, state: 'ended', steps: [...steps, stop] } satisfies KeptAnswer;
}

function endedStep(step: KeptStep): KeptStep {
  if (step.kind !== 'calls') return step;
  const isUnderWay = (kind: string) => kind === 'running' || kind === 'waiting';
  return {
    ...step,
    calls: step.calls.map(call => (isUnderWay(call.state.kind) ? { ...call, state: { kind: 'stopped' } } : call)),
  };
}
