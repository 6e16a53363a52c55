// Writes that wait: taken back with whoever waits for them, and tried again by themselves.
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../../../../electron/core/store/database.ts';
import { WriteBehind } from '../../../../electron/core/store/write-behind.ts';
import { temporaryFolder } from './fixtures.ts';

class Full extends Database {
  isFull = false;

  override transaction: Database['transaction'] = (durability, body) =>
    this.isFull ? Promise.reject(new Error('The disk is full.')) : super.transaction(durability, body);
}

async function open() {
  const database = new Full(path.join(await temporaryFolder(), 'some.db'));
  onTestFinished(() => database.close());
  await database.exec('CREATE TABLE words (word TEXT)');
  const later = new WriteBehind(database, () => {});
  const words = async () => (await database.all('SELECT word FROM words')).map(({ word }) => word);
  const write = (word: string) => ({ sql: 'INSERT INTO words VALUES (?)', values: [word] });
  return { database, later, words, write };
}

/** Withdraws within a transaction what is committed while that one waits for its turn. */
async function withdrawn(scene: Awaited<ReturnType<typeof open>>) {
  const { database, later, write } = scene;
  const ends: string[] = [];
  let turn = () => {};
  const waits = new Promise<void>(resolve => (turn = resolve));
  const held = database.transaction('normal', () => waits);
  const taken = database.transaction('normal', async () => later.withdraw(key => key === 'one'));
  const committed = later.commit(write('one'), 'one').then(() => ends.push('committed'));
  turn();
  await held;
  return { taken: await taken, committed, ends };
}

test('Whoever waits for what is withdrawn for good is told; it is not written.', async () => {
  const scene = await open();
  const { taken, committed, ends } = await withdrawn(scene);
  await scene.later.flush();
  expect(ends).toEqual([]);
  taken.leave();
  await committed;
  expect(await scene.words()).toEqual([]);
});

test('Whoever waits for what is put back is told once it is written.', async () => {
  const scene = await open();
  const { taken, committed } = await withdrawn(scene);
  taken.putBack();
  await committed;
  expect(await scene.words()).toEqual(['one']);
});

test('What is put back does not take the place of a newer one.', async () => {
  const { later, words, write } = await open();
  later.add(write('old'), 'one');
  const taken = later.withdraw(key => key === 'one');
  later.add(write('new'), 'one');
  taken.putBack();
  await later.flush();
  expect(await words()).toEqual(['new']);
});

test('What could not be written is written by itself once that works.', async () => {
  const { database, later, words, write } = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  database.isFull = true;
  await expect(later.commit(write('one'), 'one')).rejects.toThrow('The disk is full.');
  database.isFull = false;
  expect(vi.getTimerCount()).toBe(1);
  vi.runOnlyPendingTimers();
  await later.flush();
  expect(await words()).toEqual(['one']);
});
