// Reading sources with every fault that one may have: a registry on loopback, files, in small limits.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as it, onTestFinished } from 'vitest';
import { EntryFiltersSchema } from '../../../contract/schemas/catalogue.ts';
import { refreshSource, refreshVersions } from '../../../electron/catalogue/refresh.ts';
import { sourceLimits } from '../../../electron/catalogue/sources/source-limits.ts';
import { EntryWriter } from '../../../electron/catalogue/stored/entry-writer.ts';
import { findEntry } from '../../../electron/catalogue/stored/find-entry.ts';
import { openDatabase } from '../../../electron/catalogue/stored/open-database.ts';
import { search } from '../../../electron/catalogue/stored/search.ts';
import { Statements } from '../../../electron/catalogue/stored/statements.ts';
import { day, manyPublished, npmPackage, published } from '../../support/catalogue/published.ts';
import { startRegistry } from '../../support/catalogue/registry.ts';
import type { SourceKind } from '../../../contract/catalogue.ts';
import type { ReadSource } from '../../../contract/schemas/catalogue-worker.ts';
import type { SourceLimits } from '../../../electron/catalogue/sources/source-limits.ts';
import type { FixtureRegistry, Published } from '../../support/catalogue/registry.ts';

const small: SourceLimits = { ...sourceLimits, answerMs: 2_000, backOffMs: 1, waitMs: 2_000, pageBytes: 1024 * 1024 };

function useFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-sources-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What is stored, and how a source is read into it. */
function useStored(limits: SourceLimits = small) {
  const { database } = openDatabase(useFolder());
  const statements = new Statements(database);
  onTestFinished(() => statements.close());
  const writer = new EntryWriter(statements);
  const waited: number[] = [];
  const clock = { now: Date.parse(day(400)) };
  const parts = {
    ...{ writer, limits, now: () => clock.now },
    pause: async (ms: number, signal: AbortSignal) => {
      waited.push(ms);
      await sleep(Math.min(ms, 5), undefined, { signal });
    },
  };
  interface Kind {
    readonly kind?: SourceKind;
    readonly official?: boolean;
    readonly vouches?: boolean;
  }
  const sourceOf = (address: string, { kind = 'registry', official = false, vouches = false }: Kind = {}) => {
    return { id: 'ours', kind, name: 'Ours', address, official, vouches } satisfies ReadSource;
  };
  const shown = [{ id: 'ours', name: 'Ours' }];
  return {
    clock,
    waited,
    read: (address: string, more: Kind & { signal?: AbortSignal; onNews?: () => void } = {}) =>
      refreshSource(sourceOf(address, more), {
        ...{ ...parts, onNews: more.onNews ?? (() => {}) },
        signal: more.signal ?? new AbortController().signal,
      }),
    versions: (address: string, name: string) =>
      refreshVersions(sourceOf(address), name, { ...parts, signal: new AbortController().signal }),
    find: (query: string, filters: object = {}) =>
      search(statements, {
        ...{ query, sort: 'match', offset: 0, limit: 50, shown },
        filters: EntryFiltersSchema.parse(filters),
      }),
    entry: (name: string, version: string | null = null) =>
      findEntry(statements, { sourceId: 'ours', name, version, shown }).entry,
  };
}

async function useRegistry() {
  const registry = await startRegistry();
  onTestFinished(() => registry.stop());
  return registry;
}

it('every page is read by its cursor, and only the newest versions are asked for at first', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(...manyPublished(250));
  expect(await stored.read(registry.address)).toEqual({ entries: 250, failed: null, stopped: false, leftOut: null });
  const asked = registry.asked.map(({ path: given }) => new URL(given, registry.address).searchParams);
  expect(asked.map(query => query.get('version'))).toEqual(['latest', 'latest', 'latest']);
  expect(asked[0]?.has('cursor')).toBe(false);
  expect(new Set(asked.map(query => query.get('cursor'))).size).toBe(3);
});

