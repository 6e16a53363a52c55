// Servers that people really run, behind a real hub: files, the roots of one agent, and a memory.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../../support/provided.ts';
import { openScene } from './scene.ts';
import type { Scene } from './scene.ts';

const programOf = (name: string) =>
  path.join(repositoryRoot, 'node_modules/@modelcontextprotocol', name, 'dist/index.js');
const textOf = (result: object) =>
  ('content' in result ? (result.content as { text?: string }[]) : []).map(({ text }) => text).join('');

let scene: Scene;
let folder: string;
let root: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pilothouse-real-'));
  root = await mkdtemp(path.join(tmpdir(), 'pilothouse-root-'));
  await writeFile(path.join(folder, 'note.txt'), 'written before');
  await writeFile(path.join(root, 'own.txt'), 'of the agent');
  await writeFile(path.join(folder, '.env'), `MEMORY_FILE_PATH=${path.join(folder, 'memory.jsonl')}\n`);
  scene = await openScene();
  await scene.addServer('files', [programOf('server-filesystem'), folder]);
  await scene.addServer('roots', [programOf('server-filesystem'), folder], { instances: 'per-agent' });
  await scene.addServer('memory', [`--env-file=${path.join(folder, '.env')}`, programOf('server-memory')]);
});
afterAll(async () => {
  await scene.end();
  for (const each of [folder, root]) await rm(each, { recursive: true, force: true });
});

describe('server-filesystem', () => {
  test('writes and reads files of its folder, and its own refusal of others comes through', async () => {
    await scene.allow('files');
    const agent = await scene.agent();
    const written = { path: path.join(folder, 'new.txt'), content: 'written by an agent' };
    await agent.callTool({ name: 'files__write_file', arguments: written });
    expect(await readFile(written.path, 'utf8')).toBe(written.content);
    const read = await agent.callTool({
      name: 'files__read_text_file',
      arguments: { path: path.join(folder, 'note.txt') },
    });
    expect(textOf(read)).toBe('written before');
    const refused = await agent.callTool({ name: 'files__read_text_file', arguments: { path: '/etc/hostname' } });
    expect(refused).toMatchObject({ isError: true });
    expect(textOf(refused)).toContain('outside allowed directories');
  });

  test('takes the roots of the agent that it runs for', async () => {
    const own = { path: path.join(root, 'own.txt') };
    const agent = await scene.agent({
      serverId: 'roots',
      capabilities: { roots: {} },
      prepare: client => client.setRequestHandler('roots/list', () => ({ roots: [{ uri: `file://${root}` }] })),
    });
    const read = async () => textOf(await agent.callTool({ name: 'read_text_file', arguments: own }));
    // The server asks for the roots after the handshake, by itself.
    await expect.poll(read).toBe('of the agent');
    const other = { path: path.join(folder, 'note.txt') };
    expect(textOf(await agent.callTool({ name: 'read_text_file', arguments: other }))).toContain('outside allowed');
  });
});

describe('server-memory', () => {
  test('keeps what one agent tells it for the next', async () => {
    const entities = [{ name: 'Ana', entityType: 'person', observations: ['likes trains'] }];
    await scene.allow('memory');
    const first = await scene.agent();
    await first.callTool({ name: 'memory__create_entities', arguments: { entities } });
    const agent = await scene.agentV1({ serverId: 'memory' });
    const found = await agent.callTool({ name: 'search_nodes', arguments: { query: 'trains' } });
    expect(textOf(found)).toContain('Ana');
    expect(await readFile(path.join(folder, 'memory.jsonl'), 'utf8')).toContain('likes trains');
  });
});
