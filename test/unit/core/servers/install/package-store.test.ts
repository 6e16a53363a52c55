// Which packages count as unused, and what is taken away of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PackageStore } from '../../../../../electron/core/servers/install/package-store.ts';

const key = { kind: 'npm', identifier: 'held', version: '1.0.0', registry: null } as const;
const facts = { integrity: null, scripts: [] };
const nothing = { configs: [], ids: [] };

async function storeWith(serverId: string) {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let drafts = 0;
  const store = new PackageStore({
    folder,
    rows: [],
    persist: { put: () => {}, remove: () => {} },
    randomBytes: size => Buffer.alloc(size, (drafts += 1)),
  });
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
