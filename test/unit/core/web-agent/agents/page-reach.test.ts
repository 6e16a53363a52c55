// What the hub asks because a page named an address: the internet, and the page's own origin on this machine.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { askFor } from '../../../../../electron/core/web-agent/agents/page-reach.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '../../../../../electron/core/outbound/guarded-lookup.ts';

interface Served {
  readonly origin: string;
  readonly seen: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[];
}

async function serve(): Promise<Served> {
  const seen: Served['seen'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => (body += String(chunk)));
    request.on('end', () => {
      seen.push({ path: request.url, headers: request.headers, body });
      if (request.url === '/away') return void response.writeHead(302, { location: '/info' }).end();
      if (request.url === '/large') return void response.end(JSON.stringify('x'.repeat(2_000_000)));
      if (request.url === '/missing') return void response.writeHead(404).end();
      response.setHeader('content-type', 'application/json');
      response.end('{"name":"Far"}');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const { signal } = new AbortController();

test('a page of this machine reaches its own origin, without anything of the user’s', async () => {
  const { origin, seen } = await serve();
  const ask = (path: string, body?: unknown) =>
    askFor({ origin, url: new URL(path, origin), signal, ...(body !== undefined && { body }) });
  expect(await ask('/info')).toEqual({ value: { name: 'Far' } });
  expect(await ask('/invoke', { task: 'x' })).toEqual({ value: { name: 'Far' } });
  expect(seen).toMatchObject([{ path: '/info' }, { path: '/invoke', body: '{"task":"x"}', headers: { origin } }]);
  expect(Object.keys(seen[1]?.headers ?? {})).not.toContain('cookie');
  expect(await ask('/away')).toBeNull();
  expect(await ask('/missing')).toBeNull();
  expect(await ask('/large')).toBeNull();
  expect(seen.at(-1)?.path).toBe('/large');
});

test('nobody else’s port or name leads to this machine, whatever the DNS says', async () => {
  const { origin, seen } = await serve();
  const port = new URL(origin).port;
  const url = new URL(`http://agent.example:${port}/agent-info`);
  const here: Resolve = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  for (const request of [
    { origin: 'https://shop.example', url: new URL('/info', origin) },
    { origin: 'http://127.0.0.1:1', url: new URL('/info', origin) },
    { origin: 'https://shop.example', url, resolve: here },
    // Its own name, which came to mean this machine.
    { origin: url.origin, url, resolve: here },
    { origin: 'https://shop.example', url: new URL('http://10.0.0.1/') },
    { origin: 'https://shop.example', url: new URL('http://169.254.169.254/latest') },
    { origin: 'https://shop.example', url: new URL('http://[::ffff:127.0.0.1]/') },
  ])
    await expect(askFor({ ...request, signal })).rejects.toThrow('Permission denied');
  for (const bad of ['file:///etc/passwd', 'ftp://agent.example/', 'https://user:word@agent.example/'])
    await expect(askFor({ origin, url: new URL(bad), signal })).rejects.toThrow('not asked');
  expect(seen).toEqual([]);
});
