// Servers that pages bring: how many there are, and that none is left behind, however their coming and going fall together.
import { expect, test, vi } from 'vitest';
import { PageServers } from '../../../../../electron/core/harbor/a/page-servers.ts';
import { buildServer } from '../../../../support/hub-fixtures.ts';
import type { Server } from '../../../../../contract/schemas/servers.ts';

function openScene() {
  const servers = new Map<string, Server>();
  const stuck = new Set<string>();
  let last = 0;
  const supervisor = {
    get: (id: string) => servers.get(id) ?? null,
    changes: {
      remove: async (id: string) => {
        if (stuck.has(id)) throw new Error('It cannot be removed.');
        servers.delete(id);
      },
    },
  };
  const pages = new PageServers(supervisor);
  const adding = vi.fn(async (address: string) => {
    await new Promise(resolve => setImmediate(resolve));
    const server = buildServer({ id: `s${(last += 1)}`, kind: 'http', commandLine: address });
    servers.set(server.id, server);
    return server;
  });
  const put = (id: string, address = `https://${id}.example/mcp`) =>
    pages.put({ id, address, add: () => adding(address) });
  return { pages, servers, put, adding, stuck };
}

test('Beyond as many as fit nothing is added; a page that has one already keeps it.', async () => {
  const { put, servers, adding } = openScene();
  const all = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => put(`p${at}`)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect([adding.mock.calls.length, servers.size]).toEqual([50, 50]);
  expect((await put('p7')).id).toBe('s8');
});

test('The same registration twice at once is one server, and at another address it comes in the place of the one before.', async () => {
  const { put, servers } = openScene();
  const [one, two] = await Promise.all([put('p'), put('p')]);
  expect(one.id).toBe(two.id);
  await put('p', 'https://other.example/mcp');
  expect([...servers.values()].map(({ commandLine }) => commandLine)).toEqual(['https://other.example/mcp']);
});

test('A page that goes while its server is being added leaves none, and so does a connection that ends.', async () => {
  const { pages, put, servers, adding } = openScene();
  const added = put('p');
  await pages.remove('p');
  await added;
  expect(servers.size).toBe(0);
  const late = [put('q'), put('r')];
  while (adding.mock.calls.length < 2) await Promise.resolve();
  await pages.end();
  expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(servers.size).toBe(0);
  await expect(put('s')).rejects.toThrow('The connection has ended.');
  expect(servers.size).toBe(0);
});

test('One that cannot be removed is removed with the connection.', async () => {
  const { pages, put, servers, stuck } = openScene();
  await put('p');
  stuck.add('s1');
  await expect(pages.remove('p')).rejects.toThrow('It cannot be removed.');
  stuck.clear();
  await pages.end();
  expect(servers.size).toBe(0);
});
