// Searches through conversations that are asked for faster than they are done.
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newChat } from '../../../../electron/core/chat/conversation.ts';
import { ChatSearches } from '../../../../electron/core/store/chat-searches.ts';
import { Database } from '../../../../electron/core/store/database.ts';
import { Reader } from '../../../../electron/core/store/rows.ts';
import { openForTest, temporaryFolder } from './fixtures.ts';

/** Tells which words are read for, and holds each reading until it is let go on. */
class HeldReader extends Reader {
  readonly read: unknown[] = [];
  #held: (() => void)[] = [];

  override async rows<T>(...given: Parameters<typeof Reader.prototype.rows<T>>): Promise<T[]> {
    const [table, , , words] = given;
    if (table === 'chats') {
      this.read.push(words);
      await new Promise<void>(resolve => this.#held.push(resolve));
    }
    return super.rows(...given);
  }

  goOn(): void {
    for (const resolve of this.#held.splice(0)) resolve();
  }
}

async function heldSearches() {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const { store } = await openForTest(file);
  for (let at = 0; at < 60; at += 1) {
    const chat = newChat({ kind: 'user' }, { now: () => at, newId: () => String(at).padStart(12, '0') });
    store.chats.put(chat.id, () => chat);
  }
  await store.close();
  const database = new Database(file);
  onTestFinished(() => database.close());
  const reader = new HeldReader(database, () => {});
  return { reader, searches: new ChatSearches(reader) };
}

const search = (words: string, count = 10) => ({ words, conditions: [], values: [], count });
const codeOf = (found: Promise<unknown>) =>
  found.then(
    () => 'found',
    ({ code }: { code: string }) => code,
  );
const panel = () => {
  const gone = new AbortController();
  return { gone: gone.signal, leave: () => gone.abort() };
};

/** Until all have ended. */
async function ended(reader: HeldReader, all: readonly Promise<string>[]): Promise<string[]> {
  const going = setInterval(() => reader.goOn(), 1);
  try {
    return await Promise.all(all);
  } finally {
    clearInterval(going);
  }
}

test('Of one panel only the text that it asked for last is searched on, and the one before ends between two pieces.', async () => {
  const { reader, searches } = await heldSearches();
  const one = panel();
  const all = ['a', 'ab', 'abc', 'abcd'].map(words => codeOf(searches.find(search(words), one)));
  expect(await ended(reader, all)).toEqual(['ERR_CANCELLED', 'ERR_CANCELLED', 'ERR_CANCELLED', 'found']);
  // Sixty conversations are looked at in two pieces; of the first text only one was.
  expect(reader.read).toEqual(['a', 'abcd', 'abcd']);
});

test('Who has gone waits for nothing any more, and another panel is told of its own text.', async () => {
  const { reader, searches } = await heldSearches();
  const [one, other] = [panel(), panel()];
  const all = [searches.find(search('a'), one), searches.find(search('b'), other)].map(codeOf);
  one.leave();
  expect(await ended(reader, all)).toEqual(['ERR_CANCELLED', 'found']);
  expect(reader.read).toEqual(['a', 'b', 'b']);
});

test('An equal search that waits is shared, and goes on for those who still want it.', async () => {
  const { reader, searches } = await heldSearches();
  const [one, other, third] = [panel(), panel(), panel()];
  const running = codeOf(searches.find(search('x'), third));
  const shared = [one, other, one, other].map(asker => codeOf(searches.find(search('a'), asker)));
  const pages = codeOf(searches.find(search('a', 5), other));
  one.leave();
  expect(await ended(reader, [running, ...shared, pages])).toEqual(Array(6).fill('found'));
  expect(reader.read).toEqual(['x', 'x', 'a', 'a', 'a', 'a']);
});
