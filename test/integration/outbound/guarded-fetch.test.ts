// Redirects and names that turn to this machine, against real servers: 127.0.0.2 plays the internet, 127.0.0.1 is the victim.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { kindOfAddress } from '../../../electron/core/outbound/address-kinds.ts';
import { createGuardedFetch } from '../../../electron/core/outbound/guarded-fetch.ts';
import { reachOfHosts, reachOfServer } from '../../../electron/core/outbound/reach.ts';
import { openWire } from '../../../electron/core/servers/remote/open-wire.ts';
import { Retries } from '../../../electron/core/servers/remote/retries.ts';
import { signInFetch } from '../../../electron/core/servers/remote/sign-in/safe-address.ts';
import { guardedFetch } from '../../../electron/runner/javascript/guarded-fetch.ts';
import { createHostProxy } from '../../../electron/runner/sandbox/host-proxy.ts';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '../../../electron/core/outbound/guarded-lookup.ts';

const kindOf = (address: string) => (address === '127.0.0.2' ? 'public' : kindOfAddress(address));

async function listen(host: string, answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked, connections: () => connections };
}

const victim = () => listen('127.0.0.1', (_request, response) => response.end('a secret of this machine'));

/** Gives these addresses one after another, as a name server of the attacker does; the last one stays. */
function answering(...addresses: string[]): Resolve & { readonly asked: () => number } {
  let asked = 0;
  const resolve: Resolve = (_hostname, _options, callback) => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    process.nextTick(() => callback(null, [{ address, family: 4 }]));
  };
  return Object.assign(resolve, { asked: () => asked });
}

const fromInternet = (resolve: Resolve) =>
  createGuardedFetch({ reach: reachOfServer('https://mcp.example/', kindOf), resolve });

describe('one guarded fetch', () => {
  test('A redirect from the internet to this machine is not followed, by address or by name.', async () => {
    const local = await victim();
    for (const host of [
      '127.0.0.1',
      'localhost',
      'localhost.',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
      'rebind.example',
    ]) {
      const location = `http://${host}:${local.port}/`;
      const far = await listen('127.0.0.2', (_request, response) => response.writeHead(302, { location }).end());
      const resolve: Resolve = (name, options, callback) =>
        answering(name === 'mcp.example' ? '127.0.0.2' : '127.0.0.1')(name, options, callback);
      await expect(fromInternet(resolve)(`http://mcp.example:${far.port}/`)).rejects.toThrow(/this machine|private/);
      expect(far.asked).toHaveLength(1);
    }
    expect(local.connections()).toBe(0);
  });

  test('A name that means the internet first and this machine then is connected to where it was judged.', async () => {
    const local = await victim();
    const far = await listen('127.0.0.2', (_request, response) =>
      response.writeHead(200, { connection: 'close' }).end('far'),
    );
    const resolve = answering('127.0.0.2', '127.0.0.1');
    const fetchIt = fromInternet(resolve);
    expect(await (await fetchIt(`http://mcp.example:${far.port}/`)).text()).toBe('far');
    expect(resolve.asked()).toBe(1);
    await expect(fetchIt(`http://mcp.example:${local.port}/`)).rejects.toThrow(
      'means 127.0.0.1, which is this machine',
    );
    expect([resolve.asked(), local.connections()]).toEqual([2, 0]);
  });

  test('Of several addresses only those that were allowed are tried.', async () => {
    const local = await victim();
    const resolve: Resolve = (_name, _options, callback) =>
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]);
    await expect(fromInternet(resolve)(`http://mcp.example:${local.port}/`)).rejects.toThrow('fetch failed');
    expect(local.connections()).toBe(0);
  });

  test('Another origin is told nothing that may be a credential.', async () => {
    const other = await listen('127.0.0.2', (_request, response) => response.end('other'));
    const far = await listen('127.0.0.2', (_request, response) =>
      response.writeHead(307, { location: `http://other.example:${other.port}/` }).end(),
    );
    const headers = { authorization: 'Bearer s', cookie: 'a=s', 'x-api-key': 's', accept: 'text/plain' };
    const response = await fromInternet(answering('127.0.0.2'))(`http://mcp.example:${far.port}/`, {
      method: 'POST',
      headers,
      body: 'text',
    });
    expect([await response.text(), response.redirected]).toEqual(['other', true]);
    expect(far.asked[0]?.headers).toMatchObject(headers);
    const told = other.asked[0]?.headers ?? {};
    expect(['authorization', 'cookie', 'x-api-key'].filter(name => name in told)).toEqual([]);
    expect(told.accept).toBe('text/plain');
  });

  test('It answers as fetch does: bodies sent in all forms, compressed answers, cancelled ones, and addresses of the answer.', async () => {
    const far = await listen('127.0.0.2', (request, response) => {
      if (request.url === '/wait') return void response.writeHead(200).write('begun');
      response.writeHead(200, { 'content-encoding': 'gzip', 'x-type': request.headers['content-type'] ?? '' });
      response.end(gzipSync('compressed'));
    });
    const fetchIt = fromInternet(answering('127.0.0.2'));
    const at = (path: string) => `http://mcp.example:${far.port}${path}`;
    const posted = await fetchIt(new URL(at('/x')), { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    expect([await posted.text(), posted.url, posted.headers.get('x-type')]).toEqual([
      'compressed',
      at('/x'),
      'application/x-www-form-urlencoded;charset=UTF-8',
    ]);
    const stop = new AbortController();
    const reader = (await fetchIt(at('/wait'), { signal: stop.signal })).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('begun');
    stop.abort();
    await expect(reader?.read()).rejects.toThrow(/abort/i);
  });
});

