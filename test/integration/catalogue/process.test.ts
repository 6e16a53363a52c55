// The process that reads catalogues, as the hub keeps it: what it is given, when it ends, and what rules forbid.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test as it, onTestFinished } from 'vitest';
import { EntryFiltersSchema } from '../../../contract/schemas/catalogue.ts';
import { openCatalogue } from '../../support/catalogue/open-catalogue.ts';
import { npmPackage, published } from '../../support/catalogue/published.ts';
import { startRegistry } from '../../support/catalogue/registry.ts';
import { buildOnce } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import type { CatalogueJudge } from '../../../electron/core/permissions/policy/catalogue-judge.ts';
import type { OpenOptions } from '../../support/catalogue/open-catalogue.ts';

beforeAll(buildOnce);

async function useCatalogue(options: OpenOptions = {}) {
  const registry = await startRegistry();
  const opened = await openCatalogue(options);
  onTestFinished(async () => {
    await opened.stop();
    await registry.stop();
  });
  const { catalogue } = opened;
  const find = (query = '') =>
    catalogue.search({ query, filters: EntryFiltersSchema.parse({}), sort: 'match', offset: 0, limit: 50 });
  return {
    ...opened,
    registry,
    find,
    add: () => catalogue.add({ kind: 'registry', name: 'Ours', address: registry.address }),
  };
}

/** In a folder that is still there once it was stopped. */
async function useKept(options: OpenOptions = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-catalogue-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return useCatalogue({ ...options, folder });
}

it('it works in a private folder and is given no environment but what reaching others depends on', async () => {
  process.env['PILOTHOUSE_TEST_SECRET'] = 'not for it';
  onTestFinished(() => void delete process.env['PILOTHOUSE_TEST_SECRET']);
  const { find, process: side, folder } = await useCatalogue();
  await find();
  const environment = fs.readFileSync(`/proc/${side.pid}/environ`, 'utf8');
  const names = environment.split('\0').map(line => line.split('=')[0]);
  expect(names.filter(name => !/^(?:NODE_CHANNEL_|NODE_EXTRA_CA_CERTS$|SSL_CERT_|$)/.test(name ?? ''))).toEqual([]);
  expect(fs.readlinkSync(`/proc/${side.pid}/cwd`)).toBe(fs.realpathSync(folder));
  expect(fs.statSync(folder).mode & 0o077).toBe(0);
});

it('it ends when nobody asks any more, leaves one file, and is begun anew by the next question', async () => {
  const { refreshed, find, process: side, folder } = await useCatalogue({ idleMs: 50 });
  await refreshed('harbor');
  await until(() => side.pid === null, 'it has ended');
  await until(() => fs.readdirSync(folder).join() === 'catalogue.db', 'it has put its log away');
  expect((await find('filesystem')).rows[0]?.name).toBe('curated-filesystem');
});

it.each<[string, boolean, number, (side: { readonly pid: number | null }) => void]>([
  ['in the middle of its start', false, 60_000, () => {}],
  ['as it ends by itself', true, 0, () => {}],
  ['when its terminal was interrupted', true, 60_000, ({ pid }) => process.kill(pid ?? 0, 'SIGINT')],
])('a hub that stops it %s waits until it has put its log away', async (_, isUp, idleMs, before) => {
  const { find, process: side, stop, folder } = await useKept({ idleMs });
  if (isUp) await find();
  const asked = find('filesystem').catch(() => {});
  before(side);
  await stop();
  expect(fs.readdirSync(folder)).toEqual(['catalogue.db']);
  await asked;
});

