// What is shared ends with its server and with its fleet, also where that cannot be written; what is undone brings nothing back that has ended.
import { expect, test } from 'vitest';
import { ShareRegistry } from '../../../../electron/core/fleet/shared/share-registry.ts';
import { buildPending } from '../../../support/hub-fixtures.ts';
import type { OwnShare } from '../../../../electron/core/fleet/shared/share-registry.ts';

function own(share: string, serverId = share, hubs = ['jun']): OwnShare {
  return { share, serverId, hubs, roles: [], tools: null, readOnly: false, description: '' };
}

async function registry(kept: readonly OwnShare[], ids = ['files', 'mail', 'wiki']) {
  const servers = new Set(ids);
  const disk = { kept: kept as unknown, fails: false, writes: 0, before: Promise.resolve() as Promise<unknown> };
  const store = {
    get: async <T>(_key: string, schema: { parse(value: unknown): T }) => schema.parse(disk.kept),
    set: async (_key: string, value: unknown) => {
      disk.writes += 1;
      await disk.before;
      if (disk.fails) throw new Error('The disk is full.');
      disk.kept = value;
    },
  };
  const open = () => ShareRegistry.read(store, id => servers.has(id));
  const shares = await open();
  const told: string[] = [];
  shares.onChange(share => void told.push(share));
  const names = () => shares.all().map(({ share }) => share);
  return { shares, servers, disk, told, names, open };
}

test('A server that is gone is not shared, and another one that gets its id later is not either.', async () => {
  const { disk, names, servers, open } = await registry([own('files'), own('gone')]);
  expect(names()).toEqual(['files']);
  servers.add('gone');
  expect((await open()).get('gone')).toBeNull();
  expect(disk.kept).toEqual([own('files')]);
});

test('With its server a share ends, told and kept; so it does where it cannot be kept, which whoever removed it hears.', async () => {
  const { shares, disk, names, told, open } = await registry([own('files'), own('docs', 'mail'), own('wiki')]);
  await shares.serverRemoved('none');
  expect(disk.writes).toBe(0);
  await shares.serverRemoved('mail');
  expect([names(), told, (await open()).all()]).toEqual([['files', 'wiki'], ['docs'], [own('files'), own('wiki')]]);
  disk.fails = true;
  await expect(shares.serverRemoved('files')).rejects.toThrow('The disk is full.');
  expect([names(), told]).toEqual([['wiki'], ['docs', 'files']]);
});

test('What is shared in a fleet ends with it, as far as it can be kept or not.', async () => {
  const { shares, disk, names, told } = await registry([own('files'), own('mail')]);
  disk.fails = true;
  await expect(shares.clear()).rejects.toThrow('The disk is full.');
  expect([names(), told]).toEqual([[], ['files', 'mail']]);
  disk.fails = false;
  await shares.share(own('wiki'));
  expect(disk.kept).toEqual([own('wiki')]);
  await shares.clear();
  expect(disk.kept).toEqual([]);
});

test('What is shared as it was ends no call and is not written again.', async () => {
  const { shares, disk, told } = await registry([own('files')]);
  await shares.share(own('files'));
  expect([disk.writes, told]).toEqual([0, []]);
  await shares.share(own('files', 'files', ['jun', 'mia']));
  expect([disk.writes, told]).toEqual([1, ['files']]);
});

test('A share that cannot be kept is as it was before; what has ended for good meanwhile does not come back with it.', async () => {
  const { shares, servers, disk, names } = await registry([own('files'), own('mail')]);
  disk.fails = true;
  await expect(shares.share(own('files', 'files', ['mia']))).rejects.toThrow('The disk is full.');
  expect(shares.get('files')).toEqual(own('files'));
  await expect(shares.unshare('mail')).rejects.toThrow('The disk is full.');
  expect(names().toSorted()).toEqual(['files', 'mail']);

  const written = buildPending();
  disk.before = written.promise;
  const asked = [shares.share(own('files', 'files', ['mia'])), shares.unshare('mail')];
  servers.delete('files');
  const ended = [shares.serverRemoved('files'), shares.clear()];
  written.resolve();
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
  await Promise.allSettled(ended);
  expect(names()).toEqual([]);
});
