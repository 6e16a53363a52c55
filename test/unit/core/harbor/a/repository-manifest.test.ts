// Manifests of servers in their repositories: where they are looked for, and what is taken for none.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestInRepository } from '../../../../../electron/core/harbor/a/repository-manifest.ts';
import type { AddressInfo } from 'node:net';

const manifest = (name: string) => ({ manifestVersion: '1.0.0', name, package: { type: 'npm', name: 'a-server' } });
const files: Readonly<Record<string, string>> = {
  '/o/first/main/mcp-manifest.json': JSON.stringify(manifest('first')),
  '/o/first/main/.mcp/manifest.json': JSON.stringify(manifest('second')),
  '/o/second/master/.mcp/manifest.json': JSON.stringify(manifest('second')),
  '/o/third/main/mcp-manifest.json': '{ "name": ',
  '/o/third/main/package.json': JSON.stringify({ name: 'third', mcp: manifest('third') }),
  '/o/none/main/package.json': JSON.stringify({ name: 'none' }),
  '/o/none/main/mcp-manifest.json': JSON.stringify({ name: 'none', package: { type: 'npm', name: 'a-server' } }),
};
const server = createServer(({ url = '' }, response) => {
  const text = files[url];
  response.writeHead(text === undefined ? 404 : 200).end(text ?? '');
});
let origin = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const { signal } = new AbortController();

test.each([
  ['https://github.com/o/first', 'first'],
  ['https://github.com/o/second.git', 'second'],
  ['https://github.com/o/third', 'third'],
  ['https://github.com/o/none', undefined],
  ['https://github.com/o/nothing', undefined],
  ['https://example.com/o/first', undefined],
  ['', undefined],
])('In %s: %s.', async (address, name) => {
  expect((await manifestInRepository(address, signal, origin))?.name).toBe(name);
});

test('Where GitHub cannot be asked there is none; an asker who has left hears of that.', async () => {
  expect(await manifestInRepository('o/first', signal, 'http://127.0.0.1:1')).toBeNull();
  await expect(manifestInRepository('o/first', AbortSignal.abort(new Error('left')), origin)).rejects.toThrow('left');
});