it('its hub that is gone leaves no log behind', async () => {
  const { folder } = await useKept();
  const file = path.join(repositoryRoot, 'dist/catalogue/main.js');
  const child = fork(file, [], {
    cwd: folder,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  expect(fs.readdirSync(folder)).toContain('catalogue.db-wal');
  child.disconnect();
  await once(child, 'exit');
  expect(fs.readdirSync(folder)).toEqual(['catalogue.db']);
});

it('questions that come while it starts are answered, and one that it could not be asked says why', async () => {
  const { find, folder, source, refreshed } = await useCatalogue();
  const answers = await Promise.all([find(), find('a'), find('b')]);
  expect(answers.map(({ total }) => total)).toEqual([0, 0, 0]);
  const blocked = await openCatalogue({ folder: path.join(folder, 'catalogue.db') });
  onTestFinished(() => blocked.stop());
  expect((await blocked.refreshed('harbor')).state).toMatchObject({
    kind: 'failed',
    reason: { kind: 'catalogue-not-started' },
  });
  await refreshed('harbor');
  expect(source('harbor').entries).toBe(7);
});

it('what a rule forbids is shown as that, a source that it forbids is neither read nor shown', async () => {
  let isOff = false;
  const reason = { kind: 'foreign', text: 'Not here.' } as const;
  const judge: CatalogueJudge = ({ entry, identifier, sourceId }) => {
    if (entry === null) return isOff && sourceId === 'harbor' ? reason : null;
    return identifier === '@example/bad' ? reason : null;
  };
  const { catalogue, refreshed, registry, add, find, source } = await useCatalogue({ judge });
  const also = (identifier: string) => ({ server: { packages: [npmPackage('@example/bad'), npmPackage(identifier)] } });
  registry.publish(
    published('com.example/bad'),
    published('com.example/either', also('@example/good')),
    published('com.example/only', also('@example/bad')),
  );
  const sourceId = await add();
  await refreshed(sourceId);
  const forbidden = (await find()).rows.filter(row => row.forbidden !== null).map(({ name }) => name);
  expect(forbidden.toSorted()).toEqual(['com.example/bad', 'com.example/only']);
  expect((await catalogue.entryOf(sourceId, 'com.example/only')).forbidden).toEqual(reason);
  expect((await catalogue.entryOf(sourceId, 'com.example/either')).forbidden).toBeNull();
  await refreshed('harbor');
  isOff = true;
  catalogue.rulesChanged();
  expect(source('harbor').state).toEqual({ kind: 'forbidden', reason });
  expect((await find('filesystem')).total).toBe(0);
  expect(() => catalogue.refresh(['harbor'])).toThrow('Not here.');
});

it('the versions of one entry are asked for by themselves, and whoever answers writes nothing about others', async () => {
  const { catalogue, refreshed, registry, add, find } = await useCatalogue();
  const version = (name: string, number: string, isLatest: boolean) =>
    published(name, { isLatest, server: { version: number } });
  registry.publish(version('com.example/one', '1.0.0', false), version('com.example/one', '2.0.0', true));
  const sourceId = await add();
  await refreshed(sourceId);
  expect((await catalogue.entryOf(sourceId, 'com.example/one')).versions).toHaveLength(1);
  await expect(catalogue.entryOf(sourceId, 'com.example/one', '1.0.0')).rejects.toThrow('version 1.0.0');
  expect((await catalogue.lookFor(sourceId, 'com.example/one')).versions.map(one => one.version)).toEqual([
    '2.0.0',
    '1.0.0',
  ]);
  const other = { server: version('com.example/other', '9.0.0', true).server };
  registry.fail({ kind: 'body', body: JSON.stringify({ servers: [other] }) });
  await catalogue.lookFor(sourceId, 'com.example/one');
  expect((await find()).total).toBe(1);
});

it('what it says that is no answer of it ends it', async () => {
  const { find, process: side } = await useCatalogue();
  await find();
  const before = side.pid;
  // Nothing of ours says this: it stands for a process that hostile data has overcome.
  const overcome = await openCatalogue({
    file: path.join(import.meta.dirname, '../../fixtures/catalogue/overcome.mjs'),
  });
  onTestFinished(() => overcome.stop());
  const asked = overcome.catalogue.entryOf('harbor', 'anything');
  await expect(asked).rejects.toThrow('ended before it answered');
  expect(side.pid).toBe(before);
});
