// Conversations on disk: what comes back, how they are searched and listed, and what goes with them.
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newChat } from '../../../../electron/core/chat/conversation.ts';
import { ChatsTable } from '../../../../electron/core/store/chats-table.ts';
import { Database } from '../../../../electron/core/store/database.ts';
import { Reader } from '../../../../electron/core/store/rows.ts';
import { WriteBehind } from '../../../../electron/core/store/write-behind.ts';
import { firstAnswer, question } from '../chat/scripted-run.ts';
import { openForTest, temporaryFolder } from './fixtures.ts';
import type { KeptAnswer, KeptChat, KeptTurn } from '../../../../contract/schemas/chat-kept.ts';

const chatOf = (id: string, fields: Partial<KeptChat> = {}): KeptChat => ({
  ...newChat({ kind: 'user' }, { now: () => 1, newId: () => id.repeat(12) }),
  ...fields,
});
const all = { text: '', from: null, count: 100 };

async function storeWith(chats: readonly KeptChat[], turns: Readonly<Record<string, readonly KeptTurn[]>> = {}) {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const opened = await openForTest(file);
  const { chats: table } = opened.store;
  for (const chat of chats) table.put(chat.id, () => chat);
  for (const [chatId, own] of Object.entries(turns)) for (const turn of own) table.putTurn(chatId, turn.id, () => turn);
  await table.settled();
  return { ...opened, file, table };
}

const answer: KeptAnswer = {
  ...firstAnswer,
  state: 'ended',
  steps: [{ kind: 'text', round: 1, text: 'Äpfel and pears', reasoning: '' }],
};

test('What was kept comes back after the store was closed, as it was written last.', async () => {
  const chat = chatOf('a', { title: 'One', updatedAt: 5 });
  const { store, file, table } = await storeWith([chat], { [chat.id]: [question, firstAnswer] });
  table.putTurn(chat.id, answer.id, () => answer);
  await store.close();
  const { store: again, problems } = await openForTest(file);
  expect(await again.chats.get(chat.id)).toEqual(chat);
  expect(await again.chats.turns(chat.id)).toEqual([question, answer]);
  expect(problems).toEqual([]);
});

test('They are listed by their last change, in windows that leave nothing out, also where two changed at once.', async () => {
  const chats = ['a', 'b', 'c', 'd'].map((id, at) => chatOf(id, { updatedAt: at < 2 ? 1 : at }));
  const { table } = await storeWith(chats);
  const first = await table.list({ ...all, count: 3 });
  expect(first.map(({ chat }) => chat.id[0])).toEqual(['d', 'c', 'b']);
  const { id, updatedAt } = first[2]!.chat;
  expect((await table.list({ ...all, before: { id, updatedAt } })).map(({ chat }) => chat.id[0])).toEqual(['a']);
});

test('A text is found in titles, questions and answers, in any case, and what reads like a pattern is taken by its letters.', async () => {
  const [one, two] = [chatOf('a', { title: '100% sure', updatedAt: 2 }), chatOf('b', { title: 'Fruit' })];
  const { table } = await storeWith([one, two], { [two.id]: [question, answer] });
  const ids = async (text: string) => (await table.list({ ...all, text })).map(({ chat }) => chat.id[0]);
  expect(await ids('100%')).toEqual(['a']);
  expect(await ids('0%s')).toEqual([]);
  expect(await ids('äpfel AND')).toEqual(['b']);
  expect(await ids('invoices')).toEqual(['b']);
  expect(await table.list({ ...all, text: 'ÄPFEL' })).toMatchObject([{ turn: { id: answer.id } }]);
  expect(await table.list({ ...all, text: 'fruit' })).toMatchObject([{ chat: { title: 'Fruit' }, turn: null }]);
});

