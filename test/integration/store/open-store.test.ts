// Opening the store on good, bad, locked and foreign files, with real files and real other processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../../electron/core/store/database.ts';
import { migrations } from '../../../electron/core/store/migrations.ts';
import { openStore } from '../../../electron/core/store/store.ts';
import { client, grant, openForTest, temporaryFolder } from '../../unit/core/store/fixtures.ts';

const options = { now: () => 1, problems: () => undefined };

function startChild(script: string, file: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

test('a kill -9 right after an awaited write of a grant loses nothing', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const { child, ended } = startChild('./grant-writer.ts', file);
  let confirmed = 0;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', line => {
    confirmed = Number(line);
    if (confirmed === 25) child.kill('SIGKILL');
  });
  await Promise.all([ended, once(lines, 'close')]);
  const { store, problems } = await openForTest(file);
  const ids = new Set((await store.grants.list()).map(({ id }) => id));
  const missing = Array.from({ length: confirmed }, (_, n) => `g${n + 1}`).filter(id => !ids.has(id));
  expect({ enough: confirmed >= 25, missing, problems }).toEqual({ enough: true, missing: [], problems: [] });
});

test('the database and its side files are readable by their owner only, whatever the umask', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const { store } = await openForTest(file);
  await store.clients.put(client);
  const modes = await Promise.all(
    ['', '-wal', '-shm'].map(async end => ((await stat(file + end)).mode & 0o777).toString(8)),
  );
  expect(modes).toEqual(['600', '600', '600']);
});

test('a file that was readable by others is closed to them', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  await writeFile(file, '');
  await chmod(file, 0o644);
  await openForTest(file);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
});

test('a file that is no database is refused and left as it is', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const text = 'notes of somebody '.repeat(500);
  await writeFile(file, text);
  await expect(openStore(file, options)).rejects.toThrow(`${file} is damaged; move it away to start fresh`);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a database with damaged pages is reported as damaged when they are read', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const { store } = await openForTest(file);
  for (let n = 0; n < 150; n += 1) await store.grants.add([{ ...grant, id: `g${n}`, tools: ['x'.repeat(2_000)] }], n);
  await store.close();
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  // Behind the first pages, which hold the schema.
  await handle.write(Buffer.alloc(size - 60 * 4096, 0xee), 0, size - 60 * 4096, 60 * 4096);
  await handle.close();
  const { store: again } = await openForTest(file);
  await expect(again.grants.list()).rejects.toThrow(`${file} is damaged`);
});

test('a database that another process has locked is refused with a sentence, and opens once it is free', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  const { store } = await openForTest(file);
  await store.clients.put(client);
  await store.close();
  const { child, ended } = startChild('./lock-holder.ts', file);
  await once(child.stdout, 'data');
  await expect(openStore(file, options)).rejects.toThrow(
    `${file} is locked by another program; close it or move the file away, then start again.`,
  );
  child.stdin.end();
  await ended;
  const { store: again } = await openForTest(file);
  expect(await again.clients.list()).toEqual([client]);
});

test('a folder in the place of the file is refused', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  await mkdir(file);
  await expect(openStore(file, options)).rejects.toThrow(`${file} is a folder and not a file; move it away`);
});

test('a missing folder is refused', async () => {
  const file = path.join(await temporaryFolder(), 'missing', 'pilothouse.db');
  await expect(openStore(file, options)).rejects.toThrow(`The folder of ${file} does not exist`);
});

test('a path that runs through a file is refused', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'home'), '');
  const file = path.join(folder, 'home', 'pilothouse.db');
  await expect(openStore(file, options)).rejects.toThrow(`A part of the path ${file} is a file`);
});

test('a database of a newer Pilothouse is refused and left as it is', async () => {
  const file = path.join(await temporaryFolder(), 'pilothouse.db');
  await (await openStore(file, options)).close();
  const database = new Database(file);
  await database.exec('INSERT INTO schema_version VALUES (99, 1)');
  await database.close();
  const before = await readFile(file);
  await expect(openStore(file, options)).rejects.toThrow(
    `${file} has version 99 and was written by a newer Pilothouse, while this one knows ${migrations.at(-1)?.version}`,
  );
  expect((await readFile(file)).equals(before)).toBe(true);
});

test('a database of another program is refused and left as it is', async () => {
  const file = path.join(await temporaryFolder(), 'places.sqlite');
  const database = new Database(file);
  await database.exec('CREATE TABLE bookmarks (url TEXT)');
  await database.close();
  const before = await readFile(file);
  await expect(openStore(file, options)).rejects.toThrow(`${file} is a database of another program`);
  expect((await readFile(file)).equals(before)).toBe(true);
});
