// Where a package comes from when its entry names another place than the usual one: from there alone, since the same name elsewhere is somebody else's.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { newestVersion } from '../../../electron/core/servers/install/install-package.ts';
import { buildWay } from '../../support/install-hub.ts';
import type { AddressInfo } from 'node:net';

test('Which version of PyPI is current is asked of the index that the entry names.', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ versions: ['1.0', '2.0'], files: [] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple/`;
  const way = buildWay({ kind: 'pypi', identifier: 'Own_notes', version: null, registry });
  // Where it would be asked for otherwise, nobody answers.
  const machine = { homeDir: '/nowhere', env: { UV_DEFAULT_INDEX: 'http://127.0.0.1:1/simple' } };
  expect(await newestVersion(way, { machine })).toBe('2.0');
  expect(asked).toEqual(['/simple/own-notes/']);
});
