// Bad input over HTTP: each is refused with a status and one sentence, and the hub goes on.
import http from 'node:http';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPlace, urlOf } from '../../support/hub-process.ts';
import { answer, runSpeaker, say } from './scenes.ts';
import type { Credential, HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

interface Response {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

let place: HubPlace;
let hub: HubProcess;
let panel: PanelClient;
let first: Credential;
let second: Credential;

beforeAll(async () => {
  place = openPlace();
  hub = await place.serve();
  panel = await place.panel(hub);
  await runSpeaker(panel);
  first = await panel.request('clients:create', { name: 'First', start: 'ask' });
  second = await panel.request('clients:create', { name: 'Second', start: 'ask' });
});

afterAll(() => place.end());

afterEach(async () => {
  expect(hub.stderr()).toBe('');
  const agent = await place.httpAgent(first);
  expect((await agent.client.listTools()).tools.length).toBeGreaterThan(10);
  await agent.close();
});

const bearer = ({ http }: Credential) => ({ authorization: `Bearer ${http.token}` });
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

function ask({ method = 'POST', path = '/mcp', headers = {}, body }: Ask): Promise<Response> {
  const { port } = new URL(urlOf(first));
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      headers: { ...json, ...headers },
    });
    request.on('response', response => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Bytes as they are; resolves with all that came back when the other side closes. */
function askRaw(text: string, address = urlOf(first)): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', chunk => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

function initialize(version = '2025-11-25'): string {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
}

async function openSession(credential: Credential): Promise<string> {
  const { status, headers } = await ask({ headers: bearer(credential), body: initialize() });
  expect(status).toBe(200);
  return String(headers['mcp-session-id']);
}

function sentence({ body }: Response): string {
  return (JSON.parse(body) as { error: { message: string } }).error.message;
}

describe('who asks', () => {
  test.each([
    ['no token', {}],
    ['a token that is no token', { authorization: 'Bearer x' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic eDp5' }],
  ])('A request with %s is refused with 401 before its body is read.', async (_, headers) => {
    const response = await ask({ headers, body: initialize() });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer realm="MCP"');
    expect(sentence(response)).toBe(
      'The bearer token is missing or wrong. Make a credential in Pilothouse under Connect an agent.',
    );
  });

  test('A token with a wrong secret, and one whose client id is swapped, are refused.', async () => {
    const wrong = `${first.http.token.slice(0, -1)}${first.http.token.endsWith('0') ? '1' : '0'}`;
    const swapped = first.http.token.replace(first.client.id, second.client.id);
    for (const token of [wrong, swapped, `${first.http.token}_x`, first.http.token.toUpperCase()]) {
      expect((await ask({ headers: { authorization: `Bearer ${token}` }, body: initialize() })).status).toBe(401);
    }
  });

  test('A foreign Host is refused with 403, whatever token it brings.', async () => {
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example', '0.0.0.0:80']) {
      const response = await ask({ headers: { ...bearer(first), host }, body: initialize() });
      expect(response.status).toBe(403);
      expect(sentence(response)).toMatch(/^The host ".*" is not served here; use 127\.0\.0\.1:\d+\.$/);
    }
  });

  test('A foreign Origin is refused with 403 and gets no CORS header.', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', 'chrome-extension://abc']) {
      const response = await ask({ headers: { ...bearer(first), origin }, body: initialize() });
      expect(response.status).toBe(403);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
    const preflight = await ask({ method: 'OPTIONS', headers: { origin: 'http://evil.example' } });
    expect(preflight.status).toBe(403);
  });

  test('A request with two Hosts is refused.', async () => {
    const { host } = new URL(urlOf(first));
    const answer = await askRaw(`GET /health HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('/health tells its status and version to everybody on this machine and nothing more.', async () => {
    const { status, body } = await ask({ method: 'GET', path: '/health' });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ status: 'no-browser', version: panel.snapshot.hub.version });
  });
});

describe('what is asked', () => {
  test('A path that is none is answered with 404, also one that no parser takes.', async () => {
    expect((await ask({ path: '/other', headers: bearer(first) })).status).toBe(404);
    const { host } = new URL(urlOf(first));
    const { authorization } = bearer(first);
    const odd = await askRaw(
      `GET // HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
    );
    expect(odd).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('GET /mcp without a session is refused.', async () => {
    const response = await ask({ method: 'GET', headers: bearer(first) });
    expect(response.status).toBe(400);
    expect(sentence(response)).toMatch(/\S/);
  });

  test('A session that never was and a session of another client are both answered with 404.', async () => {
    const id = await openSession(second);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const texts: string[] = [];
    for (const session of ['00000000000000000000000000000000', id, `${id}, ${id}`]) {
      const response = await ask({ headers: { ...bearer(first), 'mcp-session-id': session }, body });
      expect(response.status).toBe(404);
      texts.push(sentence(response));
    }
    expect(new Set(texts)).toEqual(new Set(['This Mcp-Session-Id is not known; send initialize again without one.']));
    const own = await ask({ headers: { ...bearer(second), 'mcp-session-id': id }, body });
    expect(own.status).toBe(200);
  });

  test('Another client cannot end a session; its owner can.', async () => {
    const id = await openSession(second);
    const end = (credential: Credential) =>
      ask({ method: 'DELETE', headers: { ...bearer(credential), 'mcp-session-id': id } });
    expect((await end(first)).status).toBe(404);
    expect((await end(second)).status).toBe(200);
    expect((await end(second)).status).toBe(404);
  });

  test.each([
    ['no JSON', '{"jsonrpc": "2.0", "id": 1, '],
    ['an empty body', ''],
    ['JSON that is no message', '[1, 2]'],
    ['a text', '"hello"'],
  ])('A body that is %s is refused with 400 and one JSON-RPC error.', async (_, body) => {
    const response = await ask({ headers: bearer(first), body });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } });
  });

  test('A call without a session is refused and opens none.', async () => {
    // AskedPrompt for afresh: the patches of the tests before this one may still be on their way.
    const agents = async () => Object.keys((await panel.request('state:get', {})).agents);
    const before = await agents();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const response = await ask({ headers: bearer(first), body });
    expect(response.status).toBe(400);
    expect(await agents()).toEqual(before);
  });

  test('A body of 20 MB is refused with 413, announced or not.', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(20_000_000) } });
    const session = { 'mcp-session-id': await openSession(first) };
    for (const length of [{ 'content-length': body.length }, { 'transfer-encoding': 'chunked' }]) {
      const response = await ask({ headers: { ...bearer(first), ...session, ...length }, body });
      expect(response.status).toBe(413);
      expect(sentence(response)).toBe('Payload Too Large: Request body must not exceed 16777216 bytes');
    }
  });

  test('A body of 5 MB reaches the server and comes back whole.', async () => {
    const agent = await place.httpAgent(second);
    const message = 'x'.repeat(5_000_000);
    const called = agent.call(say, { message });
    await answer(panel, 'allow', 'use');
    expect((await called).text).toHaveLength(message.length + 'Said: '.length);
  });

  test('An unknown method is answered with -32601.', async () => {
    const session = { 'mcp-session-id': await openSession(first) };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'no/such', params: {} });
    const response = await ask({ headers: { ...bearer(first), ...session }, body });
    expect(response.body).toContain('"code":-32601');
    expect(response.body).toContain('The hub does not know the method \\"no/such\\".');
  });
});
