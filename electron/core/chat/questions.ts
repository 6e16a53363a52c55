// What is asked in conversations: questions, other versions of them, other answers, and what waits for the end of an answer.
import { maxFileBytes, maxQuestionFiles } from '../../../contract/chat.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { ChatFile, ChatSource } from '../../../contract/schemas/chat.ts';
import type { KeptAnswer, KeptChat } from '../../../contract/schemas/chat-kept.ts';
import type { FileAsk } from '../../../contract/schemas/chat-requests.ts';
import type { ChatsTable, KeptFile } from '../store/chats-table.ts';
import type { ListingAgent } from '../tools/tool-listing.ts';
import type { ChatAsker } from './chat-askers.ts';
import type { ChatRuns } from './chat-runs.ts';
import type { ChatWatchers } from './chat-watchers.ts';
import type { Chats } from './chats.ts';
import type { Conversation } from './conversation.ts';

export interface QuestionsOptions {
  readonly chats: Pick<Chats, 'expect'>;
  readonly runs: ChatRuns;
  readonly table: Pick<ChatsTable, 'putFiles' | 'file' | 'settled'>;
  readonly watchers: Pick<ChatWatchers, 'rearranged'>;
  readonly newId: () => string;
  /** Who would ask for tools, before there is an agent of the conversation. */
  readonly listingAgent: (asker: ChatAsker) => ListingAgent;
}

export interface Question {
  readonly text: string;
  readonly files?: readonly FileAsk[];
}

/** An answer that somebody waits for. */
export interface WaitedFor {
  /** The answer ends with it. */
  readonly signal?: AbortSignal;
  /** The trace entry of the request that asks. */
  readonly cause?: number | null;
}

type Queued = NonNullable<KeptChat['queued']>;

