// Servers that the wire adds: what is noted of them is noted in time, or they do not stay.
import { expect, test } from 'vitest';
import { HubServers } from '../../../../../electron/core/harbor/a/hub-servers.ts';
import { ServerFacts } from '../../../../../electron/core/harbor/a/server-facts.ts';
import { buildServer } from '../../../../support/hub-fixtures.ts';
import type { Server } from '../../../../../contract/schemas/servers.ts';
import type { HarborAServices } from '../../../../../electron/core/harbor/a/harbor-a-services.ts';
import type { NewServer } from '../../../../../electron/core/servers/lifecycle/server-row.ts';

function openScene() {
  const servers = new Map<string, Server>();
  const written: string[] = [];
  const disk = { fullAt: Number.POSITIVE_INFINITY, idOfNext: 'shop' };
  const facts = new ServerFacts({
    get: async () => null,
    set: async (_key, value) => {
      if (written.length + 1 >= disk.fullAt) throw new Error('The disk is full.');
      written.push(JSON.stringify(value));
    },
  });
  const noted: string[][] = [];
  const changes = {
    addAll: async ([server]: readonly NewServer[]) => {
      noted.push(facts.ofPages().map(({ serverId }) => serverId));
      servers.set(disk.idOfNext, buildServer({ id: disk.idOfNext, name: server?.name ?? '' }));
      return [disk.idOfNext];
    },
    remove: async (id: string) => {
      servers.delete(id);
      await facts.forget(id).catch(() => {});
    },
  };
  const services = {
    servers: { get: (id: string) => servers.get(id) ?? null, list: () => [...servers.values()], changes },
    facts,
    platform: { now: () => 1 },
  };
  const hub = new HubServers(services as unknown as HarborAServices);
  const config = { kind: 'http' as const, url: 'https://shop.example/mcp', headers: {} };
  const add = () => hub.add({ name: 'Shop', config }, { ofPage: true });
  return { servers, facts, add, disk, noted };
}

test('That a page brings one is noted before it is there.', async () => {
  const { add, facts, noted } = openScene();
  await add();
  expect([noted, facts.ofPages()]).toEqual([[['shop']], [{ serverId: 'shop', adding: null }]]);
});

test('The id that it was to have is no page’s where another server has it by then.', async () => {
  const { add, facts, disk } = openScene();
  disk.idOfNext = 'shop-2';
  await add();
  expect(facts.ofPages()).toEqual([{ serverId: 'shop-2', adding: null }]);
});

test.each([1, 2])('Where that cannot be noted, at write %i, it does not stay.', async fullAt => {
  const { add, servers, disk, facts } = openScene();
  disk.fullAt = fullAt;
  await expect(add()).rejects.toThrow('The disk is full.');
  expect([servers.size, facts.ofPages()]).toEqual([0, []]);
});
