// One client floods MCP over HTTP, in each way that it can; another one is served meanwhile, and the panel counts.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { askHttp, jsonHeaders, openEvents } from '../../support/raw-http.ts';
import type { Credential, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

let hub: HubProcess;
let panel: PanelClient;
let origin: string;
let attacker: Credential;
let other: Credential;

beforeEach(async () => {
  const place = usePlace();
  hub = await place.serve();
  panel = await place.panel(hub);
  // The number of requests in a minute is not what is tested here.
  await panel.request('mcp-server:set', { change: { limits: { message: 0, mcp: 0 } } });
  origin = new URL(panel.snapshot.endpoints['mcp-http']?.address ?? '').origin;
  attacker = await panel.request('clients:create', { name: 'Attacker', start: 'ask' });
  other = await panel.request('clients:create', { name: 'Other', start: 'ask' });
});

const bearer = ({ http: { token } }: Credential) => ({ authorization: `Bearer ${token}` });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const stateless = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const statelessHeaders = (method: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method });

const open = (who: Credential, path = '/mcp') => askHttp(origin, { path, headers: bearer(who), body: initialize });
const discover = (who: Credential, path = '/mcp') =>
  askHttp(origin, {
    path,
    headers: { ...bearer(who), ...statelessHeaders('server/discover') },
    body: stateless('server/discover'),
  });
const crowded = () => panel.snapshot.endpoints['mcp-http']?.crowded ?? 0;
const here = ({ client }: Credential) =>
  Object.values(panel.snapshot.agents).filter(
    ({ clientId, state }) => clientId === client.id && state.kind === 'connected',
  );

/** Some at a time, as many as `count` in all. */
async function flood<T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let at = 0; at < count; at += 50)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, index) => one(at + index)))),
    );
  return answers;
}

test('A thousand sessions of one credential leave room for another; its oldest idle ones go, and its newest is served.', async () => {
  const first = await open(other);
  await flood(1_000, () => open(attacker));
  expect((await open(other)).status).toBe(200);
  const newest = await open(attacker);
  const ping = (who: Credential, session: unknown) =>
    askHttp(origin, {
      path: '/mcp',
      headers: { ...bearer(who), 'mcp-session-id': String(session) },
      body: { jsonrpc: '2.0', id: 2, method: 'ping' },
    });
  expect((await ping(attacker, newest.headers['mcp-session-id'])).status).toBe(200);
  expect((await ping(other, first.headers['mcp-session-id'])).status).toBe(200);
  await panel.waitFor(() => here(attacker).length === 50, 'fifty of them are left');
  await until(() => crowded() >= 950, 'the panel counts');
});

test('Ids of servers that were made up make no agents, and another client is served.', async () => {
  const answers = await flood(1_000, index => discover(attacker, `/mcp/none-${index}`));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(answers[0]?.json()).toMatchObject({
    error: { message: 'There is no server "none-0"; add it under Servers in Pilothouse.' },
  });
  expect((await open(attacker, '/mcp/none')).status).toBe(404);
  expect((await discover(other)).status).toBe(200);
  expect(here(attacker)).toEqual([]);
});

test('Three hundred open streams of one credential are cut at 256, and another client is served.', async () => {
  const method = 'subscriptions/listen';
  const listen = () =>
    openEvents(origin, {
      method: 'POST',
      path: '/mcp',
      headers: { ...bearer(attacker), ...statelessHeaders(method) },
      body: stateless(method, { notifications: { toolsListChanged: true } }),
    });
  const streams = await flood(300, listen);
  onTestFinished(() => streams.forEach(stream => stream.close()));
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(44);
  expect((await discover(other)).status).toBe(200);
});

test('Uploads that stay half open hold 64 MiB of one credential at most, and another client is served.', async () => {
  const mib = 1024 * 1024;
  const statuses: number[] = [];
  const sent: Promise<void>[] = [];
  const uploads = Array.from({ length: 20 }, () => {
    const headers = { ...jsonHeaders, ...bearer(attacker), 'content-length': String(16 * mib) };
    const request = http.request(new URL('/mcp', origin), { method: 'POST', agent: false, headers });
    request.on('error', () => {});
    request.on('response', ({ statusCode }) => statuses.push(statusCode ?? 0));
    sent.push(new Promise(resolve => request.write(Buffer.alloc(15 * mib, ' '), () => resolve())));
    return request;
  });
  onTestFinished(() => uploads.forEach(upload => upload.destroy()));
  // Four are held; of the others each is told when the rest of it has come.
  await Promise.all(sent);
  expect((await open(other)).status).toBe(200);
  for (const upload of uploads) upload.end(Buffer.alloc(mib, ' '));
  await until(() => statuses.length === 20, 'each is answered');
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(15);
});

test('Thousands of connections that say nothing are closed from the oldest on, and a client is served meanwhile.', async () => {
  const sockets: net.Socket[] = [];
  onTestFinished(() => sockets.forEach(socket => socket.destroy()));
  let closed = 0;
  const { port } = new URL(origin);
  await flood(2_000, async () => {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => (closed += 1));
    sockets.push(socket);
    await once(socket, 'connect');
  });
  expect((await open(other)).status).toBe(200);
  await until(() => closed >= 2_000 - 768, 'the oldest are closed');
  await until(() => crowded() >= 2_000 - 768, 'the panel counts');
});
