// Which bundles are open: those that come in pieces at once, those that an install still reads, and what panels are given of an exported one.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ServerConfigSchema } from '../../../../contract/schemas/servers.ts';
import { createBundleHandlers } from '../../../../electron/core/panel/bundle-handlers.ts';
import { exportBundle } from '../../../../electron/core/servers/bundles/export/export-bundle.ts';
import { OpenedBundles } from '../../../../electron/core/servers/bundles/opened-bundles.ts';
import { createTempHome } from '../../../support/temp-home.ts';

const manifest = {
  ...{ manifest_version: '0.3', name: 'notes', version: '1.0.0', description: 'Keeps notes.', author: { name: 'Ana' } },
  server: {
    type: 'node',
    entry_point: 'index.mjs',
    mcp_config: { command: 'node', args: ['${__dirname}/index.mjs'], env: {} },
  },
};

function bundle(): Buffer {
  const text = (value: string) => new TextEncoder().encode(value);
  return Buffer.from(zipSync({ 'manifest.json': text(JSON.stringify(manifest)), 'index.mjs': text('') }));
}

function bundles(needed: ReadonlySet<string> = new Set()) {
  const temp = createTempHome();
  const folder = join(temp.folder, 'incoming');
  let ids = 0;
  const opened = new OpenedBundles({
    folder,
    randomId: () => `b${(ids += 1)}`,
    isNeeded: id => needed.has(id),
    machine: { platform: 'linux', homeDir: '/home/ada' },
    trust: { now: () => 0, roots: () => [] },
  });
  onTestFinished(async () => {
    await opened.close();
    temp.remove();
  });
  return { temp, folder, opened };
}

const stays = () => new AbortController().signal;

afterEach(() => vi.useRealTimers());

test('Of those that begin to come at once each has its place, and no more than five are taken.', async () => {
  const { folder, opened } = bundles();
  mkdirSync(join(folder, 'of-an-earlier-run'), { recursive: true });
  const data = bundle();
  const begun = await Promise.allSettled(
    Array.from({ length: 7 }, () => opened.receive('a.mcpb', data.length, stays())),
  );
  const ids = begun.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  expect(ids).toHaveLength(5);
  expect(readdirSync(folder).toSorted()).toEqual(ids.toSorted());
  for (const id of ids) await opened.piece(id, data.toString('base64'));
  const found = await Promise.all(ids.map(id => opened.received(id)));
  expect(found.map(({ name }) => name)).toEqual(ids.map(() => 'notes'));
});

test('One whose sender goes goes too; one that has come stays, and nobody listens for its sender any more.', async () => {
  const { folder, opened } = bundles();
  const data = bundle();
  const sender = new AbortController();
  const removed = vi.spyOn(sender.signal, 'removeEventListener');
  const whole = await opened.receive('a.mcpb', data.length, sender.signal);
  await opened.piece(whole, data.toString('base64'));
  const { bundleId } = await opened.received(whole);
  expect(removed).toHaveBeenCalledOnce();
  await opened.receive('b.mcpb', data.length, sender.signal);
  sender.abort();
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
  expect(opened.bundleOf(bundleId).bundle.name).toBe('notes');
  await opened.receive('c.mcpb', data.length, sender.signal);
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
});

test('The oldest is let go of when there are too many, but for one that is being installed.', async () => {
  const needed = new Set<string>();
  const { temp, opened } = bundles(needed);
  const path = join(temp.folder, 'notes.mcpb');
  writeFileSync(path, bundle());
  const first = await opened.open(path);
  const second = await opened.open(path);
  needed.add(first.bundleId);
  for (let more = 2; more < 21; more += 1) await opened.open(path);
  expect(opened.bundleOf(first.bundleId).bundle.name).toBe('notes');
  expect(() => opened.bundleOf(second.bundleId)).toThrow(/not open any more|opened again|open it again/i);
});

test('An exported bundle is let go of after its last piece, and when nobody has asked for a minute.', async () => {
  const { temp, opened } = bundles();
  const folder = join(temp.folder, 'package');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.js'), randomBytes(1_300_000));
  const config = ServerConfigSchema.parse({ command: 'node', args: [join(folder, 'index.js')] });
  const makes = vi.fn(() => exportBundle({ name: 'noise', config }, { folder, version: '1.0.0' }, temp.folder));
  const handlers = createBundleHandlers({ bundles: opened, exportBundle: makes });
  const asker = { send() {}, gone: stays() };
  const piece = async (offset: number) => handlers['bundles:export']({ serverId: 'noise', offset }, asker);
  const { bytes } = await piece(0);
  expect(bytes).toBeGreaterThan(1024 * 1024);
  await piece(1024 * 1024);
  expect(makes).toHaveBeenCalledTimes(1);
  await piece(1024 * 1024);
  expect(makes).toHaveBeenCalledTimes(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await piece(0);
  vi.advanceTimersByTime(59_000);
  await piece(0);
  expect(makes).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(60_000);
  await piece(1024 * 1024);
  expect(makes).toHaveBeenCalledTimes(5);
});