test('A search through much lets others go first, and finds the newest turn of each, in windows as a list has them.', async () => {
  const chats = Array.from({ length: 120 }, (_, at) =>
    chatOf('a', { id: String(at).padStart(12, '0'), updatedAt: at }),
  );
  const long = (id: string, text: string): KeptTurn => ({ ...question, id, text: text.padEnd(300_000, 'word ') });
  const turns = chats.map(({ id }, at): [string, KeptTurn[]] => {
    const isMeant = at % 40 === 5;
    return [id, isMeant ? [long(`${id}x`, 'walrus'), long(`${id}y`, 'The Walrus'), long(`${id}z`, '')] : []];
  });
  const filler = { '000000000050': Array.from({ length: 30 }, (_, at) => long(`f${at}`, '')) };
  const { table } = await storeWith(chats, { ...Object.fromEntries(turns), ...filler });
  let turnsOfOthers = 0;
  let isOver = false;
  const count = () => {
    turnsOfOthers += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const found = await table.list({ ...all, text: 'walrus', count: 2 });
  isOver = true;
  expect(found.map(({ chat, turn }) => [Number(chat.id), turn?.id.at(-1)])).toEqual([
    [85, 'y'],
    [45, 'y'],
  ]);
  // 9 MB of one conversation alone are read in five pieces.
  expect(turnsOfOthers).toBeGreaterThan(5);
  const { id, updatedAt } = found[1]!.chat;
  const older = await table.list({ ...all, text: 'walrus', before: { id, updatedAt } });
  expect(older.map(({ chat }) => Number(chat.id))).toEqual([5]);
});

test('Those of one asker are told from those of all others.', async () => {
  const own = chatOf('a', { from: { kind: 'client', id: 'c1', name: 'One' } });
  const { table } = await storeWith([own, chatOf('b'), chatOf('c', { from: { kind: 'origin', id: 'c1' } })]);
  const found = await table.list({ ...all, from: { kind: 'client', id: 'c1' } });
  expect(found.map(({ chat }) => chat.id[0])).toEqual(['a']);
});

test('Turns and files go with their conversation, and count as long as they are there.', async () => {
  const [one, two] = [chatOf('a'), chatOf('b')];
  const { table } = await storeWith([one, two], { [one.id]: [question] });
  const file = { id: 'f1', name: 'a.csv', mediaType: 'text/csv', bytes: 3, data: 'YWJj' };
  await table.putFiles(one.id, [file]);
  expect(await table.file(one.id, 'f1')).toEqual(file);
  expect(await table.file(two.id, 'f1')).toBeNull();
  expect((await table.counts()).bytes).toBe(Buffer.byteLength(JSON.stringify(question)) + 3);
  await table.remove(one.id);
  expect(await table.counts()).toEqual({ total: 1, bytes: 0 });
  expect(await table.get(one.id)).toBeNull();
  expect(await table.turns(one.id)).toEqual([]);
});

/** Its next writes find the disk full. */
class FullDatabase extends Database {
  failing = 0;

  override transaction<T>(...given: Parameters<Database['transaction']>): Promise<T> {
    if (this.failing === 0) return super.transaction(...given) as Promise<T>;
    this.failing -= 1;
    return Promise.reject(new Error('The disk is full.'));
  }
}

test('Turns that a flush has taken before a conversation was cleared, and writes after it, do not come back.', async () => {
  const chat = chatOf('a', { title: 'One', leaf: answer.id });
  const { store, file } = await storeWith([chat], { [chat.id]: [question] });
  await store.close();
  const database = new Database(file);
  onTestFinished(() => database.close());
  const later = new WriteBehind(database, () => {});
  const table = new ChatsTable({ database, later, reader: new Reader(database, () => {}) });
  table.put(chat.id, () => chat);
  const cleared = table.clear({ ...chat, leaf: null });
  // The flush of the one that clears has taken what it writes; the next one takes the rest while that one waits for its own turn.
  await Promise.resolve();
  await Promise.resolve();
  table.putTurn(chat.id, answer.id, () => answer);
  const flushed = later.flush();
  await Promise.all([cleared, flushed]);
  expect(await table.turns(chat.id)).toEqual([]);
  expect(await table.get(chat.id)).toEqual({ ...chat, leaf: null });
});

test('Turns that could not be written before a conversation was cleared do not come back.', async () => {
  const chat = chatOf('a', { title: 'One', leaf: answer.id });
  const { store, file } = await storeWith([chat], { [chat.id]: [question] });
  await store.close();
  const database = new FullDatabase(file);
  onTestFinished(() => database.close());
  const later = new WriteBehind(database, () => {});
  const table = new ChatsTable({ database, later, reader: new Reader(database, () => {}) });

  table.putTurn(chat.id, answer.id, () => answer);
  database.failing = 2;
  await expect(table.clear({ ...chat, leaf: null })).rejects.toThrow('The disk is full.');
  // Nothing is lost by what failed: what waited is written.
  expect(await table.turns(chat.id)).toEqual([question, answer]);

  const other: KeptAnswer = { ...answer, id: 'cccccccccccc' };
  table.putTurn(chat.id, other.id, () => other);
  database.failing = 1;
  await table.clear({ ...chat, leaf: null });
  expect(await table.turns(chat.id)).toEqual([]);
  expect(await table.get(chat.id)).toEqual({ ...chat, leaf: null });
});
