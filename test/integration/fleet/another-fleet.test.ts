// Another fleet where a hub's own one was, behind the same address or behind the one that it is moved to: nothing of the hub goes there.
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { GuardedWire } from '../../../electron/core/fleet/link/guarded-wire.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { leads, startNats, startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { NamedMember } from '../../../electron/core/fleet/link/fleet-wire.ts';

const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };

async function server() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  return nats;
}

async function client(url: string) {
  const connection = await connect({ servers: url });
  onTestFinished(() => connection.close());
  return connection;
}

/** A fleet of other people, and all that is said at its server from here on. */
async function otherFleet() {
  const nats = await server();
  const jun = await startLink();
  await jun.link.init({ ...joinOf(nats.url, 'x'), ...sizes });
  const connection = await client(nats.url);
  const said: string[] = [];
  connection.subscribe('>', { callback: (_, { subject }) => void said.push(subject) });
  await connection.flush();
  return { nats, connection, said };
}

/** Requests that look, and what the server says of them. */
const looks = /^(?:\$JS\.EVENT\..*|\$JS\.API\.(?:INFO|STREAM\.INFO\.[\w-]+)|_INBOX\..*|loud\..*)$/;
const written = (said: readonly string[]) => said.filter(subject => !looks.test(subject));

/** A part that says something all the time, asks something, and hears. */
function loudPart() {
  const heard: string[] = [];
  let begun = 0;
  const member: NamedMember['member'] = {
    begin: async ({ connection }) => {
      begun += 1;
      const timer = setInterval(() => {
        if (connection.isClosed()) return;
        connection.publish('pilothouse.rq.jun.mia.loud', 'x');
        connection.request('pilothouse.rq.jun.mia.asks', 'x', { timeout: 300 }).catch(() => {});
      }, 1);
      const subscription = connection.subscribe('loud.*', { callback: (_, { subject }) => void heard.push(subject) });
      return {
        reconnected: () => {},
        end: async () => {
          clearInterval(timer);
          subscription.unsubscribe();
        },
      };
    },
  };
  return { parts: [{ name: 'loud', member }], heard, begun: () => begun };
}

