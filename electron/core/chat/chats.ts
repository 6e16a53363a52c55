// Chat: what somebody can do with conversations as a whole. What is asked in them is in `questions.ts`.
import { hubError } from '../../../words/hub-error.ts';
import { textOfTurn } from '../store/chats-table.ts';
import { beganBy, mayUse } from './chat-askers.ts';
import { exportChat } from './export-chat.ts';
import { foundExcerpt } from './found-excerpt.ts';
import type { ChatChange, ChatRow, ChatTurn, ChatView } from '../../../contract/schemas/chat.ts';
import type { KeptCall, KeptTurn } from '../../../contract/schemas/chat-kept.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ChatSearcher } from '../store/chat-searches.ts';
import type { ChatQuery, ChatsTable, KeptFile } from '../store/chats-table.ts';
import type { ChatAgents } from './chat-agents.ts';
import type { ChatAsker } from './chat-askers.ts';
import type { ChatRuns } from './chat-runs.ts';
import type { ChatWatchers } from './chat-watchers.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationViews } from './conversation-view.ts';
import type { OpenConversations } from './open-conversations.ts';

export interface ChatsOptions {
  readonly open: OpenConversations;
  readonly table: ChatsTable;
  readonly runs: ChatRuns;
  readonly agents: Pick<ChatAgents, 'remove'>;
  readonly views: ConversationViews;
  readonly watchers: Pick<ChatWatchers, 'removed' | 'rearranged'>;
  readonly clients: { get(id: string): Client | null };
  readonly mask: Pick<SecretMask, 'value' | 'message'>;
  readonly newId: () => string;
  /** There is one more, or one less. */
  readonly counted: (by: 1 | -1) => void;
}

/** `turns` lead from one to the next. */
export interface AdoptedChat {
  readonly id: string;
  readonly createdAt: number;
  readonly change: ChatChange;
  readonly turns: readonly KeptTurn[];
}

export class Chats {
  readonly #options: ChatsOptions;

  constructor(options: ChatsOptions) {
    this.#options = options;
  }

