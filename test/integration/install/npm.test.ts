// Packages of npm through a real hub and a real npm: found, fetched, tried between walls, approved, called, shared, and taken away.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';

const memory = buildEntry('io.example/memory', [buildWay()]);
const files = buildEntry('io.example/files', [
  buildWay({
    identifier: '@modelcontextprotocol/server-filesystem',
    fields: [
      {
        key: 'folder',
        place: 'argument',
        name: 'folder',
        label: 'Folder',
        description: 'What it may read',
        kind: 'folder',
        required: true,
        secret: false,
        multiple: true,
        choices: [],
        defaults: [],
        placeholder: '',
        min: null,
        max: null,
      },
    ],
    arguments: [{ name: null, value: '${field:folder}' }],
  }),
]);

describe('a package of npm', () => {
  test('It is fetched, tried, waits for approval of exactly what was unpacked, and is called.', async () => {
    const hub = await openInstallHub();
    hub.offer(memory);
    const plan = await hub.request('installs:plan', {
      from: { kind: 'entry', sourceId: 'official', name: memory.name, version: memory.version, way: 0 },
    });
    expect(plan).toMatchObject({
      commandLine: `npx -y @modelcontextprotocol/server-memory@${memory.version}`,
      missing: null,
      forbidden: null,
    });
    const serverId = await hub.begin(memory.name);
    expect(hub.server(serverId)?.state).toMatchObject({ kind: 'installing' });
    const install = await hub.until(serverId, 'ready');
    expect(install.integrity).toMatch(/^sha512-/);
    expect(install.tools?.map(({ name }) => name)).toContain('create_entities');
    expect(hub.server(serverId)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
    expect(install.commandLine).toBe(hub.server(serverId)?.commandLine);
    await hub.approve(serverId);
    await hub.runs(serverId);
    expect(await hub.call(serverId, 'read_graph', {})).toContain('entities');
  });

  test('A folder of its form is read between walls, and nothing beside it.', async () => {
    const hub = await openInstallHub();
    hub.offer(files);
    const folder = join(hub.temp.folder, 'notes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'What stands in it.');
    const serverId = await hub.begin(files.name, { values: { folder: [folder] } });
    await hub.until(serverId, 'ready');
    expect(hub.server(serverId)?.options.sandbox).toEqual({
      network: 'none',
      hosts: [],
      folders: [{ path: folder, writable: false }],
    });
    await hub.approve(serverId);
    await hub.runs(serverId);
    expect(await hub.call(serverId, 'read_text_file', { path: join(folder, 'a.txt') })).toContain('What stands in it.');
    expect(await hub.call(serverId, 'write_file', { path: join(folder, 'b.txt'), content: 'x' })).toMatch(
      /EROFS|read-only/,
    );
  });
});
