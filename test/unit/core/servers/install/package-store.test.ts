// Which packages count as unused, what is taken away of them, and that what is kept is read-only.
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PackageStore } from '../../../../../electron/core/servers/install/package-store.ts';

const key = { kind: 'npm', identifier: 'held', version: '1.0.0', registry: null } as const;
const facts = { integrity: null, scripts: [] };
const nothing = { configs: [], ids: [] };

function emptyStore() {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let drafts = 0;
  const store = new PackageStore({
    folder,
    rows: [],
    persist: { put: () => {}, remove: () => {} },
    randomBytes: size => Buffer.alloc(size, (drafts += 1)),
  });
  onTestFinished(async () => {
    await store.clear(() => nothing, null);
  });
  return { folder, store };
}

async function storeWith(serverId: string) {
  const { store } = emptyStore();
  const keep = async (holder: string) => {
    const draft = await store.begin('npm');
    writeFileSync(join(draft, 'index.js'), '');
    return store.keep(draft, key, facts, holder);
  };
  return { store, keep, row: await keep(serverId) };
}

test('A package that a job has in its hand is not taken away, and is unused once its server lets go of it.', async () => {
  const { store, row } = await storeWith('one');
  expect(store.unused(nothing).ids).toEqual([]);
  expect(await store.clear(() => nothing, new Set([row.id]))).toEqual({ bytes: 0 });
  expect(await store.faultOf(store.placeOf(row.id))).toBeNull();
  store.release('one');
  expect(store.unused(nothing).ids).toEqual([row.id]);
});

test('One that two have taken up stays until both let go, and what an install keeps stays after that.', async () => {
  const { store, row } = await storeWith('one');
  expect(await store.find(key, null, 'two')).toEqual(row);
  store.release('one');
  expect(store.unused(nothing).ids).toEqual([]);
  store.release('two');
  expect(store.unused({ configs: [], ids: [row.id] }).ids).toEqual([]);
  expect(store.unused(nothing).ids).toEqual([row.id]);
});

test('What is looked for while unused ones are taken away is either there as a whole or not found.', async () => {
  const { store, keep, row } = await storeWith('one');
  store.release('one');
  const [, found] = await Promise.all([store.clear(() => nothing, null), store.find(key, null, 'two')]);
  expect(found).toBeNull();
  const [again] = await Promise.all([keep('three'), store.clear(() => nothing, null)]);
  const cleared = store.clear(() => nothing, null);
  expect([again.id, (await cleared).bytes, await store.faultOf(store.placeOf(row.id))]).toEqual([row.id, 0, null]);
});

function modeOf(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8);
}

/** As packages of npm are: a program, a file, and a link to the program. */
async function linked() {
  const { folder, store } = emptyStore();
  const outside = join(folder, 'outside.txt');
  writeFileSync(outside, '', { mode: 0o644 });
  const draft = await store.begin('npm');
  mkdirSync(join(draft, 'node_modules/.bin'), { recursive: true, mode: 0o755 });
  writeFileSync(join(draft, 'node_modules/run.js'), '', { mode: 0o755 });
  writeFileSync(join(draft, 'node_modules/data.json'), '{}', { mode: 0o644 });
  symlinkSync('../run.js', join(draft, 'node_modules/.bin/run'));
  symlinkSync(outside, join(draft, 'node_modules/.bin/out'));
  const row = await store.keep(draft, key, facts, 'one');
  return { outside, store, row, place: store.placeOf(row.id) };
}

const sealed = { '': '555', node_modules: '555', 'node_modules/.bin': '555', 'node_modules/run.js': '555' };

test('What is kept is read-only, links lead to what they led to, and it is taken away all the same.', async () => {
  const { outside, store, place } = await linked();
  const paths = { ...sealed, 'node_modules/data.json': '444' };
  expect(Object.keys(paths).map(path => modeOf(join(place, path)))).toEqual(Object.values(paths));
  expect(modeOf(outside)).toBe('644');
  expect(await store.faultOf(place)).toBeNull();
  store.release('one');
  await store.clear(() => nothing, null);
  expect(existsSync(place)).toBe(false);
  expect(existsSync(outside)).toBe(true);
});

test('A package that was kept before that is read-only from its next start, and is what it was.', async () => {
  const { store, place } = await linked();
  for (const path of ['', 'node_modules', 'node_modules/.bin', 'node_modules/run.js'])
    chmodSync(join(place, path), 0o755);
  expect(await store.faultOf(place)).toBeNull();
  expect(Object.keys(sealed).map(path => modeOf(join(place, path)))).toEqual(Object.values(sealed));
  expect(await store.faultOf(place)).toBeNull();
});
