// A few pages for the demo's agents to work on, served on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const pages: Readonly<Record<string, string>> = {
  '/billing':
    '<title>Atlas: Billing settings</title><h1>Billing settings</h1><label>Plan <input id="plan" value="Team"></label> <button>Save</button>',
  '/orders':
    '<title>Atlas: Orders</title><h1>Orders</h1><ul><li>Order 1042, shipped</li><li>Order 1043, open</li></ul>',
  '/ledger':
    '<title>Ledger: Pull request 214</title><h1>Pull request 214</h1><p>Two checks are running.</p><button>Merge</button>',
};

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://127.0.0.1').pathname];
    response
      .writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en">${page ?? '<h1>No such page</h1>'}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, close };
}
