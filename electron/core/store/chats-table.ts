// Conversations, their turns and attached files. What is written while an answer comes in is committed within 50 ms.
import { z } from 'zod';
import { KeptChatSchema, KeptTurnSchema } from '../../../contract/schemas/chat-kept.ts';
import { ChatSearches } from './chat-searches.ts';
import { insertOf, jsonColumn, upsertSql } from './rows.ts';
import type { KeptChat, KeptTurn } from '../../../contract/schemas/chat-kept.ts';
import type { FoundChat } from './chat-search.ts';
import type { ChatSearcher } from './chat-searches.ts';
import type { SqlValue, Transaction } from './database.ts';
import type { TableAccess } from './table-access.ts';
import type { Withdrawn } from './write-behind.ts';

export interface KeptFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** In base64. */
  readonly data: string;
}

export interface ChatQuery {
  readonly text: string;
  readonly before?: { readonly updatedAt: number; readonly id: string } | undefined;
  /** Only those that this one began; null for all. */
  readonly from: { readonly kind: string; readonly id: string } | null;
  readonly count: number;
}

const putChat = upsertSql('chats', ['id', 'chatFrom', 'updatedAt', 'search', 'value']);
const putTurn = upsertSql('chatTurns', ['id', 'chatId', 'bytes', 'search', 'value']);
const putFile = insertOf('chatFiles', ['id', 'chatId', 'bytes', 'name', 'mediaType', 'data'])(1);

const ChatRowSchema = z.object({ value: jsonColumn(KeptChatSchema) });
const TurnRowSchema = z.object({ value: jsonColumn(KeptTurnSchema) });
const FileRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  data: z.string(),
});
const CountsSchema = z.object({ total: z.number(), bytes: z.number() });

export class ChatsTable {
  readonly #at: TableAccess;
  readonly #searches: ChatSearches;

  constructor(at: TableAccess) {
    this.#at = at;
    this.#searches = new ChatSearches(at.reader);
  }

  /** The ones changed last first. Rejects with ERR_CANCELLED where the asker has gone, or searches for another text, before it was done. */
  async list({ text, before, from, count }: ChatQuery, asker?: ChatSearcher): Promise<FoundChat[]> {
    const words = searchText(text);
    if (asker) this.#searches.wantsOnly(words, asker);
    await this.#at.later.flush();
    const conditions = [...(from ? ['chatFrom = ?'] : []), ...(before ? ['(updatedAt, id) < (?, ?)'] : [])];
    const values = [...(from ? [fromKey(from)] : []), ...(before ? [before.updatedAt, before.id] : [])];
    if (words !== '') return this.#searches.find({ words, conditions, values, count }, asker);
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const sql = `SELECT id, value FROM chats ${where} ORDER BY updatedAt DESC, id DESC LIMIT ?`;
    const rows = await this.#at.reader.rows('chats', ChatRowSchema, sql, ...values, count);
    return rows.map(({ value: chat }) => ({ chat, turn: null }));
  }

  async counts(): Promise<{ total: number; bytes: number }> {
    await this.#at.later.flush();
    const sizes = ['SELECT bytes FROM chatTurns', 'SELECT bytes FROM chatFiles'].join(' UNION ALL ');
    const sql = `SELECT (SELECT count(*) FROM chats) AS total, (SELECT coalesce(sum(bytes), 0) FROM (${sizes})) AS bytes`;
    const [row] = await this.#at.reader.rows('chats', CountsSchema, sql);
    return row ?? { total: 0, bytes: 0 };
  }

  async get(id: string): Promise<KeptChat | null> {
    await this.#at.later.flush();
    const [row] = await this.#at.reader.rows('chats', ChatRowSchema, 'SELECT id, value FROM chats WHERE id = ?', id);
    return row?.value ?? null;
  }

  /** In the order in which they were begun. */
  async turns(chatId: string): Promise<KeptTurn[]> {
    await this.#at.later.flush();
    const sql = 'SELECT id, value FROM chatTurns WHERE chatId = ? ORDER BY rowid';
    const rows = await this.#at.reader.rows('chatTurns', TurnRowSchema, sql, chatId);
    return rows.map(({ value }) => value);
  }

  /** `chat` is asked for when it is written. */
  put(id: string, chat: () => KeptChat): void {
    this.#at.later.add({ sql: putChat, values: () => valuesOf(chat()) }, keyOf(id));
  }

  putTurn(chatId: string, id: string, turn: () => KeptTurn): void {
    const values = () => {
      const value = turn();
      const json = JSON.stringify(value);
      return [id, chatId, Buffer.byteLength(json), searchText(textOfTurn(value)), json];
    };
    this.#at.later.add({ sql: putTurn, values }, `${turnKeys(chatId)}${id}`);
  }

  async putFiles(chatId: string, files: readonly KeptFile[]): Promise<void> {
    await this.#at.database.transaction('full', async transaction => {
      for (const { id, bytes, name, mediaType, data } of files)
        await transaction.run(putFile, id, chatId, bytes, name, mediaType, data);
    });
  }

  async file(chatId: string, id: string): Promise<KeptFile | null> {
    const sql = 'SELECT id, name, mediaType, bytes, data FROM chatFiles WHERE chatId = ? AND id = ?';
    const [row] = await this.#at.reader.rows('chatFiles', FileRowSchema, sql, chatId, id);
    return row ?? null;
  }

  /** Its turns and files go, and it stays as it is handed in: all of it or nothing. */
  async clear(chat: KeptChat): Promise<void> {
    await this.#emptied(chat.id, transaction => transaction.run(putChat, ...valuesOf(chat)));
  }

  async remove(chatId: string): Promise<void> {
    await this.#emptied(chatId, transaction => transaction.run('DELETE FROM chats WHERE id = ?', chatId));
  }

  async #emptied(chatId: string, also: (transaction: Transaction) => Promise<unknown>): Promise<void> {
    const { later, database } = this.#at;
    await later.flush();
    const isOwn = (key: string) => key === keyOf(chatId) || key.startsWith(turnKeys(chatId));
    let withdrawn = null as Withdrawn | null;
    try {
      await database.transaction('full', async transaction => {
        // What could not be written before is not to come back once it can.
        withdrawn = later.withdraw(isOwn);
        for (const table of ['chatTurns', 'chatFiles'])
          await transaction.run(`DELETE FROM ${table} WHERE chatId = ?`, chatId);
        await also(transaction);
      });
    } catch (error) {
      withdrawn?.putBack();
      throw error;
    }
    withdrawn?.leave();
  }

  /** Resolves when everything so far outlives a kill. */
  settled(): Promise<void> {
    return this.#at.later.flush();
  }
}

function valuesOf(chat: KeptChat): SqlValue[] {
  return [chat.id, fromKey(chat.from), chat.updatedAt, searchText(chat.title), JSON.stringify(chat)];
}

/** Under which a write of it waits. */
function keyOf(chatId: string): string {
  return `chats ${chatId}`;
}

/** The same of its turns, each with its own id behind. */
function turnKeys(chatId: string): string {
  return `chatTurns ${chatId} `;
}

function fromKey(from: { readonly kind: string; readonly id?: string }): string {
  return `${from.kind} ${from.id ?? ''}`;
}

/** What is searched: a question, and what the model wrote. */
export function textOfTurn(turn: KeptTurn): string {
  if (turn.kind === 'question') return turn.text;
  return turn.steps.flatMap(step => (step.kind === 'text' ? [step.text] : [])).join('\n\n');
}

/** SQLite itself knows the cases of ASCII alone. */
export function searchText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
