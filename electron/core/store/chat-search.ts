// Conversations whose title or turns hold a text, the ones changed last first. Texts are read on the thread that everything else waits
// for, so a search reads a little at a time, and lets others go first in between.
import { setImmediate as others } from 'node:timers/promises';
import { z } from 'zod';
import { KeptChatSchema, KeptTurnSchema } from '../../../contract/schemas/chat-kept.ts';
import { jsonColumn } from './rows.ts';
import type { KeptChat, KeptTurn } from '../../../contract/schemas/chat-kept.ts';
import type { SqlValue } from './database.ts';
import type { Reader } from './rows.ts';

export interface FoundChat {
  readonly chat: KeptChat;
  /** The newest turn that holds the text; null where the title alone does. */
  readonly turn: KeptTurn | null;
}

export interface ChatSearch {
  /** As `searchText` makes it; not empty. */
  readonly words: string;
  /** What else must hold of a row of `chats`. */
  readonly conditions: readonly string[];
  readonly values: readonly SqlValue[];
  readonly count: number;
}

/** Conversations that are looked at together, and bytes of turns that are read at a time. */
const atOnce = { chats: 50, bytes: 1_000_000 };

const OrderSchema = z.object({ id: z.string(), updatedAt: z.number(), inTitle: z.number() });
const SizeSchema = z.object({ turn: z.number(), chatId: z.string(), bytes: z.number() });
const HitSchema = z.object({ chatId: z.string(), turn: z.number() });
const ChatSchema = z.object({ value: jsonColumn(KeptChatSchema) });
const TurnSchema = z.object({ chatId: z.string(), value: jsonColumn(KeptTurnSchema) });

type Order = z.infer<typeof OrderSchema>;
type Size = z.infer<typeof SizeSchema>;

/** `count` of them, or all that there are. `expectWanted` is asked before every piece that is read, and ends the search by what it throws. */
export async function searchChats(reader: Reader, search: ChatSearch, expectWanted: () => void): Promise<FoundChat[]> {
  const found: FoundChat[] = [];
  let last: Order | undefined;
  do {
    expectWanted();
    const window = await windowOf(reader, search, last);
    last = window.length < atOnce.chats ? undefined : window.at(-1);
    const hits = await newestHits(reader, window, search.words, expectWanted);
    const meant = window.filter(({ id, inTitle }) => inTitle === 1 || hits.has(id));
    const left = meant.slice(0, search.count - found.length).map(({ id }) => id);
    found.push(...(await readChats(reader, left, hits)));
    await others();
  } while (last && found.length < search.count);
  return found;
}

function windowOf(
  reader: Reader,
  { words, conditions, values }: ChatSearch,
  after: Order | undefined,
): Promise<readonly Order[]> {
  const all = [...conditions, ...(after ? ['(updatedAt, id) < (?, ?)'] : [])];
  const where = all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`;
  const sql = `SELECT id, updatedAt, instr(search, ?) > 0 AS inTitle FROM chats ${where} ORDER BY updatedAt DESC, id DESC LIMIT ?`;
  const begin = after ? [after.updatedAt, after.id] : [];
  return reader.rows('chats', OrderSchema, sql, words, ...values, ...begin, atOnce.chats);
}

/** By conversation the row of its newest turn that holds the words. */
async function newestHits(
  reader: Reader,
  chats: readonly Order[],
  words: string,
  expectWanted: () => void,
): Promise<ReadonlyMap<string, number>> {
  const ids = JSON.stringify(chats.map(({ id }) => id));
  const sql = `SELECT rowid AS turn, chatId, bytes FROM chatTurns WHERE chatId IN (SELECT value FROM json_each(?))`;
  const sizes = await reader.rows('chatTurns', SizeSchema, sql, ids);
  const hits = new Map<string, number>();
  let left = sizes.toSorted((one, other) => other.turn - one.turn);
  while (left.length > 0) {
    expectWanted();
    const slice = sliceOf(left);
    const read = JSON.stringify(slice.map(({ turn }) => turn));
    const hitsIn = `SELECT chatId, max(rowid) AS turn FROM chatTurns WHERE rowid IN (SELECT value FROM json_each(?)) AND instr(search, ?) > 0 GROUP BY chatId`;
    const rows = await reader.rows('chatTurns', HitSchema, hitsIn, read, words);
    for (const { chatId, turn } of rows) hits.set(chatId, turn);
    left = left.slice(slice.length).filter(({ chatId }) => !hits.has(chatId));
    await others();
  }
  return hits;
}

/** At least one, however large it is. */
function sliceOf(turns: readonly Size[]): readonly Size[] {
  let bytes = 0;
  const end = turns.findIndex((turn, at) => {
    bytes += turn.bytes;
    return at > 0 && bytes > atOnce.bytes;
  });
  return end < 0 ? turns : turns.slice(0, end);
}

async function readChats(
  reader: Reader,
  ids: readonly string[],
  hits: ReadonlyMap<string, number>,
): Promise<FoundChat[]> {
  if (ids.length === 0) return [];
  const chatsSql = 'SELECT id, value FROM chats WHERE id IN (SELECT value FROM json_each(?))';
  const turnsSql = 'SELECT id, chatId, value FROM chatTurns WHERE rowid IN (SELECT value FROM json_each(?))';
  const rows = ids.flatMap(id => hits.get(id) ?? []);
  const chats = await reader.rows('chats', ChatSchema, chatsSql, JSON.stringify(ids));
  const turns = await reader.rows('chatTurns', TurnSchema, turnsSql, JSON.stringify(rows));
  const byId = new Map(chats.map(({ value }) => [value.id, value]));
  const byChat = new Map(turns.map(({ chatId, value }) => [chatId, value]));
  return ids.flatMap(id => {
    const chat = byId.get(id);
    return chat ? [{ chat, turn: byChat.get(id) ?? null }] : [];
  });
}
