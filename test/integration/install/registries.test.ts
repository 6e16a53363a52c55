// Where a package comes from when its entry names another place than the usual one: from there alone, since the same name elsewhere is somebody else's.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { newestVersion } from '../../../electron/core/servers/install/install-package.ts';
import { buildWay } from '../../support/install-hub.ts';
import type { AddressInfo } from 'node:net';

/** An index on loopback, and what it was asked. */
async function useIndex() {
  const asked: (string | undefined)[][] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.authorization]);
    response.end(JSON.stringify({ versions: ['1.0', '2.0'], files: [], 'dist-tags': { latest: '2.0.0' } }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('Which version of PyPI is current is asked of the index that the entry names.', async () => {
  const { asked, host } = await useIndex();
  const registry = `http://${host}/simple/`;
  const way = buildWay({ kind: 'pypi', identifier: 'Own_notes', version: null, registry });
  // Where it would be asked for otherwise, nobody answers.
  const machine = { homeDir: '/nowhere', env: { UV_DEFAULT_INDEX: 'http://127.0.0.1:1/simple' } };
  expect(await newestVersion(way, { machine })).toBe('2.0');
  expect(asked).toEqual([['/simple/own-notes/', undefined]]);
});

test.each([
  ['pypi', '2.0', '/simple/own-notes/'],
  ['npm', '2.0.0', '/simple/own-notes'],
] as const)(
  'Of %s it is asked as the user whom the address names, and no error tells the password.',
  async (kind, newest, path) => {
    const { asked, host } = await useIndex();
    const way = (at: string) =>
      buildWay({ kind, identifier: 'own-notes', version: null, registry: `http://ana:s%40cret@${at}/simple/` });
    const machine = { homeDir: '/nowhere', env: {} };
    expect(await newestVersion(way(host), { machine })).toBe(newest);
    expect(asked).toEqual([[path, `Basic ${Buffer.from('ana:s@cret').toString('base64')}`]]);
    const failed = newestVersion(way('127.0.0.1:1'), { machine });
    await expect(failed).rejects.toThrow('127.0.0.1:1');
    await expect(failed).rejects.not.toThrow(/cret/);
  },
);
