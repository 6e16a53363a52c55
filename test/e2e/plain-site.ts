// A site of pages on which nothing stands, at two ports of this machine.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlainSite {
  readonly origin: string;
  readonly otherOrigin: string;
  close(): Promise<void>;
}

export async function servePlainSite(): Promise<PlainSite> {
  const servers = [await serve(), await serve()];
  const [origin = '', otherOrigin = ''] = servers.map(
    server => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  return {
    origin,
    otherOrigin,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise(resolve => server.close(resolve));
      }
    },
  };
}

async function serve(): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Plain</title>');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
