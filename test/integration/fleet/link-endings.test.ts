// How a hub's link ends while its network is away: it waits for nobody, and leaves nothing behind.
import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { NamedMember } from '../../../electron/core/fleet/link/fleet-wire.ts';

/** Takes connections and never says a word, as an address does whose packets are dropped on the way. */
async function silentServer() {
  const sockets = new Set<net.Socket>();
  let taken = 0;
  const server = net.createServer(socket => {
    taken += 1;
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    get taken() {
      return taken;
    },
  };
}

async function server() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  return nats;
}

/** The longest that an end may take; a connection that is being tried has 10 s for each address. */
const soonMs = 3_000;

async function endsSoon(end: Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await end.catch(() => {});
  expect(performance.now() - begun).toBeLessThan(soonMs);
}


describeWith(['nats'], 'The end of a link', () => {
  test('A hub stops at once while addresses that say nothing are tried.', async () => {
    const silent = [await silentServer(), await silentServer()];
    const mia = await startLink();
    await mia.keep(silent.map(({ port }) => `nats://127.0.0.1:${port}`).join(','), 'mia');
    await mia.link.rejoin();
    await until(() => silent.some(({ taken }) => taken > 0), 'an address is tried');
    await endsSoon(mia.stop());
  });

  test('A hub leaves at once while an address that says nothing is tried.', async () => {
    const silent = await silentServer();
    const mia = await startLink();
    await mia.keep(`nats://127.0.0.1:${silent.port}`, 'mia');
    await mia.link.rejoin();
    await until(() => silent.taken > 0, 'the address is tried');
    await endsSoon(mia.link.leave());
    expect(mia.fleet).toBe(null);
  });

  test('A hub stops at once while it is joining at an address that says nothing.', async () => {
    const silent = await silentServer();
    const mia = await startLink();
    const joining = mia.link.join(joinOf(`nats://127.0.0.1:${silent.port}`, 'mia'));
    const refused = expect(joining).rejects.toThrow(/hub is stopping/);
    await until(() => silent.taken > 0, 'the address is tried');
    await endsSoon(mia.stop());
    await refused;
  });

  test('A hub stops soon where its network is swallowed and each of its parts waits for an answer.', async () => {
    const nats = await server();
    const proxy = await startLossyProxy(nats.port);
    onTestFinished(() => proxy.close());
    const waits: NamedMember[] = ['one', 'other'].map(name => ({
      name,
      member: {
        begin: async wire => ({
          reconnected: () => {},
          end: async () => void (await (await wire.kv('hubs')).get('mia')),
        }),
      },
    }));
    const mia = await startLink({ members: waits });
    await mia.link.join(joinOf(proxy.url, 'mia'));
    await mia.reaches('online');
    proxy.swallow({ toServer: true, toClient: true });
    await endsSoon(mia.stop());
  });
});
