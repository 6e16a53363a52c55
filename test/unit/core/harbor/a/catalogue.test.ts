// The catalogue: curated servers at all times, the registry's where it answers, its error where it does not.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Catalogue } from '../../../../../electron/core/harbor/a/catalogue/catalogue.ts';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const open: Server[] = [];
afterEach(() => open.splice(0).forEach(server => server.close()));

async function registry(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function settingsOf(values = new Map<string, unknown>()) {
  return {
    values,
    get: async (key: string) => (values.get(key) ?? null) as never,
    set: async (key: string, value: unknown) => void values.set(key, JSON.parse(JSON.stringify(value))),
  };
}

const { signal } = new AbortController();
const asked = { force: false, signal };
const row = (name: string) => ({
  server: {
    name,
    description: `About ${name}`,
    packages: [{ registryType: 'npm', identifier: name, environmentVariables: [{ name: 'KEY' }, { name: 'no name' }] }],
  },
});

describe('the catalogue', () => {
  test('It reads page after page, and leaves out what is no server.', async () => {
    const pages = [
      { servers: [row('one'), { server: { nothing: 1 } }, 7], cursor: 'next' },
      { servers: [row('two')], metadata: { nextCursor: null } },
    ];
    const asks: string[] = [];
    const address = await registry(({ url = '' }, response) => {
      asks.push(url);
      response.end(JSON.stringify(url.includes('cursor=next') ? pages[1] : pages[0]));
    });
    const catalogue = new Catalogue({ settings: settingsOf(), now: () => 1_000, registry: address });
    const { servers, providerStatus, isStale } = await catalogue.get(asked);
    expect(servers.filter(({ source }) => source === 'official_registry').map(({ name }) => name)).toEqual([
      'one',
      'two',
    ]);
    expect(providerStatus[1]).toMatchObject({ id: 'official_registry', ok: true, count: 2, error: null });
    expect(isStale).toBe(false);
    expect(asks).toHaveLength(2);
    const found = await catalogue.find(String(servers.at(-1)?.id));
    expect(found?.packages).toEqual([
      { registryType: 'npm', identifier: 'two', environmentVariables: [{ name: 'KEY' }] },
    ]);
  });

  test('Without a network it has the curated servers, and says what went wrong.', async () => {
    const catalogue = new Catalogue({ settings: settingsOf(), now: () => 0, registry: 'http://127.0.0.1:9' });
    const { servers, providerStatus, isStale } = await catalogue.get(asked);
    expect(servers.map(({ id }) => id)).toContain('curated-filesystem');
    expect(providerStatus).toMatchObject([
      { ok: true },
      { ok: false, count: null, error: expect.stringMatching(/ECONNREFUSED/) },
    ]);
    expect(isStale).toBe(true);
  });

  test('What was fetched is kept over a restart, asked for again after an hour, and kept where that fails.', async () => {
    let count = 0;
    const address = await registry((_, response) => {
      count += 1;
      response.writeHead(count === 1 ? 200 : 500).end(JSON.stringify({ servers: [row('one')] }));
    });
    const settings = settingsOf();
    let now = 0;
    const options = { settings, now: () => now, registry: address };
    await new Catalogue(options).get(asked);
    const later = new Catalogue(options);
    await later.get(asked);
    expect(count).toBe(1);
    now = 61 * 60_000;
    const { servers, providerStatus } = await later.get(asked);
    expect(count).toBe(2);
    expect(servers.some(({ name }) => name === 'one')).toBe(true);
    expect(providerStatus[1]).toMatchObject({ ok: false, count: 1, error: expect.stringContaining('500') });
  });

  test('Several who ask at once ask the registry once.', async () => {
    let count = 0;
    const address = await registry((_, response) => {
      count += 1;
      response.end(JSON.stringify({ servers: [] }));
    });
    const catalogue = new Catalogue({ settings: settingsOf(), now: () => 0, registry: address });
    await Promise.all([1, 2, 3].map(() => catalogue.get({ force: true, signal })));
    expect(count).toBe(1);
  });

  test('A search asks nobody, and looks at names, descriptions and tags.', async () => {
    const catalogue = new Catalogue({ settings: settingsOf(), now: () => 0, registry: 'http://127.0.0.1:9' });
    const { servers } = await catalogue.search('GMAIL');
    expect(servers.map(({ id }) => id)).toEqual(['curated-gmail']);
  });
});

test('003 Catalog Worker: with HARBOR_CATALOG_WORKER=1 as without it, what is known is answered while the registry takes its time.', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const worker of ['1', undefined]) {
    vi.stubEnv('HARBOR_CATALOG_WORKER', worker);
    let goOn: () => void = () => {};
    const isAsked = new Promise<void>(resolve => {
      goOn = resolve;
    });
    let answer: () => void = () => {};
    const address = await registry((_, response) => {
      answer = () => void response.end(JSON.stringify({ servers: [row('one')] }));
      goOn();
    });
    const catalogue = new Catalogue({ settings: settingsOf(), now: () => 0, registry: address });
    const fetched = catalogue.get(asked);
    await isAsked;
    expect((await catalogue.search('GMAIL')).servers.map(({ id }) => id)).toEqual(['curated-gmail']);
    answer();
    expect((await fetched).servers.map(({ name }) => name)).toContain('one');
  }
});
