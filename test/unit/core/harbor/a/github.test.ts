// Repositories by their addresses, and what they are published as, read from a server that stands for GitHub's files.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryIn, resolveGitHub } from '../../../../../electron/core/harbor/a/github.ts';
import type { AddressInfo } from 'node:net';

const files: Readonly<Record<string, string>> = {
  '/o/js/main/package.json': JSON.stringify({ name: '@o/js', version: '1.0.0', bin: { run: 'x.js' } }),
  '/o/mono/dev/packages/one/package.json': JSON.stringify({ name: 'one' }),
  '/o/py/master/pyproject.toml': '[project]\nname = "py-server"\n',
  '/o/js/main/mcp-manifest.json': JSON.stringify({ name: 'JS', package: { type: 'npm', name: '@o/js' } }),
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

describe('an address', () => {
  test.each([
    ['https://github.com/o/js', { owner: 'o', repo: 'js', branch: null, folder: '' }],
    ['o/js', { owner: 'o', repo: 'js', branch: null, folder: '' }],
    ['https://github.com/o/js.git', { owner: 'o', repo: 'js', branch: null, folder: '' }],
    ['git@github.com:o/js.git', { owner: 'o', repo: 'js', branch: null, folder: '' }],
    [
      'https://github.com/o/mono/tree/dev/packages/one',
      { owner: 'o', repo: 'mono', branch: 'dev', folder: 'packages/one' },
    ],
    [
      'https://github.com/o/mono/blob/dev/packages/one/README.md',
      { owner: 'o', repo: 'mono', branch: 'dev', folder: 'packages/one' },
    ],
  ])('%s names a repository.', (address, repository) => {
    expect(repositoryIn(address)).toEqual(repository);
  });

  test.each([
    'https://example.com/o/js',
    'https://github.com.evil.example/o/js',
    'https://evil.example/?github.com/o/js',
    'https://github.com/o',
    'https://github.com/../..',
    'https://github.com/o/js/tree/../../x',
    'javascript:github.com/o/js',
  ])('%s names none.', address => {
    expect(repositoryIn(address)).toBeNull();
  });
});

describe('what it is published as', () => {
  test.each([
    ['o/js', { name: '@o/js', type: 'npm', version: '1.0.0', runCommand: 'run' }],
    ['https://github.com/o/mono/tree/dev/packages/one', { name: 'one', type: 'npm' }],
    ['o/py', { name: 'py-server', type: 'python' }],
  ])('%s', async (address, found) => {
    expect(await resolveGitHub(address, signal, origin)).toMatchObject(found);
  });

  test('A repository with neither file is nothing that could be started.', async () => {
    expect(await resolveGitHub('o/none', signal, origin)).toBeNull();
  });
});
