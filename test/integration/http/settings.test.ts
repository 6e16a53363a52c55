// The settings of MCP over HTTP at a running hub: limits, tokens set by hand, listed origins, its port and its switch.
import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inEnglish } from '../../../words/english.ts';
import { urlOf, usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { askHttp, openEvents } from '../../support/raw-http.ts';
import { saying } from '../../support/saying.ts';
import type { McpServerChange } from '../../../contract/schemas/mcp-server.ts';
import type { CliOptions, Credential } from '../../support/hub-process.ts';

async function openHub(options: CliOptions = {}, args: readonly string[] = []) {
  const place = usePlace();
  const hub = await place.serve(args, options);
  const panel = await place.panel(hub);
  const credential = await panel.request('clients:create', { name: 'First', start: 'ask' });
  const set = async (change: McpServerChange) => (await panel.request('mcp-server:set', { change })).settings;
  const endpoint = () => panel.snapshot.endpoints['mcp-http'];
  return { place, hub, panel, credential, set, endpoint, origin: () => new URL(endpoint()?.address ?? '').origin };
}

const bearer = ({ http }: Credential) => ({ authorization: `Bearer ${http.token}` });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

describe('limits', () => {
  test('Past its limit a client is answered 429 with Retry-After and a JSON-RPC error, others are served, and the panel counts.', async () => {
    const { panel, credential, set, endpoint, origin } = await openHub();
    const other = await panel.request('clients:create', { name: 'Second', start: 'ask' });
    await set({ limits: { message: 2, mcp: 3 } });
    const ask = (who: Credential) => askHttp(origin(), { path: '/mcp', headers: bearer(who), body: initialize });
    for (let count = 0; count < 3; count += 1) expect((await ask(credential)).status).toBe(200);
    const refused = await ask(credential);
    expect([refused.status, refused.json()]).toEqual([
      429,
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32000,
          message: expect.stringMatching(/^First made more than 3 requests in a minute; try again/),
        },
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(other)).status).toBe(200);
    await until(() => endpoint()?.limited === 1, 'the panel counts');
  });

  test('004 Rate Limiting: streams on /sse are counted in the minute, and no client has more than 50 open; others are served.', async () => {
    const { panel, credential, set, origin } = await openHub();
    const other = await panel.request('clients:create', { name: 'Second', start: 'ask' });
    const open = (who: Credential) => openEvents(origin(), { path: '/sse', headers: bearer(who) });
    const ask = (who: Credential) => askHttp(origin(), { path: '/sse', method: 'GET', headers: bearer(who) });
    // Whoever looks for room again and again is not to be stopped by the minute.
    await set({ limits: { message: 100_000, mcp: 1 } });
    const streams = await Promise.all(Array.from({ length: 50 }, () => open(credential)));
    const refused = await ask(credential);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('First has 50 SSE streams open already; end some.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    streams[0]?.close();
    await until(async () => (await open(credential)).status === 200, 'there is room again');
    await open(other);
    await set({ limits: { message: 20, mcp: 1 } });
    expect((await ask(credential)).text).toContain('First made more than 20 requests in a minute');
  });

  test('004 Rate Limiting: /message has a limit of its own, past which 429 is answered, and 0 sets none.', async () => {
    const { credential, set, origin } = await openHub();
    await set({ limits: { message: 2, mcp: 1 } });
    const stream = await openEvents(origin(), { path: '/sse', headers: bearer(credential) });
    const { data: path } = await stream.next(({ event }) => event === 'endpoint');
    const ask = async () =>
      (await askHttp(origin(), { path, headers: bearer(credential), body: { jsonrpc: '2.0', id: 1, method: 'ping' } }))
        .status;
    expect([await ask(), await ask(), await ask()]).toEqual([202, 202, 429]);
    await set({ limits: { message: 0, mcp: 0 } });
    expect([await ask(), await ask(), await ask()]).toEqual([202, 202, 202]);
    stream.close();
  });

  test('004 Configuration: where nobody sets anything the port is 3456 on 127.0.0.1, a token is needed, no page may ask, and 100 requests a minute are taken.', async () => {
    const { panel } = await openHub();
    expect((await panel.request('mcp-server:get', {})).settings).toEqual({
      enabled: true,
      port: 3456,
      host: '127.0.0.1',
      corsOrigins: [],
      withoutToken: false,
      serverName: 'claude-browser-extension',
      tabsAtEnd: 'leave',
      limits: { message: 100, mcp: 1_200 },
      effectivePort: expect.any(Number),
      portFrom: 'start',
      tokens: [],
    });
  });
});

describe('tokens set by hand', () => {
  const health = async (origin: string, token: string) =>
    (await askHttp(origin, { method: 'GET', path: '/health', headers: { authorization: `Bearer ${token}` } })).json();

  test('004 Environment Variables: CLAUDE_BROWSER_AUTH_TOKEN is a credential, whose client is shown as unverified once it was used.', async () => {
    const token = 'from-the-environment-of-a-test-0123456789';
    const { panel, origin, hub } = await openHub({ env: { CLAUDE_BROWSER_AUTH_TOKEN: token } });
    expect((await panel.request('mcp-server:get', {})).settings.tokens).toEqual(['environment']);
    expect(panel.snapshot.clients['token-environment']).toBeUndefined();
    const headers = { authorization: `Bearer ${token}` };
    expect((await askHttp(origin(), { path: '/mcp', headers, body: initialize })).status).toBe(200);
    await until(() => 'token-environment' in panel.snapshot.clients, 'its client is shown');
    expect(panel.snapshot.clients['token-environment']).toMatchObject({
      name: 'The token from the environment',
      verified: false,
      start: 'ask',
    });
    expect(await health(origin(), `${token}x`)).not.toHaveProperty('activeSessions');
    expect(JSON.stringify(panel.snapshot) + hub.stdout() + hub.stderr()).not.toContain(token);
  });

  test('004 Extension Options: an authToken that is set in the panel is taken at once, is told to nobody, and is taken no more once it is removed.', async () => {
    const { panel, set, origin } = await openHub();
    const token = 'a-token-of-my-own-making-0123456789';
    const settings = await set({ authToken: token });
    expect(settings.tokens).toEqual(['settings']);
    expect(JSON.stringify(settings)).not.toContain(token);
    expect(await health(origin(), token)).toHaveProperty('activeSessions');
    const stream = await openEvents(origin(), { path: '/sse', headers: { authorization: `Bearer ${token}` } });
    await stream.next(({ event }) => event === 'endpoint');
    expect((await set({ authToken: null })).tokens).toEqual([]);
    await stream.ended;
    expect(await health(origin(), token)).not.toHaveProperty('activeSessions');
    await panel.waitFor(({ clients }) => clients['token-settings']?.verified === false, 'its client is shown');
  });

  test.each([
    ['secret', /32 characters/],
    ['x'.repeat(31), /32 characters/],
    ['x'.repeat(64), /10 different characters/],
  ])('004 Extension Options: an authToken that can be guessed is refused: %s.', async (authToken, words) => {
    const { set } = await openHub();
    await expect(set({ authToken })).rejects.toThrow(words);
  });

  test('004 Environment Variables: CLAUDE_BROWSER_AUTH_TOKEN of one character is not taken, and a sentence says why and what to do.', async () => {
    const { panel, origin, hub } = await openHub({ env: { CLAUDE_BROWSER_AUTH_TOKEN: 'x' } });
    const headers = { authorization: 'Bearer x' };
    expect((await askHttp(origin(), { path: '/mcp', headers, body: initialize })).status).toBe(401);
    expect((await panel.request('mcp-server:get', {})).settings.tokens).toEqual([]);
    const said =
      'CLAUDE_BROWSER_AUTH_TOKEN is not taken, because it can be guessed or sent by nobody: use at least 32 characters';
    expect(panel.snapshot.hub.problems.map(({ reason }) => inEnglish(reason))).toEqual([expect.stringContaining(said)]);
    expect(hub.stderr()).toContain(said);
  });

  test('Of two thousand wrong tokens twenty in a minute are answered as usual, the others are slowed or closed; a right one passes meanwhile, and the panel tells.', async () => {
    const { panel, origin, credential } = await openHub();
    const guess = async (number: number) => {
      const headers = { authorization: `Bearer guess-${number}` };
      // The open route would tell a right token from a wrong one as well.
      const asked =
        number % 2 === 0 ? { path: '/mcp', headers, body: initialize } : { method: 'GET', path: '/health', headers };
      return askHttp(origin(), asked).then(
        ({ status, headers: { 'retry-after': after } }) => (status === 429 ? `429 after ${after}` : 'usual'),
        () => 'closed',
      );
    };
    const guesses = Array.from({ length: 2_000 }, (_, number) => guess(number));
    const right = await askHttp(origin(), { path: '/mcp', headers: bearer(credential), body: initialize });
    expect(right.status).toBe(200);
    const ends = await Promise.all(guesses);
    // Twenty in a minute, and a slow machine may take longer than one.
    expect(ends.filter(end => end === 'usual').length).toBeLessThanOrEqual(60);
    expect(ends).toContain('429 after 60');
    expect(ends.every(end => ['usual', '429 after 60', 'closed'].includes(end))).toBe(true);
    expect((await askHttp(origin(), { path: '/mcp', headers: bearer(credential), body: initialize })).status).toBe(200);
    await panel.waitFor(
      ({ hub: { problems } }) => problems.some(({ id }) => id === 'mcp-http-guessed'),
      'the panel tells',
    );
  });
});

describe('origins', () => {
  test('004 CORS Configuration: a page of a listed origin may ask, and is told so by its browser’s headers; no other may.', async () => {
    const { credential, set, origin } = await openHub();
    const preflight = (from: string) =>
      askHttp(origin(), {
        method: 'OPTIONS',
        path: '/mcp',
        headers: { origin: from, 'access-control-request-method': 'POST' },
      });
    expect((await preflight('http://localhost:5173')).status).toBe(403);
    await set({ corsOrigins: ['http://localhost:*'] });
    const allowed = await preflight('http://localhost:5173');
    expect([allowed.status, allowed.text]).toEqual([204, '']);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('Content-Type, Authorization'),
    });
    expect((await preflight('http://localhost.evil.example')).status).toBe(403);
    const headers = { ...bearer(credential), origin: 'http://localhost:5173' };
    const answered = await askHttp(origin(), { path: '/mcp', headers, body: initialize });
    expect(answered.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-expose-headers': expect.stringContaining('Mcp-Session-Id'),
    });
    const refused = await askHttp(origin(), {
      method: 'GET',
      path: '/sse',
      headers: { origin: 'http://localhost:5173' },
    });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, 'http://localhost:5173']);
  });
});