const cursorsOf = (asked: readonly { readonly path: string }[]) =>
  asked.map(({ path: given }) => new URL(given, 'http://registry.example').searchParams.get('cursor'));

it('a whole reading that broke off goes on where it was, and what changed meanwhile comes the next time', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(...manyPublished(350));
  const [first] = manyPublished(1);
  registry.failFrom(2, { kind: 'status', status: 404 });
  expect(await stored.read(registry.address)).toMatchObject({ entries: 200, failed: { kind: 'catalogue-answered' } });
  registry.failFrom(2, null);
  if (first) registry.publish({ ...first, updatedAt: day(300), status: 'deprecated' });
  const before = registry.asked.length;
  expect(await stored.read(registry.address)).toEqual({ entries: 350, failed: null, stopped: false, leftOut: null });
  const asked = cursorsOf(registry.asked.slice(before));
  expect(asked).toHaveLength(2);
  expect(asked).not.toContain(null);
  await stored.read(registry.address);
  expect(stored.entry(first?.server.name ?? '')).toMatchObject({ status: 'deprecated' });
});

it('it begins anew after a day, at another address, and where its registry does not know the place any more', async () => {
  const [registry, other] = [await useRegistry(), await useRegistry()];
  const stored = useStored();
  for (const one of [registry, other]) one.publish(...manyPublished(250));
  const breaksOff = async () => {
    registry.failFrom(1, { kind: 'status', status: 404 });
    await stored.read(registry.address);
    registry.failFrom(1, null);
  };
  const asksFirst = async (one: typeof registry) => {
    const before = one.asked.length;
    expect(await stored.read(one.address)).toMatchObject({ entries: 250, failed: null });
    return cursorsOf(one.asked.slice(before));
  };
  await breaksOff();
  stored.clock.now += 25 * 3_600_000;
  expect((await asksFirst(registry))[0]).toBeNull();
  stored.clock.now += 31 * 24 * 3_600_000;
  await breaksOff();
  expect((await asksFirst(other))[0]).toBeNull();
  await breaksOff();
  registry.fail({ kind: 'status', status: 400 });
  const asked = await asksFirst(registry);
  expect([asked[0] === null, asked[1]]).toEqual([false, null]);
});

/** Reads while, after its first page, an entry of that page changes, and somewhat later one that is still to come: the one with the number `last`. */
async function readAmongChanges(stored: ReturnType<typeof useStored>, registry: FixtureRegistry, last: number) {
  const all = manyPublished(350);
  const begun = stored.clock.now;
  const changed = (entry: Published | undefined, seconds: number): Published[] =>
    entry ? [{ ...entry, updatedAt: new Date(begun + seconds * 1_000).toISOString(), status: 'deprecated' }] : [];
  let pages = 0;
  await stored.read(registry.address, {
    onNews: () => {
      pages += 1;
      if (pages !== 1) return;
      stored.clock.now += 200_000;
      registry.publish(...changed(all[0], 10), ...changed(all[last], 100));
    },
  });
  return () => stored.entry(all[0]?.server.name ?? '')?.status;
}

it('what changes on a page that a long reading has behind it is asked for the next time', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(...manyPublished(350));
  const status = await readAmongChanges(stored, registry, 349);
  expect(status()).toBe('active');
  await stored.read(registry.address);
  expect(status()).toBe('deprecated');
});

it('that holds for a reading of what changed since', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(...manyPublished(350));
  await stored.read(registry.address);
  stored.clock.now += 600_000;
  const updatedAt = new Date(stored.clock.now - 300_000).toISOString();
  registry.publish(...manyPublished(350).map(entry => ({ ...entry, updatedAt })));
  const status = await readAmongChanges(stored, registry, 349);
  expect(status()).toBe('active');
  await stored.read(registry.address);
  expect(status()).toBe('deprecated');
});