export class Questions {
  readonly #options: QuestionsOptions;
  /** Who asked what waits in a conversation. What waited when the hub ended waits for its user. */
  readonly #queuedBy = new Map<string, ChatAsker>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Asks, or has the question wait while an answer is being written. Resolves when the question outlives a kill. */
  async send(chatId: string, question: Question, asker: ChatAsker): Promise<{ queued: boolean }> {
    const conversation = await this.#options.chats.expect(chatId, asker);
    const asked = { text: question.text, files: await this.#keepFiles(chatId, question.files ?? []) };
    const queued = this.#options.runs.isRunning(chatId);
    if (queued) {
      conversation.update({ queued: asked });
      this.#queuedBy.set(chatId, asker);
    } else this.#begin(conversation, asked, conversation.chat.leaf, asker);
    await this.#options.table.settled();
    return { queued };
  }

  /** The same for who waits for the answer. Rejects while another one is being written. */
  async ask(
    chatId: string,
    question: Question,
    asker: ChatAsker,
    { signal, cause = null }: WaitedFor = {},
  ): Promise<KeptAnswer> {
    const { chats, runs } = this.#options;
    const conversation = await chats.expect(chatId, asker);
    const asked = { text: question.text, files: await this.#keepFiles(chatId, question.files ?? []) };
    signal?.throwIfAborted();
    const begun = this.#begin(conversation, asked, conversation.chat.leaf, asker, cause);
    const stop = () => runs.stop(chatId, 'user');
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return (await runs.ended(chatId)) ?? begun;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async takeQueued(chatId: string, asker: ChatAsker): Promise<Queued | null> {
    const conversation = await this.#options.chats.expect(chatId, asker);
    const { queued } = conversation.chat;
    if (queued) conversation.update({ queued: null });
    return queued;
  }

  async stop(chatId: string, asker: ChatAsker): Promise<void> {
    await this.#options.chats.expect(chatId, asker);
    this.#options.runs.stop(chatId, 'user');
    await this.#options.runs.ended(chatId);
  }

  /** Another answer to a question, or to that of an answer. */
  async retry(chatId: string, turnId: string, asker: ChatAsker): Promise<void> {
    const conversation = await this.#options.chats.expect(chatId, asker);
    const turn = conversation.expect(turnId);
    const question = turn.kind === 'question' ? turn : conversation.expect(turn.parent ?? '', 'question');
    conversation.expectOpen();
    this.#follow(conversation, this.#options.runs.begin(conversation, question, asker));
    this.#options.watchers.rearranged(chatId);
    await this.#options.table.settled();
  }

  async edit(chatId: string, questionId: string, question: Question, asker: ChatAsker): Promise<void> {
    const conversation = await this.#options.chats.expect(chatId, asker);
    const { parent } = conversation.expect(questionId, 'question');
    const asked = { text: question.text, files: await this.#keepFiles(chatId, question.files ?? []) };
    this.#begin(conversation, asked, parent, asker);
    this.#options.watchers.rearranged(chatId);
    await this.#options.table.settled();
  }

  /** Goes on with an answer whose budget is used up. */
  async more(chatId: string, answerId: string, calls: number, asker: ChatAsker): Promise<void> {
    const conversation = await this.#options.chats.expect(chatId, asker);
    const answer = conversation.expect(answerId, 'answer');
    const last = answer.steps.at(-1);
    if (last?.kind !== 'budget' || conversation.chat.leaf !== answerId)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'chat-not-used-up' });
    conversation.expectOpen();
    // Before the bound is raised.
    this.#options.runs.expectReady(chatId, asker);
    this.#options.runs.goOn(conversation, withMore(conversation, answer, last.of, calls), asker);
    this.#follow(conversation, answer);
  }

  /** Which sources a question would get. */
  async route(chatId: string, text: string, hasFiles: boolean, asker: ChatAsker): Promise<ChatSource[]> {
    const conversation = await this.#options.chats.expect(chatId, asker);
    return this.#options.runs.route(conversation, text, hasFiles, this.#options.listingAgent(asker));
  }

  #begin(
    conversation: Conversation,
    { text, files }: Queued,
    parent: string | null,
    asker: ChatAsker,
    cause: number | null = null,
  ): KeptAnswer {
    conversation.expectOpen();
    this.#options.runs.expectReady(conversation.id, asker);
    const question = conversation.ask(text, files, parent);
    const answer = this.#options.runs.begin(conversation, question, asker, cause);
    this.#follow(conversation, answer);
    return answer;
  }

  /** What waits is asked once this answer has ended; not when the hub did end it. */
  #follow(conversation: Conversation, { id: answerId }: KeptAnswer): void {
    void this.#options.runs.ended(conversation.id)?.then(ended => {
      const last = ended.steps.at(-1);
      const { queued } = conversation.chat;
      const asker = this.#queuedBy.get(conversation.id);
      if (!queued || !asker || (last?.kind === 'stopped' && last.by === 'hub')) return;
      this.#queuedBy.delete(conversation.id);
      try {
        this.#begin(conversation, queued, answerId, asker);
        conversation.update({ queued: null });
      } catch {
        // Who asked is gone: it waits for the user, who can take it back.
      }
    });
  }

  async #keepFiles(chatId: string, asks: readonly FileAsk[]): Promise<ChatFile[]> {
    if (asks.length > maxQuestionFiles)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'too-many-chat-files', most: maxQuestionFiles });
    const files: KeptFile[] = [];
    const fresh: KeptFile[] = [];
    for (const ask of asks) {
      const file = 'id' in ask ? await this.#options.table.file(chatId, ask.id) : this.#newFile(ask);
      if (!file) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat-file' });
      files.push(file);
      if (!('id' in ask)) fresh.push(file);
    }
    if (fresh.length > 0) await this.#options.table.putFiles(chatId, fresh);
    return files.map(({ data: _, ...file }) => file);
  }

  #newFile({ name, mediaType, data }: Extract<FileAsk, { data: string }>): KeptFile {
    const bytes = Buffer.byteLength(data, 'base64');
    if (bytes > maxFileBytes)
      throw hubError('ERR_TOO_LARGE', { kind: 'chat-file-too-large', file: name, bytes, most: maxFileBytes });
    // In its one form, whatever else stood in it.
    return { id: this.#options.newId(), name, mediaType, bytes, data: Buffer.from(data, 'base64').toString('base64') };
  }
}

/** What was used up gets as much again as the user has set, or the calls that are allowed now. */
function withMore(conversation: Conversation, answer: KeptAnswer, of: string, calls: number): KeptAnswer {
  const { budget, totalCalls, totalCost } = conversation.chat.settings;
  const { spent } = answer;
  if (of === 'total-calls' && totalCalls !== null) conversation.set({ totalCalls: totalCalls + calls });
  if (of === 'total-cost' && totalCost !== null)
    conversation.set({ totalCost: (conversation.chat.totalCost ?? 0) + totalCost });
  const maxCost =
    of === 'cost' && spent.maxCost !== null ? spent.maxCost + (budget.cost ?? spent.maxCost) : spent.maxCost;
  return {
    ...answer,
    spent: {
      ...spent,
      maxCalls: spent.maxCalls + (of === 'calls' ? calls : 0),
      maxRounds: Math.max(spent.maxRounds, spent.rounds + (of === 'rounds' || of === 'calls' ? calls : 1)),
      maxMs: spent.maxMs + (of === 'time' ? budget.seconds * 1_000 : 0),
      maxCost,
    },
  };
}
