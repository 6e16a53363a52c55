// Rows without a package, looked up in a server that stands for GitHub's files.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CatalogEntrySchema } from '../../../../../contract/schemas/harbor-a.ts';
import { lookUpEntry } from '../../../../../electron/core/harbor/a/repository-entry.ts';
import type { AddressInfo } from 'node:net';

const mail = {
  name: 'Mail',
  package: { type: 'git', url: 'https://github.com/o/mail' },
  oauth: { provider: 'google' },
};
const files: Readonly<Record<string, string>> = {
  '/o/mail/main/mcp-manifest.json': JSON.stringify(mail),
  '/o/mail/main/package.json': JSON.stringify({ name: 'mail' }),
  '/o/hidden/master/.mcp/manifest.json': JSON.stringify({ ...mail, name: 'Hidden' }),
  '/o/inside/main/package.json': JSON.stringify({ name: 'inside', mcp: { ...mail, name: 'Inside' } }),
  '/o/odd/main/mcp-manifest.json': '{',
  '/o/odd/main/package.json': JSON.stringify({ name: '@o/odd' }),
  '/o/py/main/pyproject.toml': '[project]\nname = "py-server"\n',
};
const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
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
const row = (more: object) => CatalogEntrySchema.parse({ id: 'x', name: 'X', ...more });

describe('a row without a package', () => {
  test.each([
    [{ repositoryUrl: 'https://github.com/o/mail' }, 'Mail'],
    [{ homepageUrl: 'https://github.com/o/hidden' }, 'Hidden'],
    [{ homepageUrl: 'https://github.com/o/inside' }, 'Inside'],
  ])('is what its repository says of itself: %o', async (more, name) => {
    const found = await lookUpEntry(row(more), signal, origin);
    expect(found).toMatchObject({ kind: 'manifest', manifest: { name } });
  });

  test.each([
    [{ homepageUrl: 'https://github.com/o/odd' }, { registryType: 'npm', identifier: '@o/odd' }],
    [{ homepageUrl: 'https://github.com/o/py' }, { registryType: 'pypi', identifier: 'py-server' }],
    [{ packages: [{ type: 'github', name: 'o/odd' }] }, { registryType: 'npm', identifier: '@o/odd' }],
  ])('is what its repository is published as: %o', async (more, named) => {
    const found = await lookUpEntry(row(more), signal, origin);
    expect(found).toMatchObject({ kind: 'row', entry: { id: 'x', packages: [named] } });
  });

  test('stays as it came where its repository says nothing', async () => {
    const entry = row({ homepageUrl: 'https://github.com/o/nothing' });
    expect(await lookUpEntry(entry, signal, origin)).toEqual({ kind: 'row', entry });
  });

  test('cannot be installed where its repository cannot be asked', async () => {
    const entry = row({ homepageUrl: 'https://github.com/o/nothing' });
    await expect(lookUpEntry(entry, signal, 'http://127.0.0.1:1')).rejects.toThrow(
      'GitHub cannot be asked what X is (https://github.com/o/nothing)',
    );
  });

  test('stays as it came where it can be installed without its repository, which cannot be asked', async () => {
    const known = row({ id: 'curated-time', homepageUrl: 'https://github.com/o/nothing' });
    expect(await lookUpEntry(known, signal, 'http://127.0.0.1:1')).toEqual({ kind: 'row', entry: known });
    const npm = { registryType: 'npm', identifier: 'thing' };
    const published = row({ packages: [{ type: 'github', name: 'o/odd' }, npm] });
    expect(await lookUpEntry(published, signal, 'http://127.0.0.1:1')).toEqual({ kind: 'row', entry: published });
  });

  test('is nobody’s any more where its asker has left', async () => {
    const entry = row({ homepageUrl: 'https://github.com/o/mail' });
    await expect(lookUpEntry(entry, AbortSignal.abort(new Error('left')), origin)).rejects.toThrow('left');
  });
});

test.each([
  { packages: [{ registryType: 'npm', identifier: 'mail' }], repositoryUrl: 'https://github.com/o/mail' },
  { endpointUrl: 'https://mail.example/mcp', homepageUrl: 'https://github.com/o/mail' },
  { homepageUrl: 'https://mail.example' },
])('Nobody is asked about a row that tells enough itself, or lies elsewhere: %o', async more => {
  asked.length = 0;
  const entry = row(more);
  expect(await lookUpEntry(entry, signal, origin)).toEqual({ kind: 'row', entry });
  expect(asked).toEqual([]);
});
