// Bundles through a real hub: one that the user opens, and one that an entry names, which is fetched on from where it broke off and checked.
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';
import { serverProgram } from '../../support/npm-fixture.ts';
import type { FileHandle } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

const manifest = {
  manifest_version: '0.3',
  name: 'kept-notes',
  display_name: 'Kept notes',
  version: '1.0.0',
  description: 'Keeps notes.',
  author: { name: 'Ana' },
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: { command: 'node', args: ['${__dirname}/server/index.mjs', '${user_config.word}'], env: {} },
  },
  user_config: { word: { type: 'string', title: 'Word', description: 'Any word', required: true } },
};

/** Root writes anywhere, so it goes without that right; a program of any other user has none. */
const writesBesideItself = `
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
const here = fileURLToPath(import.meta.url);
if (process.getuid() === 0 && !process.argv.includes('plain')) {
  const without = ['--bounding-set', '-dac_override,-dac_read_search,-fowner'];
  const { status } = spawnSync('setpriv', [...without, process.execPath, here, 'plain'], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
try {
  writeFileSync(new URL('cache.json', import.meta.url), String(Date.now()));
  console.error('beside: written');
} catch (error) {
  console.error('beside: ' + error.code);
}
await import('./own.mjs');
`;

function bundle(padding = 0, more: object = {}, files: Readonly<Record<string, string>> = {}): Buffer {
  const text = (value: string) => new TextEncoder().encode(value);
  const noise = Uint8Array.from({ length: padding }, (_, at) => (at * 2_654_435_761) >>> 24);
  return Buffer.from(
    zipSync(
      {
        'manifest.json': text(JSON.stringify({ ...manifest, ...more })),
        'server/index.mjs': text(serverProgram('1.0.0', ['look'])),
        ...(padding > 0 && { 'noise.bin': noise }),
        ...Object.fromEntries(Object.entries(files).map(([name, value]) => [name, text(value)])),
      },
      { level: 0 },
    ),
  );
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Serves these bytes; the first answer breaks off in the middle. Returns the address, and the ranges that were asked for. */
async function breaksOff(data: Buffer): Promise<{ address: string; ranges: (string | undefined)[] }> {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, { 'content-length': data.length - from, etag: '"one"' });
    if (ranges.length > 1) return response.end(data.subarray(from));
    return response.write(data.subarray(0, data.length / 2), () => setTimeout(() => response.destroy(), 100));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes.mcpb`, ranges };
}

interface Served {
  readonly data: Buffer;
  readonly etag?: string;
  /** Breaks off in the middle. */
  readonly cut?: boolean;
}

/** Serves what it says at each question, and parts of it as HTTP has them. */
async function serves(answer: (at: number) => Served): Promise<{ address: string; ranges: (string | undefined)[] }> {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { data, etag, cut } = answer(ranges.length);
    const { range, 'if-range': known } = request.headers;
    ranges.push(range);
    const isRest = range !== undefined && (known === undefined || known === etag);
    const from = isRest ? Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0) : 0;
    const place = `bytes ${from}-${data.length - 1}/${data.length}`;
    const tag = etag === undefined ? {} : { etag };
    if (from >= data.length) return response.writeHead(416, { 'content-range': `bytes */${data.length}` }).end();
    const headers = { ...tag, 'content-length': data.length - from, ...(isRest && { 'content-range': place }) };
    response.writeHead(isRest ? 206 : 200, headers);
    if (cut)
      return response.write(data.subarray(from, data.length / 2), () => setTimeout(() => response.destroy(), 100));
    return response.end(data.subarray(from));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes.mcpb`, ranges };
}

