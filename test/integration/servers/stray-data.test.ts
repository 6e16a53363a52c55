// Data of the real memory server, which wrote it beside its own program, is found by a real hub and copied on a click.
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findData } from '../../../electron/core/servers/stray-data/find-data.ts';
import { usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { tempDir } from './support.ts';

const memory = '@modelcontextprotocol/server-memory';
const note = '{"type":"entity","name":"Ana","entityType":"person","observations":["likes tea"]}';

test('It is offered with its place, copied into the folder of the server, named to it, and read after the approval.', async () => {
  const place = usePlace();
  // As npx keeps the package, and as the server has written there.
  const kept = path.join(place.folder, '.npm/_npx/0a1b2c/node_modules', memory);
  mkdirSync(path.join(kept, 'dist'), { recursive: true });
  const file = path.join(kept, 'dist/memory.jsonl');
  writeFileSync(file, note);
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const script = path.join(repositoryRoot, 'node_modules', memory, 'dist/index.js');
  const text = JSON.stringify({ mcpServers: { memory: { command: process.execPath, args: [script] } } });
  await panel.request('servers:add', { kind: 'json', text });
  const to = path.join(place.home, 'servers/memory/work/memory.jsonl');
  const { found } = await panel.request('servers:stray-data', { serverId: 'memory' });
  expect(found).toMatchObject({ file, to, bytes: note.length, variable: 'MEMORY_FILE_PATH' });
  await expect(panel.request('servers:take-data', { serverId: 'memory', file: '/etc/passwd' })).rejects.toThrow(
    'is not what was found',
  );
  await panel.request('servers:take-data', { serverId: 'memory', file });
  expect(readFileSync(to, 'utf8')).toBe(note);
  expect(existsSync(file)).toBe(true);
  const { config, hash } = await panel.request('servers:config', { serverId: 'memory' });
  expect(config.variables).toMatchObject([{ name: 'MEMORY_FILE_PATH', value: to }]);
  await panel.request('servers:approve', { serverId: 'memory', hash });
  await panel.waitFor(({ servers }) => servers['memory']?.state.kind === 'running', 'it runs');
  const call = { callId: '1', toolId: 'memory/read_graph', arguments: {}, confirmed: true };
  await panel.waitFor(({ tools }) => 'memory/read_graph' in tools, 'its tools are there');
  expect(JSON.stringify((await panel.request('tools:call', call)).answer)).toContain('likes tea');
  expect((await panel.request('servers:stray-data', { serverId: 'memory' })).found).toBeNull();
  // The next start says nothing of it either.
  expect(hub.stderr()).toBe('');
});

test('At the start the panel says of which server there is some.', async () => {
  const place = usePlace();
  const first = await place.serve();
  const script = path.join(repositoryRoot, 'node_modules', memory, 'dist/index.js');
  const text = JSON.stringify({ mcpServers: { memory: { command: process.execPath, args: [script] } } });
  await (await place.panel(first)).request('servers:add', { kind: 'json', text });
  await first.kill('SIGTERM');
  const dist = path.join(place.folder, 'node_modules', memory, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(path.join(dist, 'memory.json'), note);
  const panel = await place.panel(await place.serve());
  await panel.waitFor(({ hub }) => hub.problems.some(({ id }) => id === 'stray-data-memory'), 'it is said');
});

test('Of several the newest counts; a link, an empty file and a server with a place of its own do not.', async () => {
  const userHome = realpathSync(tempDir());
  const start = realpathSync(tempDir());
  const dist = (root: string) => path.join(root, 'node_modules', memory, 'dist');
  for (const root of [userHome, start]) mkdirSync(dist(root), { recursive: true });
  const config = { kind: 'stdio' as const, command: 'npx', args: ['-y', `${memory}@2026.8.31`], env: {} };
  const places = { starts: [start], userHome };
  symlinkSync('/etc/passwd', path.join(dist(start), 'memory.jsonl'));
  writeFileSync(path.join(dist(userHome), 'memory.jsonl'), '');
  expect(await findData(config, places)).toBeNull();
  writeFileSync(path.join(dist(userHome), 'memory.json'), note);
  expect((await findData(config, places))?.file).toBe(path.join(dist(userHome), 'memory.json'));
  expect(await findData({ ...config, env: { MEMORY_FILE_PATH: '/m' } }, places)).toBeNull();
  expect(await findData({ ...config, args: ['-y', 'another@1.0.0'] }, places)).toBeNull();
  writeFileSync(path.join(start, 'sqlite_mcp_server.db'), 'x');
  const sqlite = { kind: 'stdio' as const, command: 'uvx', args: ['mcp-server-sqlite==1.0'], env: {} };
  expect((await findData(sqlite, places))?.file).toBe(path.join(start, 'sqlite_mcp_server.db'));
  expect(await findData({ ...sqlite, cwd: '/srv' }, places)).toBeNull();
});
