// Spec 004's optional authentication, switched off by the user: what its clients may do without a token, and what nobody may all the same.

import net from 'node:net';
import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from 'sdk-v1/client/index.js';
import { SSEClientTransport as SseV1 } from 'sdk-v1/client/sse.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localPageOrigins } from '../../../contract/mcp-server.ts';
import { openPlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { askHttp, openEvents } from '../../support/raw-http.ts';
import { answer, runSpeaker, say } from '../hub/scenes.ts';
import type http from 'node:http';
import type { McpServerChange } from '../../../contract/schemas/mcp-server.ts';
import type { Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { OpenEvents } from '../../support/raw-http.ts';

const clientId = 'http-without-token';

let place: HubPlace;
let panel: PanelClient;
let credential: Credential;
let origin: string;

const set = (change: McpServerChange) => panel.request('mcp-server:set', { change });
const here = () =>
  Object.values(panel.snapshot.agents).filter(agent => agent.clientId === clientId && agent.state.kind === 'connected');

beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve());
  await runSpeaker(panel);
  credential = await panel.request('clients:create', { name: 'First', start: 'ask' });
  ({ origin } = new URL(panel.snapshot.endpoints['mcp-http']?.address ?? ''));
});

beforeEach(async () => {
  await set({ withoutToken: true, corsOrigins: [], limits: { message: 0, mcp: 0 } });
  return async () => {
    await set({ withoutToken: false });
    await until(() => here().length === 0, 'who came without a token has left');
  };
});

afterAll(() => place.end());

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function listen(headers: http.OutgoingHttpHeaders = {}): Promise<{ stream: OpenEvents; path: string }> {
  const stream = await openEvents(origin, { path: '/sse', headers });
  const { data } = await stream.next(({ event }) => event === 'endpoint');
  return { stream, path: data };
}