describeWith(['nats'], 'Another fleet of the same prefix', () => {
  test('At an address that leads there nothing is said or heard, the hub is refused with what can be done, and it is back as soon as its own is.', async () => {
    const own = await server();
    const other = await otherFleet();
    const proxy = await startLossyProxy(own.port);
    onTestFinished(() => proxy.close());
    const { parts, heard, begun } = loudPart();
    const mia = await startLink({ members: parts });
    await mia.link.join(joinOf(proxy.url, 'mia'));
    await mia.reaches('online');
    await until(() => begun() === 1, 'its parts are begun');
    const speaks = setInterval(() => other.connection.publish('loud.there'), 1);
    onTestFinished(() => clearInterval(speaks));
    const [before, after] = [await client(own.url), await client(own.url)];
    before.publish('loud.before');
    await until(() => heard.includes('loud.before'), 'it hears in its own fleet');

    proxy.leadsTo(other.nats.port);
    proxy.cut();
    const { reason } = await mia.reaches('refused');
    expect(reason).toMatchObject({ kind: 'fleet-another', address: proxy.url });
    // It tries again and again.
    const tried = proxy.connections;
    await until(() => proxy.connections > tried + 1, 'it has tried again');
    expect(written(other.said)).toEqual([]);
    expect(heard).not.toContain('loud.there');
    expect(mia.fleet?.state).toBe('refused');

    proxy.leadsTo(own.port);
    proxy.cut();
    await mia.reaches('online');
    await until(() => begun() > 1, 'its parts are begun again');
    after.publish('loud.after');
    await until(() => {
      after.publish('loud.after');
      return heard.includes('loud.after');
    }, 'it hears again');
    expect(written(other.said)).toEqual([]);
  });

  test('A server that was started anew has the same fleet, and what was begun goes on.', async () => {
    const own = await server();
    const { parts, heard, begun } = loudPart();
    const mia = await startLink({ members: parts });
    await mia.link.join(joinOf(own.url, 'mia'));
    await until(() => begun() === 1, 'its parts are begun');
    await own.kill();
    await mia.reaches('offline');
    await own.restart();
    await mia.reaches('online');
    const connection = await client(own.url);
    await until(() => {
      connection.publish('loud.still');
      return heard.includes('loud.still');
    }, 'it hears still');
    expect(begun()).toBe(1);
  });

  test('A hub is not moved there, nor to a server without a fleet; neither it nor anything there is changed by that.', async () => {
    const [own, empty] = [await server(), await server()];
    const other = await otherFleet();
    const mia = await startLink();
    await mia.link.join(joinOf(own.url, 'mia'));
    await mia.reaches('online');
    const to = (address: string) => ({ address, ca: null, allowPlaintext: false, roles: ['worker'] });
    const none = { kind: 'none' } as const;
    await expect(mia.link.rename('mia', none, to(other.nats.url))).rejects.toMatchObject({
      reason: { kind: 'fleet-another', address: other.nats.url },
    });
    await expect(mia.link.rename('mia', none, to(empty.url))).rejects.toMatchObject({
      reason: { kind: 'fleet-no-buckets' },
    });
    expect(mia.fleet).toMatchObject({ state: 'online', address: own.url, roles: [] });
    expect(written(other.said)).toEqual([]);
    const manager = await jetstreamManager(await client(empty.url));
    expect(await manager.streams.list().next()).toEqual([]);
    // By another address of its own fleet it is.
    const proxy = await startLossyProxy(own.port);
    onTestFinished(() => proxy.close());
    await mia.link.rename('mia', none, to(proxy.url));
    await until(() => mia.fleet?.state === 'online' && mia.fleet.address === proxy.url, 'it is there');
    expect(mia.fleet?.roles).toEqual(['worker']);
  });

  test('A hub that has joined with an earlier version keeps the fleet that lets it in first, also over a start.', async () => {
    const own = await server();
    const other = await otherFleet();
    const proxy = await startLossyProxy(own.port);
    onTestFinished(() => proxy.close());
    const admin = await startLink();
    await admin.link.init({ ...joinOf(own.url, 'x'), ...sizes });
    const mia = await startLink();
    await mia.keep(proxy.url, 'mia');
    await mia.link.rejoin();
    await mia.reaches('online');
    await mia.stop();
    proxy.leadsTo(other.nats.port);
    const again = await startLink({ home: mia.home });
    await again.link.rejoin();
    expect((await again.reaches('refused')).reason).toMatchObject({ kind: 'fleet-another' });
    expect(written(other.said)).toEqual([]);
  });

  test('Who leaves before having connected takes nothing away from a hub of that name there.', async () => {
    const own = await server();
    const other = await otherFleet();
    const proxy = await startLossyProxy(own.port);
    onTestFinished(() => proxy.close());
    const mia = await startLink();
    await mia.link.join(joinOf(proxy.url, 'mia'));
    await mia.reaches('online');
    await mia.stop();
    proxy.leadsTo(other.nats.port);
    const shares = await new Kvm(other.connection).open('pilothouse-shares');
    await shares.put('mia.files', 'of another mia');
    const again = await startLink({ home: mia.home, isHeld: () => true });
    await again.link.rejoin();
    await again.link.leave();
    expect((await shares.get('mia.files'))?.string()).toBe('of another mia');
    expect(again.fleet).toBeNull();
  });

  test('A bucket of names that was made anew is another fleet, until whoever administers says that it is the same.', async () => {
    const own = await server();
    const mia = await startLink();
    await mia.link.join(joinOf(own.url, 'mia'));
    await mia.reaches('online');
    const manager = await jetstreamManager(await client(own.url));
    await manager.streams.delete('KV_pilothouse-hubs');
    const init = { ...joinOf(own.url, 'x'), ...sizes };
    await mia.link.init(init);
    await own.restart();
    const { reason } = await mia.reaches('refused');
    const fleetId = reason?.kind === 'fleet-another' ? reason.own : '';
    await mia.link.init({ ...init, fleetId });
    await mia.reaches('online');
    // What was said once stays so.
    await mia.link.init(init);
    const now = await (await jetstreamManager(await client(own.url))).streams.info('KV_pilothouse-hubs');
    expect(now.config.description).toBe(`fleet ${fleetId}`);
  });

  test('In a cluster it is the same fleet whichever server leads, and a part goes on at once at another server of it.', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => void (await Promise.all(servers.map(one => one.remove()))));
    const address = servers.map(({ url }) => url).join(',');
    const mia = await startLink();
    await mia.link.init({ ...joinOf(address, 'x'), ...sizes, replicas: 3 });
    const connection = await client(servers[0]?.url ?? '');
    const manager = await jetstreamManager(connection);
    const moments = async () => {
      const { created, config } = await manager.streams.info('KV_pilothouse-hubs');
      return [config.description, `fleet ${created}`];
    };
    const [description, created] = await moments();
    expect(description).toBe(created);
    for (const one of servers) {
      await leads(connection, 'KV_pilothouse-hubs', one);
      expect((await moments())[0]).toBe(description);
    }
    const bare = await openFleetWire('pilothouse', 'mia', {
      ...{ servers: servers.map(({ url }) => url), noRandomize: true, maxReconnectAttempts: -1, reconnectTimeWait: 50 },
    });
    onTestFinished(() => bare.connection.close());
    const guarded = new GuardedWire(bare);
    const heard: string[] = [];
    guarded.wire.connection.subscribe('loud.*', { callback: (_, { subject }) => void heard.push(subject) });
    await bare.connection.flush();
    const others = await client(servers[1]?.url ?? '');
    others.publish('loud.early');
    await others.flush();
    await bare.connection.flush();
    guarded.trust(guarded.server);
    const first = guarded.server;
    await servers[0]?.kill();
    await until(() => guarded.server !== null && guarded.server !== first, 'it has come to another one');
    await until(() => {
      others.publish('loud.late');
      return heard.includes('loud.late');
    }, 'it hears there');
    expect(heard).not.toContain('loud.early');
  });
});
