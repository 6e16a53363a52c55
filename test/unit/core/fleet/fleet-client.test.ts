// Which client of this hub an agent of another hub is: one of its own each, as many as there may be, and none of them by another's grants.
import { expect, test } from 'vitest';
import { ClientRegistry } from '../../../../electron/core/clients/client-registry.ts';
import { FleetClients, mostClientsOfHub } from '../../../../electron/core/fleet/shared/fleet-client.ts';
import { buildState } from '../../../support/hub-fixtures.ts';

const dayMs = 86_400_000;
const agent = (name: string, id: string | null = null) => ({ agent: name, id });

function owner() {
  const [files, judged, here] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  const clock = { at: 0 };
  const revoked: string[] = [];
  const clients = new ClientRegistry({
    state: buildState(),
    ...{ rows: [], builtIn: [] },
    persist: { put: async () => {}, seen: () => {}, remove: async () => {} },
    secrets: {
      write: async (id, secret) => void files.set(id, secret),
      remove: async id => void files.delete(id),
    },
    now: () => clock.at,
    randomBytes: size => Buffer.alloc(size, 7),
  });
  const of = new FleetClients({
    clients,
    onRevoked: async id => void revoked.push(id),
    isJudged: id => judged.has(id),
    isHere: id => here.has(id),
    now: () => clock.at,
  });
  const fill = async (hub: string) => {
    for (let at = 0; at < mostClientsOfHub; at += 1) await of.of(hub, agent(`bot ${at}`));
  };
  return { clients, files, judged, here, revoked, clock, of, fill };
}

test('Each agent is one of its own, and so is the hub itself; asked for twice at once it is made once.', async () => {
  const { of, clients } = owner();
  const [first, same, other, hub] = await Promise.all([
    of.of('mia', agent('Bot')),
    of.of('mia', agent('Bot')),
    of.of('mia', agent('Other')),
    of.of('mia', null),
  ]);
  expect(same).toEqual(first);
  expect(first?.name).toBe('mia / Bot');
  expect(hub).toMatchObject({ id: 'hub:mia', name: 'Fleet: mia' });
  expect(new Set([first?.id, other?.id, hub?.id]).size).toBe(3);
  expect(clients.all()).toHaveLength(3);
});

test('One of the same name that its hub knows by something else is another, also where a name is made up like an id.', async () => {
  const { of } = owner();
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)];
  const ids = [agent('ci', first), agent('ci', second), agent('ci'), agent(first), agent(`id ${first}`)];
  const made = await Promise.all(ids.map(by => of.of('gateway', by)));
  expect(new Set(made.map(client => client?.id)).size).toBe(ids.length);
  expect((await of.of('gateway', agent('renamed', first)))?.id).toBe(made[0]?.id);
});

test('It has no secret that a token could be made of, and no credential of a user comes to its id.', async () => {
  const { of, clients, files } = owner();
  const client = await of.of('a1b2c3', null);
  expect([...files.keys()]).toEqual([]);
  expect(clients.hasCredential(client?.id ?? '')).toBe(false);
  for (const secret of ['', '='.repeat(64), '07'.repeat(32)])
    expect(clients.verifyToken(`ph_${client?.id}_${secret}`)).toBeNull();
  await expect(clients.renew(client?.id ?? '')).rejects.toMatchObject({ reason: { kind: 'client-of-hub' } });
  const own = await clients.create('hub:a1b2c3', 'ask');
  expect(own.client.id).toMatch(/^hub-a1b2c3-/);
  await clients.revoke(client?.id ?? '');
  expect(clients.get(client?.id ?? '')).toBeNull();
});

test('Beyond as many as there may be of one hub there is none more of it, and of another hub there is.', async () => {
  const { of, fill } = owner();
  await fill('gateway');
  expect(await of.of('gateway', agent('one more'))).toBeNull();
  expect(await of.of('gateway', agent('bot 3'))).toMatchObject({ name: 'gateway / bot 3' });
  // `gateway-2` begins as `gateway` does.
  expect(await of.of('gateway-2', agent('one more'))).toMatchObject({ name: 'gateway-2 / one more' });
  expect(await of.of('gateway', null)).toMatchObject({ id: 'hub:gateway' });
});

test('The one makes room that was away for longest, was judged by nobody, and is not here.', async () => {
  const { of, fill, clients, clock, judged, here, revoked } = owner();
  await fill('gateway');
  const idOf = async (at: number) => (await of.of('gateway', agent(`bot ${at}`)))?.id ?? '';
  judged.add(await idOf(0));
  here.add(await idOf(1));
  await clients.setStart(await idOf(2), 'own-tabs');
  clock.at = 10 * dayMs;
  for (const { id } of clients.all()) if (id !== (await idOf(4))) clients.seen(id);
  clock.at = 30 * dayMs;
  expect(await of.of('gateway', agent('too early'))).toBeNull();
  clock.at += 1;
  const gone = await idOf(4);
  expect(await of.of('gateway', agent('one more'))).not.toBeNull();
  expect([clients.get(gone), revoked]).toEqual([null, [gone]]);
  expect(await of.of('gateway', agent('another'))).toBeNull();
  clock.at = 41 * dayMs;
  for (const name of ['another', 'and another']) expect(await of.of('gateway', agent(name))).not.toBeNull();
  for (const at of [0, 1, 2]) expect(clients.get(await idOf(at))).not.toBeNull();
});
