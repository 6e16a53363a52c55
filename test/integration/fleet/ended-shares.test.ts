// What a hub has opened to its fleet ends with it and with the server that it was: the next fleet, and the next server of that name, have nothing of it.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith, repositoryRoot } from '../../support/provided.ts';
import type { NatsServer } from '../../support/nats-server.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const program = path.join(repositoryRoot, 'test/fixtures/servers/working.mjs');
const share = {
  ...{ serverId: 'worker', share: 'worker', hubs: ['jun'], roles: [], tools: null, readOnly: false },
  description: '',
};

async function server(): Promise<NatsServer> {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  return nats;
}

async function addWorker(panel: PanelClient): Promise<void> {
  const text = JSON.stringify({ mcpServers: { worker: { command: process.execPath, args: [program] } } });
  expect(await panel.request('servers:add', { kind: 'json', text })).toMatchObject({ serverIds: ['worker'] });
}

async function toldAt({ url }: NatsServer): Promise<string[]> {
  const connection = await connect({ servers: url });
  onTestFinished(() => connection.close());
  const keys: string[] = [];
  for await (const key of await (await new Kvm(connection).open('pilothouse-shares')).keys()) keys.push(key);
  return keys;
}

/** It is in a fleet and has told all that it shares: what it shares first is told last. */
async function isIn(panel: PanelClient, nats: NatsServer): Promise<void> {
  await panel.request('fleet:init', { address: nats.url });
  await panel.request('fleet:join', { address: nats.url, name: 'mia' });
  await panel.waitFor(({ hub: { fleet } }) => fleet?.state === 'online', 'it is online');
  const text = JSON.stringify({ mcpServers: { mark: { command: process.execPath, args: [program] } } });
  await panel.request('servers:add', { kind: 'json', text });
  await panel.request('fleet:share', { ...share, serverId: 'mark', share: 'mark' });
  await panel.waitFor(({ fleetServers }) => 'mia/mark' in fleetServers, 'what it shares now is told');
}

describeWith(['nats'], 'What a hub has opened to its fleet', () => {
  test('ends when it leaves, as the question says: another fleet is told of no share, and allows nobody anything.', async () => {
    const [first, second] = [await server(), await server()];
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    await addWorker(panel);
    await isIn(panel, first);
    await panel.request('fleet:share', share);
    const allow = { effect: 'allow', subject: { kind: 'hub', id: 'jun' } } as const;
    for (const scope of ['servers:call', 'hub:panel', 'hub:answer'] as const)
      await panel.request('grants:set', { ...allow, scope });
    const denied = await panel.request('grants:set', { ...allow, effect: 'deny', scope: 'servers:call' });
    await panel.waitFor(({ fleetServers }) => 'mia/worker' in fleetServers, 'it is told');
    const left = await confirmed(panel, place.run(['fleet', 'leave']));
    expect(left.stderr).toContain(
      'what this hub shares (2), its grants to other hubs (3) and what it knows of their agents (0) end with it',
    );
    expect(Object.keys(panel.snapshot.grants)).toEqual([denied.grant.id]);
    expect(await toldAt(first)).toEqual([]);
    const { entries } = await panel.request('audit:query', { count: 10 });
    const why = entries.find(({ what }) => what === 'fleet:leave')?.why;
    expect(why).toMatchObject({ what: { kind: 'fleet-left', shares: 2, rules: 3, clients: 0 } });

    await panel.request('servers:remove', { serverId: 'mark' });
    await isIn(panel, second);
    expect(await toldAt(second)).toEqual(['mia.mark']);
    expect(Object.keys(panel.snapshot.fleetServers)).toEqual(['mia/mark']);
  });

  test('is not of a server that has its name later, also where that came while nothing of the fleet was loaded.', async () => {
    const nats = await server();
    const place = usePlace();
    const hub = await place.serve();
    await addWorker(await place.panel(hub));
    await hub.kill('SIGTERM');
    // As a hub kept it that had left its fleet before leaving ended what was shared.
    const database = new DatabaseSync(path.join(place.home, 'pilothouse.db'));
    database
      .prepare("INSERT INTO settings (key, value) VALUES ('fleetShares', ?)")
      .run(JSON.stringify([share, { ...share, serverId: 'gone', share: 'gone' }]));
    database.close();
    const panel = await place.panel(await place.serve());
    await panel.request('servers:remove', { serverId: 'worker' });
    await addWorker(panel);
    await isIn(panel, nats);
    expect(await toldAt(nats)).toEqual(['mia.mark']);
    expect(Object.keys(panel.snapshot.fleetServers)).toEqual(['mia/mark']);
  });
});
