// A TCP proxy on loopback that loses what a test tells it to lose, in either direction, or cuts its connections.
import { once } from 'node:events';
import net from 'node:net';

export interface LossyProxy {
  readonly url: string;
  /** How many connections there were. */
  readonly connections: number;
  /** When something went over it last, swallowed or not; by a clock that only grows. */
  readonly lastAt: number;
  /** Bytes in these directions go nowhere from now on; whoever sent them is not told. */
  swallow(what: { readonly toServer?: boolean; readonly toClient?: boolean }): void;
  /** Takes nothing more from the client, as a server does that cannot keep up. */
  hold(): void;
  /** Who connects from now on comes to this port, as where a name is given another address. */
  leadsTo(port: number): void;
  /** Ends all connections at once, with what is under way in them. */
  cut(): void;
  close(): Promise<void>;
}

export async function startLossyProxy(first: number): Promise<LossyProxy> {
  let port = first;
  let lost = { toServer: false, toClient: false };
  const sockets = new Set<net.Socket>();
  const clients = new Set<net.Socket>();
  let [connections, lastAt] = [0, 0];
  const server = net.createServer(client => {
    connections += 1;
    clients.add(client);
    const upstream = net.connect(port, '127.0.0.1');
    const ways = [
      [client, upstream, () => lost.toServer],
      [upstream, client, () => lost.toClient],
    ] as const;
    for (const [from, to, isLost] of ways) {
      sockets.add(from);
      from.on('data', bytes => {
        lastAt = performance.now();
        if (!isLost() && !to.destroyed) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        clients.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `nats://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    get connections() {
      return connections;
    },
    get lastAt() {
      return lastAt;
    },
    swallow: ({ toServer = false, toClient = false }) => (lost = { toServer, toClient }),
    hold: () => {
      for (const client of clients) client.pause();
    },
    leadsTo: next => {
      port = next;
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
