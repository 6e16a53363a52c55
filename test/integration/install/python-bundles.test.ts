// Bundles whose programs write beside their files unless they are told where: without walls they start as often as the user wants.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { openInstallHub } from '../../support/install-hub.ts';
import { serverProgram } from '../../support/npm-fixture.ts';
import type { InstallHub } from '../../support/install-hub.ts';

function bundle(server: object, files: Readonly<Record<string, string>>): Buffer {
  const about = { name: 'notes', version: '1.0.0', description: 'Keeps notes.', author: { name: 'Ana' } };
  const manifest = JSON.stringify({ manifest_version: '0.4', ...about, server });
  const texts = Object.entries({ 'manifest.json': manifest, ...files });
  return Buffer.from(zipSync(Object.fromEntries(texts.map(([name, text]) => [name, new TextEncoder().encode(text)]))));
}

const pythonServer = `
import json, sys
from words import answers
for line in sys.stdin:
    asked = json.loads(line)
    if 'id' in asked:
        print(json.dumps({'jsonrpc': '2.0', 'id': asked['id'], 'result': answers.get(asked['method'], {})}), flush=True)
`;
const pythonWords = `
info = {'name': 'notes', 'version': '1.0.0'}
answers = {
    'initialize': {'protocolVersion': '2025-06-18', 'capabilities': {'tools': {}}, 'serverInfo': info},
    'tools/list': {'tools': [{'name': 'look', 'inputSchema': {'type': 'object'}}]},
}
`;

/** Where it finds no place of its own it writes into the project, as uv does; then it runs the file with Node. */
const uvProgram = `#!${process.execPath}
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const { join } = require('node:path');
const args = process.argv.slice(2);
const project = args[args.indexOf('--directory') + 1];
const { UV_PROJECT_ENVIRONMENT: environment = join(project, '.venv'), UV_FROZEN: frozen } = process.env;
const lock = join(project, 'uv.lock');
if (args[0] === 'lock') writeFileSync(lock, 'locked');
else {
  if (frozen && !existsSync(lock)) throw new Error('There is no uv.lock.');
  if (!frozen) writeFileSync(lock, 'locked by a start');
  mkdirSync(environment, { recursive: true });
  writeFileSync(join(environment, 'pyvenv.cfg'), String(Date.now()));
  spawn(process.execPath, [args.at(-1)], { stdio: 'inherit' }).on('exit', code => process.exit(code ?? 1));
}
`;

function withPrograms(hub: InstallHub): void {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  const folder = join(hub.temp.folder, 'programs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'uv'), uvProgram);
  chmodSync(join(folder, 'uv'), 0o755);
  hub.path = [folder, dirname(python)];
}

async function startsTwice(hub: InstallHub, data: Buffer): Promise<string> {
  const path = join(hub.temp.folder, 'notes.mcpb');
  writeFileSync(path, data);
  const { bundle: opened } = await hub.request('bundles:open', { path });
  const from = { kind: 'bundle', bundleId: opened.bundleId } as const;
  const { serverId } = await hub.request('installs:begin', { from, name: 'Notes', walls: null });
  await hub.until(serverId, 'ready');
  await hub.approve(serverId);
  await hub.runs(serverId);
  await hub.request('servers:stop', { serverId });
  await expect.poll(() => hub.server(serverId)?.state.kind).toBe('stopped');
  await hub.request('servers:start', { serverId });
  await expect.poll(() => hub.server(serverId)?.state).toMatchObject({ kind: 'running' });
  return serverId;
}

describe('a bundle that runs without walls', () => {
  test('One of Python starts a second time, because nothing is compiled into its folder.', async () => {
    const hub = await openInstallHub(withPrograms);
    const config = { command: 'python3', args: ['${__dirname}/server/main.py'] };
    const server = { type: 'python', entry_point: 'server/main.py', mcp_config: config };
    await startsTwice(hub, bundle(server, { 'server/main.py': pythonServer, 'server/words.py': pythonWords }));
  });

  test('One of uv starts a second time, because its environment lies in the work folder and its versions are fixed.', async () => {
    const hub = await openInstallHub(withPrograms);
    const server = { type: 'uv', entry_point: 'src/server.mjs' };
    const project = '[project]\nname = "notes"\nversion = "1.0.0"\n';
    const files = { 'pyproject.toml': project, 'src/server.mjs': serverProgram('1.0.0', ['look']) };
    const serverId = await startsTwice(hub, bundle(server, files));
    const place = join(hub.temp.home, 'servers', serverId, 'work/uv/environment/pyvenv.cfg');
    expect(existsSync(place)).toBe(true);
  });
});