describe('What a client of the spec may do', () => {
  test('004 Client Configuration: its address alone is enough for the official SDK, which lists and calls, as a client of its own that is asked about.', async () => {
    const client = new Client({ name: 'a test', version: '1.0.0' });
    await client.connect(new SSEClientTransport(new URL(`http://localhost:${new URL(origin).port}/sse`)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('navigate');
    const called = client.callTool({ name: say, arguments: { message: 'hello' } });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'the user is asked');
    expect(Object.values(panel.snapshot.prompts)).toMatchObject([{ clientId }]);
    await answer(panel, 'allow', 'use');
    expect(await called).toMatchObject({ content: [{ type: 'text', text: 'Said: hello' }], isError: false });
    expect(panel.snapshot.clients[clientId]).toMatchObject({
      name: 'A program without a token',
      verified: false,
      start: 'ask',
    });
    expect(here()).toMatchObject([{ name: 'A program without a token', claimedName: 'a test', transport: 'sse' }]);
    await client.close();
  });

  test('004 Client Configuration: the first version of the official SDK needs no more.', async () => {
    const client = new ClientV1({ name: 'a test', version: '1.0.0' });
    await client.connect(new SseV1(new URL('/sse', origin)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('navigate');
    await client.close();
  });

  test('004 GET /health: without a token it tells activeSessions too, and GET /tools lists, while that is let in.', async () => {
    const { stream } = await listen();
    const { version } = panel.snapshot.hub;
    const ask = async (path: string) => (await askHttp(origin, { method: 'GET', path })).json();
    expect(await ask('/health')).toEqual({ status: 'no-browser', version, activeSessions: 1 });
    expect((await ask('/tools')).tools).toContainEqual(expect.objectContaining({ name: 'navigate' }));
    stream.close();
  });

  test('What another client was granted is not allowed to it, and what it was granted to no other.', async () => {
    const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
    const resource = { kind: 'server', serverId: 'speaker' } as const;
    const subject = { kind: 'client', id: credential.client.id } as const;
    await panel.request('grants:set', { effect: 'allow', subject, scope: 'servers:call', resource, ...whole });
    const { stream, path } = await listen();
    const call = { name: say, arguments: { message: 'x' } };
    await askHttp(origin, { path, body: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call } });
    await answer(panel, 'deny', 'use');
    const { data } = await stream.next(({ event }) => event === 'message');
    expect(JSON.parse(data)).toMatchObject({ id: 2, result: { isError: true } });
    stream.close();
  });

  test('The user shuts it out: who is there is ended, and who comes again may call nothing.', async () => {
    const { stream } = await listen();
    await panel.waitFor(({ clients }) => clientId in clients, 'it is shown');
    await panel.request('clients:admit', { clientId, admitted: false });
    await stream.ended;
    const again = await listen();
    const call = { name: 'tabs_context', arguments: {} };
    await askHttp(origin, { path: again.path, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call } });
    const { data } = await again.stream.next(({ event }) => event === 'message');
    expect(JSON.parse(data)).toMatchObject({
      result: { isError: true, _meta: { 'dev.pilothouse/code': expect.stringMatching(/PERMISSION|DENIED/) } },
    });
    again.stream.close();
    await panel.request('clients:admit', { clientId, admitted: true });
  });

  test('Switched off again it ends who came so, with a reason, and the panel shows both.', async () => {
    const shown = () => panel.snapshot.endpoints['mcp-http']?.withoutToken;
    await until(() => shown() === true, 'the way in is shown as open');
    const { stream, path } = await listen();
    await set({ withoutToken: false });
    const { data } = await stream.next(({ event }) => event === 'error');
    expect(JSON.parse(data)).toEqual({
      code: -32000,
      message: 'The user lets no programs without a token in any more.',
    });
    await stream.ended;
    expect((await askHttp(origin, { path, body: ping })).status).toBe(401);
    await until(() => shown() === undefined, 'the way in is shown as closed');
    const { entries } = await panel.request('audit:query', { filter: {}, count: 20 });
    expect(JSON.stringify(entries)).toContain('withoutToken false');
  });
});

describe('What stays as it is', () => {
  test('004 Optional Authentication: MCP’s own path needs a token all the same.', async () => {
    for (const path of ['/mcp', '/mcp/speaker', '/other']) {
      const refused = await askHttp(origin, { path, body: ping });
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="MCP"']);
    }
  });

  test.each([
    ['a wrong token', 'Bearer guess'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic eDp5'],
  ])(
    '004 Optional Authentication: who shows %s is refused with 401, and not let in as nobody.',
    async (_, authorization) => {
      for (const path of ['/sse', '/tools', '/message?sessionId=session_0']) {
        const refused = await askHttp(origin, {
          method: path === '/sse' ? 'GET' : 'POST',
          path,
          headers: { authorization },
        });
        expect(refused.status).toBe(401);
      }
      expect(here()).toEqual([]);
    },
  );

  test('Whoever has a token is itself, and its sessions are none of those without one; nor are theirs its.', async () => {
    const bearer = { authorization: `Bearer ${credential.http.token}` };
    const own = await listen(bearer);
    const { stream, path } = await listen();
    expect((await askHttp(origin, { path: own.path, body: ping })).status).toBe(404);
    expect((await askHttp(origin, { path, headers: bearer, body: ping })).status).toBe(404);
    expect((await askHttp(origin, { path, body: ping })).status).toBe(202);
    own.stream.close();
    stream.close();
  });

  test('A program without a token is nobody’s successor: it is a new agent, and what the one before had is not its.', async () => {
    const first = await listen();
    await until(() => here().length === 1, 'the first is here');
    const [agent] = here();
    first.stream.close();
    await until(() => here().length === 0, 'the first has left');
    expect(panel.snapshot.agents[agent?.id ?? '']?.state).not.toHaveProperty('keepsTabsUntil');
    const second = await listen();
    await until(() => here().length === 1, 'the second is here');
    expect(here()[0]?.id).not.toBe(agent?.id);
    second.stream.close();
  });
});

describe('Attacks while both are on: programs without a token, and the pages of this machine', () => {
  beforeEach(() => set({ corsOrigins: [...localPageOrigins] }).then(() => {}));

  const spec = ['/sse', '/message?sessionId=session_0', '/tools'] as const;
  const ask = (path: string, headers: http.OutgoingHttpHeaders) =>
    askHttp(origin, { method: path.startsWith('/message') ? 'POST' : 'GET', path, headers });

  test.each([
    'http://evil.example',
    'null',
    'file://',
    'http://localhost.evil.example',
    'http://localhost:5173.evil.example',
    'http://localhost:5173@evil.example',
    'https://localhost:5173',
    'http://127.0.0.1.evil.example:80',
    'http://0.0.0.0:5173',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  ])(
    '004 CORS Configuration: a page of %s is refused before its request is looked at, and gets no CORS header.',
    async from => {
      for (const path of spec) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const refused = await askHttp(origin, { method, path, headers: { origin: from } });
          expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined]);
        }
      }
      expect(here()).toEqual([]);
    },
  );

  test.each([
    ['an image or a script of a foreign page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a page of the same site that names no origin', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed or followed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a browser of before, by its Referer', { referer: 'http://evil.example/' }],
  ])('004 Optional Authentication: %s is no program without a token, and is refused with 401.', async (_, headers) => {
    for (const path of spec) expect((await ask(path, headers)).status).toBe(401);
    expect((await ask('/health', headers)).json()).not.toHaveProperty('activeSessions');
    expect(here()).toEqual([]);
  });

  test('004 Optional Authentication: a name that was rebound to this machine is refused with 403.', async () => {
    const { port } = new URL(origin);
    for (const host of ['evil.example', `evil.example:${port}`, `localhost.:${port}`, `0.0.0.0:${port}`, 'localhost']) {
      for (const path of spec) expect((await ask(path, { host })).status).toBe(403);
      // As the page of such a name would send it: to its browser it is of the same origin.
      expect((await ask('/sse', { host, origin: `http://${host}` })).status).toBe(403);
    }
  });

  test('004 CORS Configuration: a page of http://localhost:* opens a stream and posts, shown with its origin; another page that knows its session is told 404.', async () => {
    const page = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' };
    const { stream, path } = await listen(page);
    expect(stream.headers['access-control-allow-origin']).toBe(page.origin);
    await until(() => here().length === 1, 'it is shown');
    expect(here()).toMatchObject([{ origin: page.origin }]);
    expect((await askHttp(origin, { path, headers: page, body: ping })).status).toBe(202);
    for (const other of ['http://localhost:5174', 'http://127.0.0.1:5173'])
      expect((await askHttp(origin, { path, headers: { origin: other }, body: ping })).status).toBe(404);
    stream.close();
  });

  test('004 CORS Configuration: a page whose origin is listed no more is ended with a reason; a program and a page that is still listed stay.', async () => {
    const page = await listen({ origin: 'http://localhost:5173' });
    const other = await listen({ origin: 'http://127.0.0.1:5173' });
    const program = await listen();
    await set({ corsOrigins: ['http://127.0.0.1:*'] });
    const { data } = await page.stream.next(({ event }) => event === 'error');
    expect(JSON.parse(data)).toEqual({ code: -32000, message: 'The user lets pages of this origin ask no more.' });
    await page.stream.ended;
    await until(() => here().length === 2, 'it has left');
    expect(here().map(({ origin: from }) => from)).toEqual(['http://127.0.0.1:5173', undefined]);
    other.stream.close();
    program.stream.close();
  });

  test('004 POST /message: a body that a page could send without a preflight is refused with 415.', async () => {
    const { stream, path } = await listen();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await askHttp(origin, { path, headers: { 'content-type': type }, body: ping })).status).toBe(415);
    stream.close();
  });

  test('A session that was guessed or has ended is answered 404.', async () => {
    const { stream, path } = await listen();
    const id = path.slice(-32);
    const guessed = `${id[0] === '0' ? '1' : '0'}${id.slice(1)}`;
    expect((await askHttp(origin, { path: `/message?sessionId=session_${guessed}`, body: ping })).status).toBe(404);
    stream.close();
    await until(() => here().length === 0, 'it has left');
    expect((await askHttp(origin, { path, body: ping })).status).toBe(404);
  });
});

