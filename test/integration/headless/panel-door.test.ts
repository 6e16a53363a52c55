// Who gets through the panel's door: one-time tokens, keys, hosts, origins, and frames that are none.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { openPlace, usePlace } from '../../support/hub-process.ts';
import { closing, openSocket, PanelClient } from '../../support/panel-client.ts';
import type { HubPlace, HubProcess } from '../../support/hub-process.ts';

let place: HubPlace;
let hub: HubProcess;
let panel: PanelClient;

beforeAll(async () => {
  place = openPlace();
  hub = await place.serve();
  panel = await place.panel(hub);
});

afterAll(() => place.end());

afterEach(async () => {
  expect(hub.stderr()).toBe('');
  expect((await panel.request('state:get', {})).hub.pid).toBe(hub.pid);
});

/** Sends one first frame and tells how the connection was closed. */
async function knock(frame: string): Promise<number> {
  const socket = await openSocket(panel.address);
  const closed = closing(socket);
  socket.send(frame);
  return (await closed).code;
}

describe('the first frame', () => {
  test('A token works once.', async () => {
    await expect(PanelClient.open(hub.url)).rejects.toThrow('4401');
  });

  test.each([
    ['a wrong token', JSON.stringify({ token: 'x'.repeat(43) })],
    ['an empty token', JSON.stringify({ token: '' })],
    ['a wrong key', JSON.stringify({ key: 'x'.repeat(43) })],
    ['a token that is no text', JSON.stringify({ token: 1 })],
    ['a request', JSON.stringify({ id: 1, name: 'state:get', params: {} })],
    ['no JSON', 'hello'],
    ['nothing', ''],
  ])('%s is refused with 4401.', async (_, frame) => {
    expect(await knock(frame)).toBe(4401);
  });

  test('A token is no key, and a key no token.', async () => {
    expect(await knock(JSON.stringify({ token: panel.key }))).toBe(4401);
    const { stdout } = await confirmed(panel, place.run(['open']));
    const token = stdout.trim().split('#token=')[1];
    expect(await knock(JSON.stringify({ key: token }))).toBe(4401);
  });

  test('The key opens further connections, also after the first one is gone.', async () => {
    const again = await PanelClient.open(panel.address, panel.key);
    expect(again.key).toBe(panel.key);
    await again.close();
    const third = await PanelClient.open(panel.address, panel.key);
    expect(third.snapshot.hub.pid).toBe(hub.pid);
    await third.close();
  });

  test('Nothing but the address is told to a connection that proves nothing.', async () => {
    const socket = await openSocket(panel.address);
    const said: string[] = [];
    const closed = closing(socket);
    socket.on('message', data => said.push(String(data)));
    await panel.request('hub:set-mode', { mode: 'read-only' });
    await panel.request('hub:set-mode', { mode: 'running' });
    expect((await closed).code).toBe(4401);
    expect(said).toEqual([]);
  });
});

