// A WASI module as an MCP server: its pipes, its environment, and the folders that it was given.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { saying } from '../../support/saying.ts';
import { call, callTool, row, supervise, tempDir, textOf } from '../servers/support.ts';
import type { WasmConfig } from '../../../contract/schemas/servers.ts';

const file = resolve('test/fixtures/servers/sandboxed/echo.wasm');
const wasm = (change: Partial<WasmConfig> = {}): WasmConfig => ({
  kind: 'wasm',
  file,
  args: [],
  env: {},
  folders: [],
  ...change,
});

async function start(change: Partial<WasmConfig> = {}) {
  const supervised = supervise([row('wasi', wasm(change))]);
  await supervised.supervisor.start('wasi');
  const tool = async (name: string, text = '') =>
    textOf(await callTool(supervised.supervisor, 'wasi', { name, arguments: { text } }, call));
  return { ...supervised, tool };
}

test('A module that reads and writes lines is a server with tools.', async () => {
  const { shown, tool, until } = await start();
  expect(shown.get('wasi')).toMatchObject({ kind: 'wasm', serverInfo: { name: 'wasi-echo' }, toolCount: 5 });
  expect(await tool('echo', 'hällo')).toBe('hällo');
  expect((await until('wasi', ({ stderr }) => stderr.length > 0)).stderr).toEqual(['wasi-echo is ready']);
});

test('Its environment is what its config gives and nothing of this machine.', async () => {
  const { tool } = await start({ env: { TOKEN: 'abc', OTHER: 'def' } });
  expect(await tool('env')).toBe('TOKEN=abc OTHER=def');
});

test('Without folders there is nothing to open.', async () => {
  const { tool } = await start();
  // WASI preview 1: 8 is EBADF, for there is no folder with the number 3.
  expect(await tool('read', 'etc/passwd')).toBe('errno 8');
});

test('It reads in the folder that it was given, and not beside it.', async () => {
  const path = tempDir();
  mkdirSync(join(path, 'given'));
  writeFileSync(join(path, 'given', 'note.txt'), 'a note');
  writeFileSync(join(path, 'beside.txt'), 'not for it');
  const { tool } = await start({ folders: [{ path: join(path, 'given'), as: '/notes' }] });
  expect(await tool('read', 'note.txt')).toBe('a note');
  // 76 is ENOTCAPABLE.
  expect(await tool('read', '../beside.txt')).toBe('errno 76');
});

test('Its exit code is told with what it wrote last.', async () => {
  const { tool, until } = await start();
  await expect(tool('exit')).rejects.toThrow('ended during this call');
  const { state } = await until('wasi', ({ state: { kind } }) => kind === 'crashed' || kind === 'waiting');
  expect(state).toMatchObject({ reason: saying('It exited with code 7: told to exit.') });
});

test('A stop ends a module that waits for its input.', async () => {
  const { supervisor, shown } = await start();
  await supervisor.stop('wasi');
  expect(shown.get('wasi')).toMatchObject({ state: { kind: 'stopped' }, crashes: 0 });
});

test('A file that is no module is named with what helps.', async () => {
  const broken = join(tempDir(), 'broken.wasm');
  writeFileSync(broken, 'not wasm');
  const { supervisor } = supervise([row('wasi', wasm({ file: broken }))]);
  await expect(supervisor.start('wasi')).rejects.toThrow('name a file that was built for wasm32-wasi');
});