describe('Floods without a token', () => {
  test('004 Rate Limiting: all programs without a token make 100 requests a minute together; a credential is served meanwhile.', async () => {
    await set({ limits: { message: 100, mcp: 1_200 } });
    const { stream, path } = await listen();
    const ends = await Promise.all(Array.from({ length: 140 }, () => askHttp(origin, { path, body: ping })));
    expect(ends.filter(({ status }) => status === 202)).toHaveLength(100);
    const refused = ends.find(({ status }) => status === 429);
    expect(refused?.json()).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('more than 100 requests in a minute') },
    });
    const bearer = { authorization: `Bearer ${credential.http.token}` };
    const own = await listen(bearer);
    expect((await askHttp(origin, { path: own.path, headers: bearer, body: ping })).status).toBe(202);
    own.stream.close();
    stream.close();
  });

  test('They hold 50 streams together, and a credential opens one beside them.', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => listen()));
    const refused = await askHttp(origin, { method: 'GET', path: '/sse' });
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('has 50 SSE streams open already')]);
    const own = await listen({ authorization: `Bearer ${credential.http.token}` });
    own.stream.close();
    for (const { stream } of streams) stream.close();
  });

  test('A thousand connections that say nothing take the place of no stream of theirs, nor of a credential’s.', async () => {
    const { stream, path } = await listen();
    const own = await listen({ authorization: `Bearer ${credential.http.token}` });
    const { port } = new URL(origin);
    const sockets = Array.from({ length: 1_000 }, () => net.connect(Number(port), '127.0.0.1').on('error', () => {}));
    await until(() => (panel.snapshot.endpoints['mcp-http']?.crowded ?? 0) > 100, 'some were closed to make room');
    expect((await askHttp(origin, { path, body: ping })).status).toBe(202);
    await stream.next(({ event }) => event === 'message');
    for (const socket of sockets) socket.destroy();
    own.stream.close();
    stream.close();
  });
});