it('that holds for one in two parts', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(...manyPublished(350));
  registry.failFrom(2, { kind: 'status', status: 404 });
  const status = await readAmongChanges(stored, registry, 200);
  registry.failFrom(2, null);
  expect(await stored.read(registry.address)).toMatchObject({ entries: 350, failed: null });
  expect(status()).toBe('active');
  await stored.read(registry.address);
  expect(status()).toBe('deprecated');
});

it('a registry that is down for a while keeps the place where a whole reading goes on', async () => {
  const faults = [
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429 },
    { kind: 'body', body: '{"servers": [' },
    { kind: 'break' },
  ] as const;
  for (const fault of faults) {
    const registry = await useRegistry();
    const stored = useStored();
    registry.publish(...manyPublished(250));
    registry.failFrom(1, { kind: 'status', status: 404 });
    await stored.read(registry.address);
    registry.failFrom(0, fault);
    expect((await stored.read(registry.address)).failed).not.toBeNull();
    registry.failFrom(0, null);
    expect(await stored.read(registry.address)).toMatchObject({ entries: 250, failed: null });
    expect(cursorsOf(registry.asked).slice(1)).not.toContain(null);
  }
});

it('a reading that broke off does not go on once another one has written since', async () => {
  for (const breaksOff of [false, true]) {
    const registry = await useRegistry();
    const stored = useStored();
    registry.publish(...manyPublished(250));
    await stored.read(registry.address);
    stored.clock.now += 31 * 24 * 3_600_000;
    registry.failFrom(1, { kind: 'status', status: 404 });
    await stored.read(registry.address);
    // A clock that is set back, and then right again.
    stored.clock.now -= 20 * 24 * 3_600_000;
    const updatedAt = new Date(stored.clock.now).toISOString();
    registry.publish(...manyPublished(150).map(entry => ({ ...entry, updatedAt })));
    registry.failFrom(1, breaksOff ? { kind: 'status', status: 404 } : null);
    await stored.read(registry.address);
    registry.failFrom(1, null);
    stored.clock.now += 20 * 24 * 3_600_000 + 1_000;
    expect(await stored.read(registry.address)).toMatchObject({ entries: 250, failed: null });
  }
});

it('the next refresh asks for what changed since, and takes new versions, deprecations and deletions', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(published('io.github.ana/one'), published('io.github.ana/two'), published('io.github.ana/three'));
  await stored.read(registry.address);
  const later = { publishedAt: day(9), updatedAt: day(9) };
  registry.publish(
    published('io.github.ana/one', { ...later, server: { version: '2.0.0' } }),
    published('io.github.ana/two', { updatedAt: day(9), status: 'deleted' }),
    published('io.github.ana/three', { updatedAt: day(9), status: 'deprecated' }),
  );
  expect(await stored.read(registry.address)).toMatchObject({ entries: 3, failed: null });
  const { searchParams } = new URL(registry.asked.at(-1)?.path ?? '', registry.address);
  expect(Date.parse(searchParams.get('updated_since') ?? '')).toBeLessThanOrEqual(Date.parse(day(1)));
  expect(searchParams.has('version')).toBe(false);
  expect(stored.find('').rows.map(({ name, version }) => [name, version])).toEqual([['io.github.ana/one', '2.0.0']]);
  expect(stored.find('').hidden).toEqual([{ filter: 'withdrawn', count: 2 }]);
  expect(stored.entry('io.github.ana/two')).toMatchObject({ status: 'withdrawn' });
  expect(stored.entry('io.github.ana/three')).toMatchObject({ status: 'deprecated' });
  expect(stored.entry('io.github.ana/one')?.versions).toMatchObject([
    { version: '2.0.0', latest: true },
    { version: '1.0.0', latest: false },
  ]);
});