test('An answer that goes on is ended by its asker’s signal, also once all that nobody needs any more was collected.', async () => {
  const open = await listen('127.0.0.1', (_request, response) => response.write('more will come'));
  const stop = new AbortController();
  const fetchIt = createGuardedFetch({ reach: () => null });
  const answer = await fetchIt(`http://127.0.0.1:${open.port}/`, { signal: stop.signal });
  const reader = answer.body?.getReader();
  await reader?.read();
  const closed = new Promise(resolve => open.asked[0]?.once('close', resolve));
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    await setImmediate();
    collect();
  }
  stop.abort();
  await expect(reader?.read()).rejects.toThrow(/abort/i);
  await closed;
});

describe('who fetches for somebody else', () => {
  test('A sign-in asks neither this machine nor a cloud’s credentials for a server far away, however they are written.', async () => {
    const local = await victim();
    const rules = { reach: reachOfServer('https://mcp.example/mcp'), resolve: answering('127.0.0.1') };
    const fetchIt = signInFetch('https://mcp.example/mcp', () => {}, rules);
    for (const host of [
      '127.0.0.1',
      'localhost',
      'localhost.',
      'rebind.example',
      '[::ffff:7f00:1]',
      '169.254.169.254',
      '[fd00::1]',
      '0.0.0.0',
      '100.64.0.1',
    ])
      await expect(fetchIt(`https://${host}:${local.port}/.well-known/oauth-authorization-server`)).rejects.toThrow(
        'Its sign-in is not asked',
      );
    expect(local.connections()).toBe(0);
  });

  test('A sign-in follows no redirect to this machine or to http.', async () => {
    const local = await victim();
    const location = `http://localhost.:${local.port}/`;
    const far = await listen('127.0.0.1', (_request, response) => response.writeHead(302, { location }).end());
    await expect(
      signInFetch(`http://127.0.0.1:${far.port}/`, () => {})(`http://127.0.0.1:${far.port}/`),
    ).rejects.toThrow('https://');
    expect(local.connections()).toBe(0);
  });

  test('A server of this machine may name a sign-in of this machine.', async () => {
    const local = await victim();
    const response = await signInFetch('http://localhost:1/mcp', () => {})(`http://127.0.0.1:${local.port}/`);
    expect(response.status).toBe(200);
  });

  test('A remote server’s name that means this machine is not connected to.', async () => {
    const local = await victim();
    const config = { kind: 'http' as const, url: `http://mcp.example:${local.port}/mcp`, headers: {} };
    const wire = openWire({ config, auth: null, resolve: answering('127.0.0.1') }, new Retries(() => {}));
    await wire.start();
    await expect(wire.send({ jsonrpc: '2.0', id: 1, method: 'ping' })).rejects.toThrow();
    expect(local.connections()).toBe(0);
    await wire.close();
  });

  test('A script’s fetch of an allowed name that means this machine is refused with the remedy.', async () => {
    const local = await victim();
    const request = { url: `https://api.example:${local.port}/`, method: 'GET', headers: [] };
    const fetched = guardedFetch(request, null, [`api.example:${local.port}`], answering('127.0.0.1'));
    await expect(fetched).rejects.toThrow(
      'is refused: api.example means 127.0.0.1, which is this machine; add "127.0.0.1"',
    );
    expect(local.connections()).toBe(0);
  });

  test('The walls’ proxy refuses an allowed name that means this machine, plain and tunnelled, and says so.', async () => {
    const local = await victim();
    const refused: string[] = [];
    const hosts = [`api.example:${local.port}`];
    const proxy = createHostProxy(hosts, null, sentence => refused.push(sentence), answering('127.0.0.1'));
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const say = async (head: string) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(`${head}\r\nHost: api.example:${local.port}\r\nConnection: close\r\n\r\n`);
      const [data] = (await once(socket, 'data')) as [Buffer];
      return data.toString().split('\r\n')[0];
    };
    expect(await say(`GET http://api.example:${local.port}/ HTTP/1.1`)).toContain('403');
    expect(await say(`CONNECT api.example:${local.port} HTTP/1.1`)).toContain('403');
    expect(refused).toEqual(
      Array(2).fill(expect.stringContaining('api.example means 127.0.0.1, which is this machine')),
    );
    expect(local.connections()).toBe(0);
  });

  test('A name whose address is among the hosts, too, is reached.', () => {
    expect(reachOfHosts(['git.corp.example', '10.1.2.3'])('git.corp.example', '10.1.2.3')).toBeNull();
  });
});
