// How a hub hears of the policy of its fleet: also where the server that had its watch is gone, or junk stands in its place.
import { jetstreamManager } from '@nats-io/jetstream';
import { expect, onTestFinished, test } from 'vitest';
import { followPolicy, startPolicyFleet } from '../../support/fleet-policy.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { startNats, startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const ops = policySigner('Ops');

async function server(): Promise<NatsServer> {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  return nats;
}

/** The port of the server that holds the watch that was begun last; 0 where there is none. */
async function watchPort({ connection }: FleetWire): Promise<number> {
  const manager = await jetstreamManager(connection);
  const consumers = await manager.consumers.list('KV_pilothouse-policy').next();
  const newest = consumers.toSorted((one, other) => (one.created < other.created ? 1 : -1))[0];
  return Number(newest?.cluster?.leader?.split('-').at(-1) ?? 0);
}

describeWith(['nats'], 'A hub that follows the policy of its fleet', () => {
  test('It hears of a new one though the server that had its watch was killed and its own connection stands.', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      for (const one of servers) await one.remove();
    });
    const [near, ...others] = servers;
    if (!near) throw new Error('There is no server.');
    const { put, wire } = await startPolicyFleet(near.url, 3);
    const mia = await followPolicy(near.url, 'mia', [ops.signer]);
    await put(ops.sign({ version: 1 }));
    await mia.applies(1);
    let far: NatsServer | undefined;
    await until(async () => {
      const holder = await watchPort(wire);
      far = others.find(({ port }) => port === holder);
      // Where the watch is at the server that this hub speaks to itself, it is made anew.
      if (holder === near.port) mia.membership.reconnected();
      return far !== undefined;
    }, 'another server has the watch');
    let losses = 0;
    void (async () => {
      for await (const { type } of mia.wire.connection.status()) if (type === 'disconnect') losses += 1;
    })();
    await far?.kill();
    await put(ops.sign({ version: 2, pauseAll: true }));
    await mia.applies(2);
    expect(losses).toBe(0);
    await put(ops.sign({ version: 3 }));
    await mia.applies(3);
  });

  test('A bucket that is gone is told and not made by a hub; once somebody has made it the hub goes on.', async () => {
    const nats = await server();
    const { bucket, wire, put } = await startPolicyFleet(nats.url);
    const mia = await followPolicy(nats.url, 'mia', [ops.signer]);
    await put(ops.sign({ version: 1, pauseAll: true }));
    await mia.applies(1);
    await bucket.destroy();
    mia.membership.reconnected();
    await until(() => mia.fault !== null, 'it is told');
    await expect(mia.keeper.publisher?.publish(ops.sign({ version: 2 }), 2)).rejects.toThrow();
    const manager = await jetstreamManager(wire.connection);
    const names = (await manager.streams.list().next()).map(({ config }) => config.name);
    expect(names).toContain('KV_pilothouse-hubs');
    expect(names).not.toContain('KV_pilothouse-policy');
    expect(mia.keeper.state).toMatchObject({ version: 1, pausesAll: true });
    const again = await startPolicyFleet(nats.url);
    await again.put(ops.sign({ version: 2 }));
    await mia.applies(2);
    await until(() => mia.fault === null, 'nothing is told any more');
  });

  test('A policy that was signed ahead of its clock is taken once the clock is set, without another word of the fleet.', async () => {
    const nats = await server();
    const { put } = await startPolicyFleet(nats.url);
    let off = -3_600_000;
    const mia = await followPolicy(nats.url, 'mia', [ops.signer], () => Date.now() + off);
    await put(ops.sign({ version: 1, pauseAll: true }));
    await until(() => mia.keeper.fault?.so === 'future', 'it is too early');
    off = 0;
    await mia.applies(1);
    expect(mia.keeper.hold).toMatchObject({ pausesAll: true });
  });

  test('What nobody has signed hides no policy beneath it: the newest that may be taken is.', async () => {
    const nats = await server();
    const { put, bucket } = await startPolicyFleet(nats.url);
    await put(ops.sign({ version: 1 }));
    await put(ops.sign({ version: 3, pauseAll: true }));
    await put(policySigner('Stranger').sign({ version: 9 }));
    await put('{"type":"io.nats.jetstream.api.v1.account_info_response"}');
    const mia = await followPolicy(nats.url, 'mia', [ops.signer]);
    await mia.applies(3);
    expect(mia.keeper.state).toMatchObject({ pausesAll: true, fault: { so: 'unsigned' } });
    await put(ops.sign({ version: 4 }));
    await mia.applies(4);
    expect(mia.keeper.state?.fault).toBe(null);
    await bucket.delete('current');
    const jun = await followPolicy(nats.url, 'jun', [ops.signer]);
    await jun.applies(4);
    await until(() => jun.keeper.fault?.so === 'withdrawn', 'that it was taken out is told');
  });

  test('At each reconnect one policy is checked and not all that were published.', async () => {
    const nats = await server();
    const { put } = await startPolicyFleet(nats.url);
    const rules = Array.from({ length: 1_500 }, (_, index) => ({
      ...{ id: `rule-${index}`, effect: 'deny', scopes: ['servers:call'], reason: 'x'.repeat(150) },
    }));
    for (let version = 1; version <= 20; version += 1) await put(ops.sign({ version, rules }));
    const mia = await followPolicy(nats.url, 'mia', [ops.signer]);
    await mia.applies(20);
    const came = mia.wire.connection.stats().inBytes;
    mia.membership.reconnected();
    await until(() => mia.wire.connection.stats().inBytes - came > 300_000, 'it is read again');
    await mia.wire.connection.flush();
    // What twenty of them come to is seven times as much.
    expect(mia.wire.connection.stats().inBytes - came).toBeLessThan(1_500_000);
  });
});