describe('the port and the switch', () => {
  test('004 Extension Options: enabled is switched off and on again while the hub runs; who was connected is told why.', async () => {
    const { panel, credential, endpoint, origin } = await openHub();
    const before = origin();
    const stream = await openEvents(before, { path: '/sse', headers: bearer(credential) });
    await stream.next(({ event }) => event === 'endpoint');
    await panel.request('endpoints:set', { endpointId: 'mcp-http', on: false });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ event: 'error' });
    await until(() => endpoint()?.state.kind === 'off', 'it is shown as off');
    await expect(askHttp(before, { method: 'GET', path: '/health' })).rejects.toThrow(/ECONNREFUSED/);
    await panel.request('endpoints:set', { endpointId: 'mcp-http', on: true });
    await until(() => endpoint()?.state.kind === 'listening', 'it listens again');
    expect((await askHttp(origin(), { method: 'GET', path: '/health' })).status).toBe(200);
  });

  test('004 Extension Options: what is set stays so after a restart.', async () => {
    const { place, hub, set } = await openHub();
    await set({
      enabled: false,
      withoutToken: true,
      serverName: 'mine',
      tabsAtEnd: 'close',
      limits: { message: 7, mcp: 0 },
    });
    await hub.kill('SIGTERM');
    const panel = await place.panel(await place.serve());
    expect(panel.snapshot.endpoints['mcp-http']?.state).toEqual({ kind: 'off' });
    const { settings } = await panel.request('mcp-server:get', {});
    expect(settings).toMatchObject({
      enabled: false,
      withoutToken: true,
      serverName: 'mine',
      tabsAtEnd: 'close',
      limits: { message: 7, mcp: 0 },
    });
  });

  test('004 Base URL: a busy port is a state that names who holds it; no other port is taken.', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as net.AddressInfo;
    const { credential, endpoint, panel } = await openHub({}, ['--mcp-port', String(port)]);
    expect(endpoint()).toMatchObject({
      address: `http://127.0.0.1:${port}/mcp`,
      state: { kind: 'held', by: saying({ part: String(process.pid) }) },
    });
    expect(credential.http.url).toBeNull();
    holder.close();
    await panel.request('endpoints:set', { endpointId: 'mcp-http', on: true });
    await until(() => endpoint()?.state.kind === 'listening', 'it listens once the port is free');
    await panel.waitFor(({ hub }) => hub.problems.every(({ id }) => id !== 'mcp-http'), 'the problem is gone');
  });

  test('004 Localhost Binding Only: a host that is not this machine is refused.', async () => {
    const { panel } = await openHub();
    const change = { host: '0.0.0.0' } as unknown as McpServerChange;
    await expect(panel.request('mcp-server:set', { change })).rejects.toThrow(/loopback/);
  });
});

test('The credential’s address is the one that is listened on.', async () => {
  const { credential, origin } = await openHub();
  expect(urlOf(credential)).toBe(`${origin()}/mcp`);
});
