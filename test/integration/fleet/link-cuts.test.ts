// What a network, a disk or a clock does to a hub in its fleet: it is told, and passes as soon as that does.
import { expect, onTestFinished, test } from 'vitest';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';

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
});