describe('a bundle', () => {
  test('One that the user opens is unpacked, tried, approved and called with what was filled in.', async () => {
    const hub = await openInstallHub();
    const path = join(hub.temp.folder, 'notes.mcpb');
    writeFileSync(path, bundle());
    const { bundle: opened } = await hub.request('bundles:open', { path });
    const from = { kind: 'bundle', bundleId: opened.bundleId } as const;
    const plan = await hub.request('installs:plan', { from });
    expect(plan).toMatchObject({ name: 'Kept notes', fields: [{ key: 'word', required: true }] });
    const { serverId } = await hub.request('installs:begin', {
      from,
      name: plan.name,
      values: { word: ['${folder}'] },
    });
    const { tools } = await hub.until(serverId, 'ready');
    expect(tools?.map(({ name }) => name)).toEqual(['look']);
    await hub.approve(serverId);
    await hub.runs(serverId);
    expect(await hub.call(serverId, 'look', {})).toContain('${folder}');
  });

  test('A server without walls cannot write beside itself, and starts again.', async () => {
    const hub = await openInstallHub();
    const path = join(hub.temp.folder, 'writes.mcpb');
    const files = { 'server/own.mjs': serverProgram('1.0.0', ['look']), 'server/index.mjs': writesBesideItself };
    writeFileSync(path, bundle(0, {}, files));
    const { bundle: opened } = await hub.request('bundles:open', { path });
    const from = { kind: 'bundle', bundleId: opened.bundleId } as const;
    const begun = { from, name: 'writes', values: { word: ['x'] }, walls: null };
    const { serverId } = await hub.request('installs:begin', begun);
    await hub.until(serverId, 'ready');
    await hub.approve(serverId);
    await hub.runs(serverId);
    await hub.request('servers:stop', { serverId });
    await expect.poll(() => hub.server(serverId)?.state).toMatchObject({ kind: 'stopped' });
    await hub.request('servers:start', { serverId });
    await hub.runs(serverId);
    const said = await hub.request('servers:logs', { serverId, count: 100 });
    expect(JSON.stringify(said)).toContain('beside: EACCES');
    expect(JSON.stringify(said)).not.toContain('beside: written');
  });

  test('A disk that is full while it is unpacked is named, nothing is left of it, and it goes on when there is room.', async () => {
    const hub = await openInstallHub();
    const path = join(hub.temp.folder, 'notes.mcpb');
    writeFileSync(path, bundle(300_000));
    const handle = await open(path);
    const files = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const full = vi.spyOn(files, 'writeFile').mockImplementation(async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
    onTestFinished(() => full.mockRestore());
    const { bundle: opened } = await hub.request('bundles:open', { path });
    const from = { kind: 'bundle', bundleId: opened.bundleId } as const;
    const { serverId } = await hub.request('installs:begin', { from, name: 'notes', values: { word: ['x'] } });
    const { phase } = await hub.until(serverId, 'failed');
    const folder = join(hub.temp.home, 'packages');
    expect(phase).toMatchObject({ reason: { kind: 'install-disk-full', folder } });
    expect(readdirSync(join(folder, 'mcpb'))).toEqual([]);
    full.mockRestore();
    await hub.request('installs:resume', { serverId });
    await hub.until(serverId, 'ready');
  });

  test('What it sets for its program, and a runtime that is too old, is told before it is fetched, and it is not tried.', async () => {
    const hub = await openInstallHub();
    const path = join(hub.temp.folder, 'steering.mcpb');
    const { server } = manifest;
    const mcp_config = { ...server.mcp_config, env: { NODE_OPTIONS: '--require ${__dirname}/x.js' } };
    const compatibility = { runtimes: { node: '^999.1 || >=1000' } };
    writeFileSync(path, bundle(0, { compatibility, server: { ...server, mcp_config } }));
    const { bundle: opened } = await hub.request('bundles:open', { path });
    const from = { kind: 'bundle', bundleId: opened.bundleId } as const;
    const { warnings } = await hub.request('installs:plan', { from });
    const told = [
      expect.objectContaining({ kind: 'steers-program', name: 'NODE_OPTIONS' }),
      expect.objectContaining({ kind: 'bundle-runtime', program: 'node', range: '^999.1 || >=1000' }),
    ];
    expect(warnings).toEqual(expect.arrayContaining(told));
    const { serverId } = await hub.request('installs:begin', { from, name: 'steering', values: { word: ['x'] } });
    const install = await hub.until(serverId, 'ready');
    expect(install).toMatchObject({ tools: null, noTrial: { kind: 'trial-steered', names: ['NODE_OPTIONS'] } });
    expect(install.warnings).toEqual(expect.arrayContaining(told));
  });

  test('One whose install was under way when the hub ended goes on with its copy, which is gone when it is here.', async () => {
    const hub = await openInstallHub();
    const path = join(hub.temp.folder, 'notes.mcpb');
    writeFileSync(path, bundle(3_000_000));
    const cache = join(hub.temp.home, 'packages/cache/mcpb');
    const begin = async (name: string) => {
      const { bundle: opened } = await hub.request('bundles:open', { path });
      const from = { kind: 'bundle', bundleId: opened.bundleId } as const;
      return hub.request('installs:begin', { from, name, values: { word: ['plain'] } });
    };
    const { serverId } = await begin('Kept notes');
    const other = await begin('Others');
    await hub.stop();
    rmSync(path);
    expect(readdirSync(cache)).toHaveLength(2);
    await hub.start();
    await hub.until(serverId, 'stopped');
    writeFileSync(join(cache, 'left.mcpb.part'), 'left over');
    await hub.request('installs:clear-unused', {});
    expect(readdirSync(cache).toSorted()).toEqual([serverId, other.serverId].map(id => `${id}.mcpb`).toSorted());
    await hub.request('installs:resume', { serverId });
    expect(await hub.until(serverId, 'ready')).toMatchObject({ identifier: 'notes.mcpb', tools: [{ name: 'look' }] });
    await hub.request('installs:cancel', other);
    await expect.poll(() => readdirSync(cache)).toEqual([]);
  });

  test('One that an entry names goes on where it broke off, and is what its entry says.', async () => {
    const hub = await openInstallHub();
    const data = bundle(3_000_000);
    const { address, ranges } = await breaksOff(data);
    const way = buildWay({ kind: 'mcpb', identifier: address, version: '1.0.0', sha256: sha256(data), runtime: null });
    const { name } = hub.offer(buildEntry('io.example/notes', [way]));
    const serverId = await hub.begin(name);
    await hub.until(serverId, 'failed');
    await hub.request('installs:resume', { serverId });
    const { missing } = await hub.until(serverId, 'ready');
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
    expect(missing).toEqual(['word']);
    await hub.request('installs:fill', { serverId, values: { word: ['plain'] } });
    expect(hub.server(serverId)?.commandLine).toMatch(/server\/index\.mjs plain$/);
  });

  test('One whose entry leaves its version to it has that of its manifest.', async () => {
    const hub = await openInstallHub();
    const { address } = await serves(() => ({ data: bundle() }));
    const way = buildWay({ kind: 'mcpb', identifier: address, version: null, runtime: null });
    const { name } = hub.offer(buildEntry('io.example/notes', [way]));
    expect(await hub.until(await hub.begin(name), 'ready')).toMatchObject({ version: '1.0.0' });
  });

  test('One that was broken is fetched anew, once its author has mended it.', async () => {
    const hub = await openInstallHub();
    const broken = Buffer.from('This is no archive at all.');
    const { address, ranges } = await serves(at => ({ data: at === 0 ? broken : bundle() }));
    const way = buildWay({ kind: 'mcpb', identifier: address, version: '1.0.0', runtime: null });
    const serverId = await hub.begin(hub.offer(buildEntry('io.example/notes', [way])).name);
    await hub.until(serverId, 'failed');
    await hub.request('installs:resume', { serverId });
    await hub.until(serverId, 'ready');
    expect(ranges).toEqual([undefined, undefined]);
  });

  test('One that was changed since it broke off is fetched anew.', async () => {
    const hub = await openInstallHub();
    const { address, ranges } = await serves(at => ({ data: bundle(3_000_000 + at), etag: `"${at}"`, cut: at === 0 }));
    const way = buildWay({ kind: 'mcpb', identifier: address, version: '1.0.0', runtime: null });
    const serverId = await hub.begin(hub.offer(buildEntry('io.example/notes', [way])).name);
    await hub.until(serverId, 'failed');
    await hub.request('installs:resume', { serverId });
    await hub.until(serverId, 'ready');
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
  });

  test('Another file than its entry says is refused.', async () => {
    const hub = await openInstallHub();
    const data = bundle();
    const { address } = await breaksOff(data);
    const way = buildWay({ kind: 'mcpb', identifier: address, version: '1.0.0', sha256: 'ab'.repeat(32) });
    const { name } = hub.offer(buildEntry('io.example/forged', [way]));
    const serverId = await hub.begin(name);
    await hub.until(serverId, 'failed');
    await hub.request('installs:resume', { serverId });
    await expect.poll(() => JSON.stringify(hub.install(serverId)?.phase)).toContain('install-other-integrity');
  });
});
