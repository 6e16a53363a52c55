// Plugins on disk: what the user decided about one is there when that is said, and nothing older comes after it.
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../../../../electron/core/store/database.ts';
import { PluginsTable } from '../../../../electron/core/store/plugins-table.ts';
import { WriteBehind } from '../../../../electron/core/store/write-behind.ts';
import { openForTest, temporaryFolder } from './fixtures.ts';
import type { StoredPlugin } from '../../../../electron/core/store/plugins-table.ts';

const claims = {
  name: 'Time',
  version: '1.0.0',
  description: null,
  author: null,
  homepage: null,
  speaks: 'harbor-plugin/v1',
};
const time: StoredPlugin = {
  id: 'time@plugins.example',
  claims,
  tools: [],
  homes: [{ browserId: 'plugins-a', name: 'Firefox 153.0', listing: 'offered' }],
  enabled: true,
  offered: true,
  switchedAt: null,
  registeredAt: 1,
  registrations: 1,
  lastSeenAt: 1,
};

class Watched extends Database {
  readonly durabilities: string[] = [];
  isFull = false;

  override transaction: Database['transaction'] = (durability, body) => {
    this.durabilities.push(durability);
    if (this.isFull) return Promise.reject(new Error('The disk is full.'));
    return super.transaction(durability, body);
  };
}

async function openTable() {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const { store } = await openForTest(file);
  await store.close();
  const database = new Watched(file);
  onTestFinished(() => database.close());
  const report = vi.fn();
  const later = new WriteBehind(database, report);
  const reader = { rows: async () => [] };
  const rows = async () =>
    (await database.all('SELECT value FROM plugins')).map(({ value }) => JSON.parse(String(value)) as StoredPlugin);
  return { database, later, rows, report, table: new PluginsTable({ database, reader: reader as never, later }) };
}

test('A decision survives a power loss, what a plugin says may be lost to one.', async () => {
  const { table, later, database, rows } = await openTable();
  table.putLater(time);
  await later.flush();
  await table.put({ ...time, enabled: false });
  await table.remove('other@plugins.example');
  expect(database.durabilities).toEqual(['normal', 'full', 'full']);
  expect(await rows()).toMatchObject([{ enabled: false }]);
});

test('A decision takes what waits along, in one write, and is on disk though a registration comes right behind it.', async () => {
  const { table, later, database, rows } = await openTable();
  table.putLater({ ...time, registrations: 2 });
  const disabled = table.put({ ...time, registrations: 2, enabled: false });
  table.putLater({ ...time, registrations: 3, enabled: false });
  await disabled;
  expect(database.durabilities).toEqual(['full']);
  await later.flush();
  expect(await rows()).toMatchObject([{ registrations: 3, enabled: false }]);
});

test('Whoever decides is told where it could not be written; it is written as soon as that works, and nothing older is.', async () => {
  const { table, later, database, rows, report } = await openTable();
  table.putLater(time);
  database.isFull = true;
  await expect(table.put({ ...time, enabled: false })).rejects.toThrow('The disk is full.');
  expect(report).toHaveBeenCalledOnce();
  database.isFull = false;
  await later.flush();
  expect(await rows()).toMatchObject([{ enabled: false }]);
});

test('What is forgotten does not come back by what waited to be written of it.', async () => {
  const { table, later, rows } = await openTable();
  table.putLater(time);
  await table.remove(time.id);
  await later.flush();
  expect(await rows()).toEqual([]);
});

test('Rows of before, which say nothing of other versions, are read.', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const { store } = await openForTest(file);
  await store.plugins.put(time);
  await store.close();
  const database = new Database(file);
  const old = { ...time, homes: [{ browserId: 'plugins-a', name: 'Firefox 153.0', toolsHash: 'ab' }] };
  await database.run('full', 'UPDATE plugins SET value = ?', JSON.stringify(old));
  await database.close();
  const { store: again, problems } = await openForTest(file);
  expect([await again.plugins.list(), problems]).toEqual([[time], []]);
});
