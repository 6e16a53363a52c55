// What is sent to the fleet is what is set, also where that changes while the outbox begins.
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFleetOutbox } from '../../../electron/core/composition/fleet-outbox-parts.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { FleetOutboxAccess } from '../../../electron/core/panel/fleet-outbox-handlers.ts';
import { nodePlatform } from '../../../electron/core/platform/node-platform.ts';
import { SecretMask } from '../../../electron/core/secrets/secret-mask.ts';
import { Problems } from '../../../electron/core/state/problems.ts';
import { StatePublisher } from '../../../electron/core/state/publisher.ts';
import { openOutboxTable } from '../../../electron/core/store/outbox-table.ts';
import { openStore } from '../../../electron/core/store/store.ts';
import { makeStreams, readStream } from '../../support/fleet-outbox.ts';
import { buildHubInfo } from '../../support/hub-fixtures.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';

async function openScene(before: () => Promise<void> = async () => {}) {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const temp = createTempHome();
  const store = await openStore(path.join(temp.folder, 'hub.db'), { now: () => Date.now(), problems: () => {} });
  onTestFinished(async () => {
    await store.close();
    temp.remove();
  });
  const state = new StatePublisher(buildHubInfo({}));
  const fleetOutbox = new FleetOutboxAccess(store.settings);
  let followers = 0;
  const trace = {
    follow: () => {
      followers += 1;
      return () => {
        followers -= 1;
      };
    },
  };
  const problems = new Problems(state, () => {});
  const base = { store, fleetOutbox, trace, mask: new SecretMask(() => []), state, problems };
  const table = openOutboxTable(store.access);
  const facts = { hubId: 'hub-mia', joinedAt: 0 };
  const member = createFleetOutbox(
    { platform: nodePlatform() as never },
    base,
    () => table,
    async () => {
      await before();
      return facts;
    },
  );
  const wire = await openFleetWire('pilothouse', 'mia', { servers: nats.url });
  onTestFinished(() => wire.connection.close());
  return { fleetOutbox, member, wire, store, nats, followers: () => followers };
}

const entry = {
  clientId: 'c1',
  agentId: 'a1',
  what: 'files__read',
  scope: 'servers:call',
  where: 'server files',
  rule: 'grant 1',
  outcome: 'allow',
};

describeWith(['nats'], 'What goes to the fleet', () => {
  test.each([0, 1, 2, 3, 5, 8])('A change %i steps into the beginning holds.', async steps => {
    const { fleetOutbox, member, wire, followers } = await openScene();
    const begun = member.begin(wire);
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await fleetOutbox.change({ traces: 'off' });
    const membership = await begun;
    expect(followers()).toBe(0);
    await fleetOutbox.change({ traces: 'calls' });
    expect(followers()).toBe(1);
    await membership.end();
    expect([followers(), fleetOutbox.streams]).toEqual([0, null]);
  });

  test('One that took long to begin takes nothing from the one of a later connection as it ends.', async () => {
    const waits: (() => void)[] = [];
    const { fleetOutbox, member, wire, store, nats } = await openScene(
      () => new Promise(resolve => waits.push(resolve)),
    );
    await makeStreams(nats.url);
    const first = member.begin(wire);
    const second = member.begin(wire);
    await expect.poll(() => waits.length).toBe(2);
    waits[1]?.();
    const later = await second;
    const { streams } = fleetOutbox;
    waits[0]?.();
    await (await first).end();
    expect(fleetOutbox.streams).toBe(streams);
    expect(streams).not.toBeNull();
    const id = store.audit.append({ ...entry, at: Date.now() });
    // Whoever goes on hears of what is new, too.
    await expect.poll(async () => (await readStream(nats.url)).map(stored => stored.id)).toEqual([id]);
    await later.end();
    expect(fleetOutbox.streams).toBeNull();
  });

  test('Two changes at once both hold.', async () => {
    const { fleetOutbox } = await openScene();
    await Promise.all([fleetOutbox.change({ traces: 'off' }), fleetOutbox.change({ traceRows: 777 })]);
    expect(await fleetOutbox.settings()).toMatchObject({ traces: 'off', traceRows: 777 });
  });
});