it('a time that is still to come, of an entry or of a clock that was set back, hides no change', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(published('io.github.ana/early', { updatedAt: '2999-01-01T00:00:00Z' }));
  await stored.read(registry.address);
  registry.publish(published('io.github.ana/later', { updatedAt: day(401) }));
  expect(await stored.read(registry.address)).toMatchObject({ entries: 2, failed: null });
  stored.clock.now = Date.parse(day(100));
  registry.publish(published('io.github.ana/back', { updatedAt: day(100) }));
  expect(await stored.read(registry.address)).toMatchObject({ entries: 3, failed: null });
  expect(stored.entry('io.github.ana/back')).toMatchObject({ status: 'active' });
});

it('an entry whose newest version is deleted offers the newest that is active', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(
    published('io.github.ana/one'),
    published('io.github.ana/one', { publishedAt: day(5), server: { version: '2.0.0' } }),
  );
  await stored.read(registry.address);
  await stored.versions(registry.address, 'io.github.ana/one');
  registry.publish(
    published('io.github.ana/one', {
      publishedAt: day(5),
      updatedAt: day(8),
      status: 'deleted',
      server: { version: '2.0.0' },
    }),
  );
  await stored.read(registry.address);
  expect(stored.entry('io.github.ana/one')).toMatchObject({ version: '1.0.0', status: 'active' });
  expect(stored.entry('io.github.ana/one', '2.0.0')).toMatchObject({ version: '2.0.0', status: 'withdrawn' });
});

it('a registry that asks to be left alone is asked again when its time has come', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(published('io.github.ana/one'));
  registry.fail({ kind: 'status', status: 429, headers: { 'retry-after': '1' } }, { kind: 'status', status: 503 });
  expect(await stored.read(registry.address)).toMatchObject({ entries: 1, failed: null });
  expect(stored.waited).toEqual([1_000, 2]);
});

it('one that asks for more patience than there is fails with how long it wants', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.fail({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } });
  const { failed } = await stored.read(registry.address);
  expect(failed).toMatchObject({ kind: 'catalogue-asks-to-wait', seconds: 3_600 });
  expect(registry.asked).toHaveLength(1);
});

it('what was read before a fault stays, and the fault has a name', async () => {
  const faults = [
    [
      { kind: 'status', status: 500 },
      { kind: 'catalogue-answered', status: 500 },
    ],
    [
      { kind: 'status', status: 404 },
      { kind: 'catalogue-answered', status: 404 },
    ],
    [
      { kind: 'body', body: '{"servers": [' },
      { kind: 'catalogue-unreadable', expected: 'registry' },
    ],
    [
      { kind: 'body', body: '<html>' },
      { kind: 'catalogue-unreadable', expected: 'registry' },
    ],
    [
      { kind: 'body', body: '{"servers": {"__proto__": 1}}' },
      { kind: 'catalogue-unreadable', expected: 'registry' },
    ],
    [
      { kind: 'bytes', bytes: 3 * 1024 * 1024 },
      { kind: 'catalogue-too-large', mib: 1 },
    ],
    [{ kind: 'break' }, { kind: 'catalogue-unreachable' }],
    [{ kind: 'redirect', to: 'ftp://example.com/' }, { kind: 'catalogue-unreachable' }],
  ] as const;
  for (const [fault, reason] of faults) {
    const registry = await useRegistry();
    const stored = useStored();
    registry.publish(...manyPublished(150));
    registry.failFrom(1, fault);
    const outcome = await stored.read(registry.address);
    expect(outcome, fault.kind).toMatchObject({ entries: 100, failed: reason });
    // It begins where the source begins, because nobody knows what was missed.
    registry.failFrom(0, null);
    expect(await stored.read(registry.address)).toMatchObject({ entries: 150, failed: null });
  }
});

it('a registry that never answers is given up', async () => {
  const registry = await useRegistry();
  const stored = useStored({ ...small, answerMs: 200, retries: 1 });
  registry.failFrom(0, { kind: 'silence' });
  expect((await stored.read(registry.address)).failed).toMatchObject({ kind: 'catalogue-too-slow' });
  expect(registry.asked).toHaveLength(2);
});

