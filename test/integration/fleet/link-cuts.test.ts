// What a network, a disk or a clock does to a hub in its fleet: it is told, and passes as soon as that does.
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usualWaits } from '../../../electron/core/fleet/link/fleet-session.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { leads, startNats, startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { mayMount } from '../../support/small-disk.ts';

const sizes = { replicas: 3, auditDays: 1, traceDays: 1, auditBytes: 100_000_000, traceBytes: 100_000_000 };

async function server() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  return nats;
}

async function proxyTo(port: number) {
  const proxy = await startLossyProxy(port);
  onTestFinished(() => proxy.close());
  return proxy;
}

describeWith(['nats'], 'A hub whose way to its fleet is cut', () => {
  test('A network that drops everything and closes nothing is found out, and another way is taken.', async () => {
    const nats = await server();
    const ways = [await proxyTo(nats.port), await proxyTo(nats.port)];
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(ways.map(({ url }) => url).join(','), 'mia'));
    await jun.link.join(joinOf(nats.url, 'jun'));
    await mia.reaches('online');
    await until(() => jun.hub('mia') !== null, 'mia is seen');
    const reasons = new Set<string | undefined>();
    mia.state.subscribe(() => reasons.add(mia.fleet?.reason?.kind));
    const taken = ways.map(({ connections }) => connections);
    // Which of the two it came by is seen by what went over it last.
    const used = ways.toSorted((one, other) => other.lastAt - one.lastAt)[0];
    used?.swallow({ toServer: true, toClient: true });
    await until(() => reasons.has('fleet-silent'), 'the silence is told', 30_000);
    await mia.reaches('online');
    mia.state.setHub({ mode: 'paused' });
    await until(() => jun.hub('mia')?.mode === 'paused', 'mia is heard again');
    expect(ways.map(({ connections }) => connections)).not.toEqual(taken);
    await until(() => mia.problems.length === 0, 'nothing is told as broken');
  });

  test('A way on which only the answers are lost is found out too.', async () => {
    const nats = await server();
    const way = await proxyTo(nats.port);
    const mia = await startLink();
    await mia.link.join(joinOf(way.url, 'mia'));
    await mia.reaches('online');
    way.swallow({ toClient: true });
    expect(await mia.reaches('offline')).toMatchObject({ reason: { kind: 'fleet-silent' } });
    way.swallow({});
    await mia.reaches('online');
  });

  test('A server that is away is asked for again and again, each time after a longer wait.', async () => {
    const nats = await server();
    const way = await proxyTo(nats.port);
    const mia = await startLink({ waits: usualWaits });
    await mia.link.join(joinOf(way.url, 'mia'));
    await mia.reaches('online');
    const before = way.connections;
    await nats.kill();
    // The longest wait alone is thirty seconds.
    await until(() => way.connections >= before + 4, 'it is dialled again', 15_000);
    await nats.restart();
    await mia.reaches('online');
  });

  test('A clock that was set wrong keeps the hub out until it is right, also where it was in before.', async () => {
    const nats = await server();
    const mia = await startLink();
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.reaches('online');
    await mia.stop();
    const wrong = await startLink({ home: mia.home, offMs: 120_000 });
    await wrong.link.rejoin();
    expect(await wrong.reaches('refused')).toMatchObject({ reason: { kind: 'fleet-clock', how: 'ahead' } });
    await wrong.stop();
    const right = await startLink({ home: mia.home });
    await right.link.rejoin();
    await right.reaches('online');
  });

  test('A server that answers while its cluster stores nothing is none that a hub is online at.', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => void (await Promise.all(servers.map(one => one.remove()))));
    const [near, ...others] = servers;
    const mia = await startLink();
    const address = near?.url ?? '';
    const init = { ...joinOf(address, 'x'), ...sizes };
    await until(async () => (await mia.link.init(init).catch(() => null)) !== null, 'the fleet is set up');
    await mia.link.join(joinOf(address, 'mia'));
    await mia.reaches('online');
    for (const { pid } of others) process.kill(pid, 'SIGSTOP');
    expect(await mia.reaches('offline')).toMatchObject({ reason: { kind: 'fleet-silent' } });
    for (const { pid } of others) process.kill(pid, 'SIGCONT');
    await mia.reaches('online');
    await until(() => mia.problems.length === 0, 'nothing is told as broken');
  });
});

describe.skipIf(!mayMount())('A cluster with a full disk (needs the right to mount a small one)', () => {
  test('Hubs stay in their fleet and see each other, and what was acknowledged is there.', async () => {
    const servers = await startNatsCluster(3, '', index =>
      index === 2 ? { room: { by: 'disk', bytes: 6_000_000 } } : {},
    );
    onTestFinished(async () => void (await Promise.all(servers.map(one => one.remove()))));
    const full = servers[2];
    if (!full) throw new Error('There are three.');
    const address = servers.map(({ url }) => url).join(',');
    const names = ['ada', 'ben', 'eve'];
    const links = await Promise.all(names.map(() => startLink()));
    const init = { ...joinOf(address, 'x'), ...sizes };
    await until(async () => (await links[0]?.link.init(init).catch(() => null)) !== null, 'the fleet is set up');
    for (const [index, link] of links.entries()) await link.link.join(joinOf(address, names[index] ?? ''));
    const isWell = () =>
      links.every(link => link.fleet?.state === 'online' && names.every(name => link.hub(name)?.offlineSince === null));
    await until(isWell, 'they see each other');

    const connection = await connect({ servers: servers[0]?.url ?? '' });
    onTestFinished(() => connection.close());
    await leads(connection, 'pilothouse-audit', full);
    await leads(connection, 'KV_pilothouse-presence', full);
    const acknowledged: number[] = [];
    for (let entry = 0; entry < 20; entry += 1) {
      const answer = await jetstream(connection)
        .publish('pilothouse.audit.zoe', new Uint8Array(700_000), { timeout: 2_000 })
        .catch(() => null);
      if (answer) acknowledged.push(answer.seq);
    }
    expect(acknowledged.length).toBeGreaterThan(3);
    await full.kill();
    const left = await connect({ servers: servers.slice(0, 2).map(({ url }) => url) });
    onTestFinished(() => left.close());
    const stored = async () => (await (await jetstreamManager(left)).streams.info('pilothouse-audit')).state.last_seq;
    await until(async () => (await stored().catch(() => 0)) >= (acknowledged.at(-1) ?? 0), 'all of it is there');
    await until(isWell, 'they see each other again', 90_000);
  });
});
