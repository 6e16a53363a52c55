// Clients and servers of others, unmodified, with the hub between them: each client on each of its ways, each server as it is alone.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients } from '../../interop/clients.ts';
import { targetOf, toldAlone, toldBy } from '../../interop/hub-target.ts';
import { installPrograms } from '../../interop/programs.ts';
import { serversIn } from '../../interop/servers.ts';
import { openScene } from '../gateway/scene.ts';
import type { InteropServer } from '../../interop/servers.ts';
import type { Scene } from '../gateway/scene.ts';

let scene: Scene;
let servers: readonly InteropServer[];

/** A busy machine may need minutes to install them. */
const installMs = 600_000;
beforeAll(installPrograms, installMs);
beforeAll(async () => {
  scene = await openScene();
  const folder = path.join(scene.place.folder, 'work');
  mkdirSync(folder);
  servers = serversIn(folder);
  await Promise.all(servers.map(({ name, args, env }) => scene.addServer(name, args, {}, env)));
  for (const { name } of servers) await scene.allow(name);
});
afterAll(() => scene?.end());

const ways = clients.flatMap(({ name, ways: own }) =>
  Object.entries(own).map(([way, connect]) => [`${name} on ${way}`, connect] as const),
);

describe('A client', () => {
  test.each(ways)('%s sees the tools of every server and calls one.', async (_, connect) => {
    const session = await connect(targetOf(scene));
    try {
      const names = await session.toolNames();
      for (const { name } of servers)
        expect(names.filter(each => each.startsWith(`${name}__`)).length).toBeGreaterThan(0);
      expect(await session.call('reference__get-sum', { a: 2, b: 3 })).toBe('The sum of 2 and 3 is 5.');
    } finally {
      await session.close();
    }
  });
});

describe('A server', () => {
  test('of every kind tells through the hub what it tells alone.', async () => {
    expect(servers).toHaveLength(12);
    for (const server of servers) {
      const { name, call } = server;
      const behind = await scene.agent({ serverId: name });
      expect({ name, ...(await toldBy(behind, call)) }).toEqual({ name, ...(await toldAlone(server)) });
    }
  });
});