it('cursors that lead in a circle end', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(...manyPublished(150));
  registry.goRound(true);
  expect((await stored.read(registry.address)).failed).toMatchObject({ kind: 'catalogue-goes-round' });
});

it('more entries than are kept end it', async () => {
  const registry = await useRegistry();
  const stored = useStored({ ...small, entries: 150 });
  registry.publish(...manyPublished(250));
  expect((await stored.read(registry.address)).failed).toMatchObject({ kind: 'catalogue-too-many', most: 150 });
});

it('a refresh that is stopped leaves what it has written', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(...manyPublished(250));
  const ending = new AbortController();
  registry.failFrom(1, { kind: 'silence' });
  const reading = stored.read(registry.address, { signal: ending.signal });
  while (registry.asked.length < 2) await sleep(5);
  ending.abort();
  expect(await reading).toMatchObject({ entries: 100, failed: null, stopped: true });
});

it('entries that nobody can read are left out and counted, and the others stay', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  registry.publish(
    published('io.github.ana/good'),
    published('io.github.ana/bad\u202egnp.exe'),
    published('io.github.ana/large', { server: { description: 'x'.repeat(5_000) } }),
    published('<img src=x>'),
  );
  const { entries, leftOut } = await stored.read(registry.address);
  expect(entries).toBe(1);
  expect(leftOut).toMatchObject({ kind: 'catalogue-left-out', count: 3 });
});

it("only a registry that proves namespaces, or that the user's company brings, makes them verified, whatever else says so of itself", async () => {
  const registry = await useRegistry();
  registry.publish(
    published('io.github.ana/one', { server: { _meta: { 'com.example': { verified: true } } } }),
    published('io.github.ana/two', { meta: { 'com.example.registry': { verified: true, downloads: 12 } } }),
  );
  const anybodys = useStored();
  await anybodys.read(registry.address);
  expect(anybodys.find('', { verified: true }).total).toBe(0);
  const ours = useStored();
  await ours.read(registry.address, { vouches: true });
  expect(ours.find('', { verified: true }).rows.map(({ name, uses }) => [name, uses])).toEqual([
    ['io.github.ana/two', 12],
  ]);
  const official = useStored();
  await official.read(registry.address, { official: true });
  expect(official.find('', { verified: true }).total).toBe(2);
});

it('a source at another address is another one', async () => {
  const [before, after] = [await useRegistry(), await useRegistry()];
  const stored = useStored();
  before.publish(published('io.github.ana/before'));
  after.publish(published('io.github.ana/after'));
  await stored.read(before.address);
  await stored.read(after.address);
  expect(stored.find('').rows.map(({ name }) => name)).toEqual(['io.github.ana/after']);
});

it('a file and a folder of files give what they hold, and what is gone from them goes', async () => {
  const folder = useFolder();
  const stored = useStored();
  const one = published('com.example/one').server;
  const two = { server: published('com.example/two').server };
  fs.writeFileSync(path.join(folder, 'one.json'), JSON.stringify(one));
  fs.mkdirSync(path.join(folder, 'more'));
  fs.writeFileSync(
    path.join(folder, 'more/list.json'),
    JSON.stringify({ servers: [two, published('com.example/three').server] }),
  );
  fs.writeFileSync(path.join(folder, 'broken.json'), '{');
  fs.symlinkSync('/etc/passwd', path.join(folder, 'link.json'));
  const names = () =>
    stored
      .find('', {})
      .rows.map(({ name }) => name)
      .toSorted();
  expect(await stored.read(folder, { kind: 'file' })).toMatchObject({
    ...{ entries: 3, leftOut: { count: 1, first: path.join(folder, 'broken.json'), at: null } },
  });
  expect(names()).toEqual(['com.example/one', 'com.example/three', 'com.example/two']);
  fs.rmSync(path.join(folder, 'more'), { recursive: true });
  await stored.read(folder, { kind: 'file' });
  expect(names()).toEqual(['com.example/one']);
  expect((await stored.read(path.join(folder, 'one.json'), { kind: 'file' })).entries).toBe(1);
  expect((await stored.read(path.join(folder, 'none'), { kind: 'file' })).failed).toMatchObject({
    kind: 'catalogue-no-file',
  });
});