describe('frames after it', () => {
  test.each([
    ['that is no JSON', 'hello'],
    ['without a name', JSON.stringify({ id: 1 })],
    ['with an id that is none', JSON.stringify({ id: 'x', name: 'state:get', params: {} })],
    ['that is a list', '[]'],
  ])('A frame %s closes its connection with 1003 and no other.', async (_, frame) => {
    const other = await PanelClient.open(panel.address, panel.key);
    other.socket.send(frame);
    expect((await other.closed).code).toBe(1003);
  });

  test('A frame over 8 MiB closes its connection and no other.', async () => {
    const other = await PanelClient.open(panel.address, panel.key);
    other.socket.send('x'.repeat(9 * 1024 * 1024));
    // 1009, unless the reset that follows unread bytes overtakes it.
    expect([1006, 1009]).toContain((await other.closed).code);
  });

  test('Bytes that are no WebSocket frame close their connection and no other.', async () => {
    const { port, host } = new URL(panel.address);
    const socket = net.connect(Number(port), '127.0.0.1');
    const key = Buffer.alloc(16).toString('base64');
    socket.write(
      `GET /panel HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]));
    socket.resume();
    await once(socket, 'close');
  });

  test.each([
    ['no:such', {}, 'The panel asked for "no:such", which the core does not know. Reload the panel.'],
    ['constructor', {}, 'The panel asked for "constructor", which the core does not know. Reload the panel.'],
    ['hub:set-mode', { mode: 'fast' }, /^hub:set-mode: mode: .+\.$/],
    ['hub:set-mode', null, /^hub:set-mode: .+\.$/],
    ['trace:window', { filter: {}, from: 0, count: 201 }, /^trace:window: count: .+\.$/],
    ['clients:revoke', { clientId: 'nobody' }, /^There is no client "nobody"; it may have been revoked\./],
    ['servers:start', { serverId: 'nobody' }, /nobody/],
    ['servers:approve', { serverId: 'everything', hash: 'x' }, /is not the one that you were shown; read it again/],
    ['prompts:answer', { promptId: '9', effect: 'allow', lifetime: 'use' }, /^Prompt 9 has ended/],
    ['grants:revoke', { grantId: '9' }, /^There never was a grant "9"/],
    ['agents:disconnect', { agentId: '9' }, /^There is no agent "9"/],
    ['tools:get', { toolId: 'no/such' }, /no\/such/],
    ['servers:add', { kind: 'json', text: '{"a": 1}' }, /^There is no MCP server in it; paste or pick an mcp.json, /],
    ['servers:add', { kind: 'json', text: 'hello' }, /./],
    ['servers:add', { kind: 'command', name: 'x', commandLine: '"open' }, /./],
  ] as const)('%s with %j is refused with one sentence.', async (name, params, words) => {
    const reply = await panel.send(name, params);
    expect(reply).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^ERR_/) } });
    const { message } = reply.ok ? { message: '' } : reply.error;
    if (typeof words === 'string') expect(message).toBe(words);
    else expect(message).toMatch(words);
    expect(message).not.toMatch(/\n|ZodError|\bat \w+ \(/);
  });
});

describe('the door itself', () => {
  function upgrade(headers: Record<string, string>, path = '/panel'): Promise<number> {
    const { hostname, port, host } = new URL(panel.address);
    return new Promise((resolve, reject) => {
      const request = http.get({
        hostname,
        port,
        path,
        headers: {
          host,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.alloc(16).toString('base64'),
          ...headers,
        },
      });
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      });
      request.on('response', response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
    });
  }

  function get(path: string, headers: Record<string, string> = {}): Promise<http.IncomingMessage> {
    const { hostname, port, host } = new URL(panel.address);
    return new Promise((resolve, reject) => {
      const request = http.get({ hostname, port, path, headers: { host, ...headers } }, response => {
        response.resume();
        resolve(response);
      });
      request.on('error', reject);
    });
  }

  test('A WebSocket from the panel’s own page is taken.', async () => {
    expect(await upgrade({ origin: panel.address })).toBe(101);
  });

  test.each([
    ['a foreign origin', { origin: 'http://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['a foreign host', { host: 'evil.example' }, 403],
  ])('A WebSocket with %s is refused.', async (_, headers, status) => {
    expect(await upgrade(headers)).toBe(status);
  });

  test('Refused WebSockets that break off before their answer end nothing.', async () => {
    const { port, host } = new URL(panel.address);
    const start = `GET /panel HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    for (let round = 0; round < 50; round += 1) {
      const socket = net.connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(start, () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    expect(await upgrade({ origin: panel.address })).toBe(101);
  });

  test('A WebSocket on another path is refused.', async () => {
    expect(await upgrade({ origin: panel.address }, '/other')).toBe(404);
    expect(await upgrade({ origin: panel.address }, '//')).toBe(404);
  });

  test('Its files are served to its own host only.', async () => {
    expect((await get('/', { host: 'evil.example' })).statusCode).toBe(403);
    expect((await get('/', { origin: 'http://evil.example' })).statusCode).toBe(403);
  });

  test('Only files of the panel are served, whatever the path says.', async () => {
    for (const path of [
      '/../../package.json',
      '/%2e%2e/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '/%',
      '/%00',
      '/no.js',
    ]) {
      expect((await get(path)).statusCode).toBe(404);
    }
  });

  test('A path that no parser of URLs takes is answered like any other.', async () => {
    expect((await get('//')).statusCode).toBe(200);
  });

  test('Another method than GET is refused.', async () => {
    const { hostname, port, host } = new URL(panel.address);
    const request = http.request({ hostname, port, method: 'POST', path: '/', headers: { host } });
    request.end('x');
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(405);
  });
});

test('A refused WebSocket that stays open keeps no hub from stopping.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const { port, host } = new URL(hub.url);
  const socket = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(`GET /other HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  await once(socket, 'data');
  expect(await hub.kill('SIGINT')).toMatchObject({ code: 0, signal: null });
  socket.destroy();
});