  /** Rejects where there is none, and for who may not use it: to them there is none either. */
  async expect(chatId: string, asker: ChatAsker): Promise<Conversation> {
    const conversation = await this.#options.open.expect(chatId);
    if (!mayUse(asker, conversation.chat.from)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat' });
    return conversation;
  }

  async create(change: ChatChange, asker: ChatAsker): Promise<Conversation> {
    const { open, table, clients, counted } = this.#options;
    const conversation = open.create(beganBy(asker, clients));
    conversation.set(change);
    counted(1);
    await table.settled();
    return conversation;
  }

  /** One of the user that another program has kept. Nothing happens where it is here already. */
  async adopt({ id, createdAt, change, turns }: AdoptedChat): Promise<void> {
    const { open, table, counted } = this.#options;
    if (await table.get(id)) return;
    const conversation = open.adopt(id, createdAt);
    conversation.fill(turns, fileId => fileId, '');
    conversation.set(change);
    counted(1);
    await table.settled();
  }

  /** Of those that the asker may use; `hasMore` says that there are older ones. Rejects as `ChatsTable.list` does. */
  async list(
    query: Omit<ChatQuery, 'from'>,
    asker: ChatAsker,
    searcher?: ChatSearcher,
  ): Promise<{ rows: ChatRow[]; hasMore: boolean }> {
    const { table, open, views } = this.#options;
    const from = asker.kind === 'user' ? null : asker;
    const found = await table.list({ ...query, from, count: query.count + 1 }, searcher);
    const rows = found.slice(0, query.count).map(({ chat, turn }) => {
      const conversation = open.get(chat.id);
      const row = views.row(conversation?.chat ?? chat, conversation?.path());
      return turn ? { ...row, found: { turnId: turn.id, excerpt: this.#excerpt(turn, query.text) } } : row;
    });
    return { rows, hasMore: found.length > query.count };
  }

  counts(): Promise<{ total: number; bytes: number }> {
    return this.#options.table.counts();
  }

  view(conversation: Conversation, newest: number): ChatView {
    const path = conversation.path();
    const head = this.#options.views.head(conversation);
    return { head, ...this.#turns(conversation, path, path.slice(-newest)) };
  }

  async turnsBefore(chatId: string, before: string, count: number, asker: ChatAsker) {
    const conversation = await this.expect(chatId, asker);
    const path = conversation.path();
    const end = path.findIndex(({ id }) => id === before);
    if (end < 0) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat-turn' });
    return this.#turns(conversation, path, path.slice(Math.max(0, end - count), end));
  }

  async set(chatId: string, change: ChatChange, asker: ChatAsker): Promise<void> {
    (await this.expect(chatId, asker)).set(change);
  }

  async choose(chatId: string, turnId: string, asker: ChatAsker): Promise<void> {
    const conversation = await this.expect(chatId, asker);
    this.#expectIdle(chatId);
    conversation.choose(turnId);
    this.#options.watchers.rearranged(chatId);
  }

  /** A copy of everything up to this turn, which is the asker's own. */
  async branch(chatId: string, turnId: string, asker: ChatAsker): Promise<Conversation> {
    const source = await this.expect(chatId, asker);
    const path = source
      .path(source.expect(turnId).id)
      .filter(turn => turn.kind === 'question' || turn.state === 'ended');
    const copy = await this.create({ ...source.chat.settings }, asker);
    const files = await this.#copyFiles(source.id, copy.id, path);
    copy.fill(path, id => files.get(id) ?? id, source.chat.title);
    await this.#options.table.settled();
    return copy;
  }

  /** Its turns go; its settings stay. */
  async clear(chatId: string, asker: ChatAsker): Promise<void> {
    const conversation = await this.expect(chatId, asker);
    await this.#stopped(chatId);
    this.#expectIdle(chatId);
    await conversation.clear(cleared => this.#options.table.clear(cleared));
    this.#options.watchers.rearranged(chatId);
    await this.#options.table.settled();
  }

  async remove(chatId: string, asker: ChatAsker): Promise<void> {
    const conversation = await this.expect(chatId, asker);
    await this.#stopped(chatId);
    conversation.isGone = true;
    const { open, agents, table, watchers, counted } = this.#options;
    open.forget(chatId);
    agents.remove(chatId);
    await table.remove(chatId);
    counted(-1);
    watchers.removed(chatId);
  }

  async export(chatId: string, format: Parameters<typeof exportChat>[2], asker: ChatAsker) {
    const conversation = await this.expect(chatId, asker);
    const { mask } = this.#options;
    return exportChat(mask.value(conversation.chat), mask.value(conversation.path()), format);
  }

  /** Arguments and result whole, with secrets masked. */
  async call(chatId: string, turnId: string, callId: string, asker: ChatAsker) {
    const { steps } = (await this.expect(chatId, asker)).expect(turnId, 'answer');
    const calls = steps.flatMap<KeptCall>(step => (step.kind === 'calls' ? step.calls : []));
    const call = calls.find(({ id }) => id === callId);
    if (!call) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat-call' });
    const { mask } = this.#options;
    const argumentsText = mask.message(JSON.stringify(call.arguments, null, 2));
    return { argumentsText, resultText: mask.value(call.resultText) };
  }

  async file(chatId: string, fileId: string, asker: ChatAsker): Promise<KeptFile> {
    await this.expect(chatId, asker);
    const file = await this.#options.table.file(chatId, fileId);
    if (!file) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat-file' });
    return file;
  }

  #turns(conversation: Conversation, path: readonly KeptTurn[], shown: readonly KeptTurn[]) {
    const turns: ChatTurn[] = shown.map(turn => this.#options.views.turn(conversation, turn));
    const [first] = shown;
    return { turns, earlier: first ? path.indexOf(first) : 0 };
  }

  #excerpt(turn: KeptTurn, text: string): string {
    return foundExcerpt(textOfTurn(this.#options.mask.value(turn)), text);
  }

  #expectIdle(chatId: string): void {
    if (this.#options.runs.isRunning(chatId)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'chat-writes' });
  }

  async #stopped(chatId: string): Promise<void> {
    const { open, runs } = this.#options;
    // What waits is not to begin once this has ended.
    open.get(chatId)?.update({ queued: null });
    runs.stop(chatId, 'user');
    await runs.ended(chatId);
  }

  /** By their ids those of the copies. */
  async #copyFiles(from: string, to: string, path: readonly KeptTurn[]): Promise<ReadonlyMap<string, string>> {
    const { table, newId } = this.#options;
    const ids = new Map<string, string>();
    for (const { id } of path.flatMap(turn => (turn.kind === 'question' ? turn.files : []))) {
      const file = ids.has(id) ? null : await table.file(from, id);
      if (!file) continue;
      const copy = { ...file, id: newId() };
      ids.set(id, copy.id);
      await table.putFiles(to, [copy]);
    }
    return ids;
  }
}