it("Harbor's own rows are read from a file as well", async () => {
  const file = path.join(useFolder(), 'harbor.json');
  const stored = useStored();
  const packages = [
    { registryType: 'npm', identifier: '@example/notes', environmentVariables: [{ name: 'KEY', isSecret: true }] },
  ];
  fs.writeFileSync(
    file,
    JSON.stringify({ servers: [{ id: 'notes', name: 'Notes', description: 'Keeps notes.', packages }] }),
  );
  await stored.read(file, { kind: 'file' });
  expect(stored.entry('notes')).toMatchObject({ title: 'Notes', asks: { values: 1, secrets: 1 }, runs: ['npm'] });
});

it('what people type finds what they mean', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  const described = (name: string, description: string) => published(name, { server: { description } });
  registry.publish(
    described('io.github.ana/mcp-server-weather', 'Forecasts.'),
    described('io.github.weatherman/notes', 'Keeps notes.'),
    described('io.github.ben/weather-station', 'Reads a station.'),
    described('io.github.cleo/almanac', 'Weather of former years.'),
    described('com.example/files', 'Reads and writes files of a folder.'),
  );
  await stored.read(registry.address);
  const names = (query: string) => stored.find(query).rows.map(({ name }) => name.split('/')[1]);
  expect(names('weather')).toEqual(['mcp-server-weather', 'weather-station', 'notes', 'almanac']);
  expect(names('weath stat')).toEqual(['weather-station']);
  expect(names('io.github.ana/mcp-server-weather')).toEqual(['mcp-server-weather']);
  expect(names('I want my agent to read files of this folder')[0]).toBe('files');
  expect(names('"; DROP TABLE entries; --*')).toEqual([]);
  expect(names('WÉATHER')).toHaveLength(4);
});

it('each filter tells how many more there would be without it', async () => {
  const registry = await useRegistry();
  const stored = useStored();
  const secret = { environmentVariables: [{ name: 'KEY', isSecret: true }] };
  registry.publish(
    published('io.github.ana/plain'),
    published('io.github.ana/secret', { server: { packages: [npmPackage('a', secret)] } }),
    published('io.github.ana/remote', {
      server: { packages: [], remotes: [{ type: 'sse', url: 'https://a.example/sse' }] },
    }),
    published('io.github.ana/both', { status: 'deprecated', server: { packages: [npmPackage('b', secret)] } }),
  );
  await stored.read(registry.address);
  expect(stored.find('', { runs: ['npm'], withoutSecrets: true })).toMatchObject({
    total: 1,
    hidden: [
      { filter: 'runs', count: 1 },
      { filter: 'withoutSecrets', count: 1 },
      { filter: 'withdrawn', count: 0 },
    ],
  });
});

it('what is stored and damaged, or of a newer program, is put away and begun anew', async () => {
  for (const spoil of [
    (file: string) => fs.writeFileSync(file, 'this is no database'.repeat(1_000)),
    (file: string) => fs.truncateSync(file, 5_000),
  ]) {
    const folder = useFolder();
    new Statements(openDatabase(folder).database).close();
    spoil(path.join(folder, 'catalogue.db'));
    const { database, anew } = openDatabase(folder);
    expect(anew).toMatchObject({ kind: 'catalogue-stored-anew', was: 'broken' });
    new Statements(database).close();
    expect(openAgain(folder)).toBeNull();
  }
  const folder = useFolder();
  const { database } = openDatabase(folder);
  database.exec('PRAGMA user_version = 99');
  new Statements(database).close();
  expect(openAgain(folder)).toMatchObject({ kind: 'catalogue-stored-anew', was: 'newer' });
});

function openAgain(folder: string) {
  const { database, anew } = openDatabase(folder);
  new Statements(database).close();
  return anew;
}
