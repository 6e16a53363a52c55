// Servers behind an address: real ones over Streamable HTTP and SSE, what becomes of them when they go, and what they are told.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { inEnglish } from '../../../words/english.ts';
import { deafPort, startEverything } from '../../support/everything-server.ts';
import { saying } from '../../support/saying.ts';
import { call, callTool, row, supervise, textOf } from './support.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RemoteConfig } from '../../../contract/schemas/servers.ts';
import type { Asker } from '../../../electron/core/servers/lifecycle/asker.ts';

const remote = (kind: RemoteConfig['kind'], url: string, headers: Record<string, string> = {}): RemoteConfig => ({
  kind,
  url,
  headers,
});

const perAgent = ServerOptionsSchema.parse({ instances: 'per-agent' });

const asker = (change: Partial<Asker>): Asker => ({
  agentId: 'agent-1',
  protocolVersion: null,
  declares: {},
  clientInfo: { name: 'test', version: '1' },
  onRequest: () => Promise.reject(new Error('Nothing is asked.')),
  onNotification() {},
  ...change,
});

async function everything(kind: RemoteConfig['kind'], port?: number) {
  const server = await startEverything(kind, port);
  onTestFinished(() => server.kill());
  return server;
}

test('A server that refuses Streamable HTTP is asked by HTTP with SSE.', async () => {
  const { url } = await everything('sse');
  const { supervisor, shown } = supervise([row('far', remote('http', url))]);
  await supervisor.start('far');
  expect(shown.get('far')).toMatchObject({ state: { kind: 'running' } });
  const result = await callTool(supervisor, 'far', { name: 'echo', arguments: { message: 'hi' } }, call);
  expect(textOf(result)).toBe('Echo: hi');
});

test('One that speaks neither is blamed for the first refusal.', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? '');
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { supervisor, until } = supervise([row('far', remote('http', `http://127.0.0.1:${port}/mcp`))]);
  await supervisor.start('far').catch(() => {});
  const { state } = await until('far', ({ state: { kind: now } }) => now !== 'starting' && now !== 'stopped');
  expect(state).toMatchObject({ reason: saying({ part: 'HTTP 404' }) });
  expect(asked.slice(0, 2)).toEqual(['POST', 'GET']);
});

describe.each(['http', 'sse'] as const)('server-everything by %s', kind => {
  test('It runs without a process, lists its tools and is called.', async () => {
    const { url } = await everything(kind);
    const { supervisor, shown } = supervise([row('far', remote(kind, url))]);
    await supervisor.start('far');
    expect(shown.get('far')).toMatchObject({ state: { kind: 'running', pid: null }, program: new URL(url).host });
    const result = await callTool(supervisor, 'far', { name: 'echo', arguments: { message: 'hi' } }, call);
    expect(textOf(result)).toBe('Echo: hi');
  });

  test('32 calls at once are answered each with its own.', async () => {
    const { url } = await everything(kind);
    const { supervisor } = supervise([row('far', remote(kind, url))]);
    await supervisor.start('far');
    const said = Array.from({ length: 32 }, (_, index) => `message ${index}`);
    const results = await Promise.all(
      said.map(message => callTool(supervisor, 'far', { name: 'echo', arguments: { message } }, call)),
    );
    expect(results.map(textOf)).toEqual(said.map(message => `Echo: ${message}`));
  });

  test('Killed, it crashes with a reason that names it; back again, it is started again.', async () => {
    const server = await everything(kind);
    const { supervisor, until } = supervise([row('far', remote(kind, server.url))]);
    await supervisor.start('far');
    await server.kill();
    // Without a stream of its own a connection shows only with the next message that it is gone.
    void callTool(supervisor, 'far', { name: 'echo', arguments: { message: 'gone' } }, call).catch(() => {});
    const { state } = await until('far', ({ state: { kind: now } }) => now === 'waiting');
    expect(state).toMatchObject({ reason: saying({ part: `127.0.0.1:${server.port}` }) });
    await everything(kind, server.port);
    await until('far', ({ state: { kind: now } }) => now === 'running');
    expect(textOf(await callTool(supervisor, 'far', { name: 'echo', arguments: { message: 'again' } }, call))).toBe(
      'Echo: again',
    );
  });

  test('Progress of a long call reaches the agent whose run it is.', async () => {
    const { url } = await everything(kind);
    const { supervisor } = supervise([row('far', remote(kind, url), { options: perAgent, wanted: 'running' })]);
    const heard: string[] = [];
    const client = await supervisor.clientFor('far', asker({ onNotification: method => void heard.push(method) }));
    const params = {
      name: 'trigger-long-running-operation',
      arguments: { duration: 1, steps: 2 },
      _meta: { progressToken: 'p' },
    };
    await client.request('tools/call', params, call);
    expect(heard.filter(method => method === 'notifications/progress')).toHaveLength(2);
  });
});

test('An agent without handshakes meets a server of both eras in its own, and an older one by a handshake.', async () => {
  const child = spawn(process.execPath, [resolve('test/fixtures/servers/conformance.mjs'), '--http']);
  onTestFinished(() => void child.kill());
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const older = await Promise.all([everything('http'), everything('sse')]);
  const urls = [printed.toString().trim(), ...older.map(({ url }) => url)];
  const rows = urls.map((url, at) => row(`far-${at}`, remote('http', url), { options: perAgent, wanted: 'running' }));
  const { supervisor } = supervise(rows);
  const met = rows.map(async ({ id }) => {
    const client = await supervisor.clientFor(id, asker({ isStateless: true }));
    return [client.isStateless, (client.tools ?? []).length > 0];
  });
  expect(await Promise.all(met)).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
});

describe('an address that cannot be reached', () => {
  test('Nothing listens there: the reason says so and what helps.', async () => {
    const { port, letGo } = await deafPort();
    onTestFinished(letGo);
    const { supervisor, until } = supervise([row('far', remote('http', `http://127.0.0.1:${port}/mcp`))]);
    supervisor.start('far').catch(() => {});
    const { state } = await until('far', ({ state: { kind } }) => kind === 'waiting');
    expect(state).toMatchObject({
      reason: saying(`Nothing listens at 127.0.0.1:${port} (ECONNREFUSED); start the server, or check its address.`),
    });
  });

  test.each(['http', 'sse'] as const)('By %s, one that answers 401 is unauthorized and no crash.', async kind => {
    const url = await serve((_request, response) => response.writeHead(401).end());
    const { supervisor, shown } = supervise([row('far', remote(kind, url))]);
    await supervisor.start('far').catch(() => {});
    expect(shown.get('far')).toMatchObject({ state: { kind: 'unauthorized' }, crashes: 0 });
  });

  test('What answers with a page is no MCP.', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    );
    expect(await reasonOf(url)).toContain('answered with what is no MCP');
  });

  test('Its own words are told when it refuses.', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":{"message":"No seat left"}}');
    });
    expect(await reasonOf(url)).toMatch(/answered HTTP 403 \(No seat left\); check its headers/);
  });

  test('A redirect to somewhere else is not followed, so that no header goes there.', async () => {
    const elsewhere: IncomingMessage[] = [];
    const other = await serve((request, response) => {
      elsewhere.push(request);
      response.writeHead(500).end();
    });
    const url = await serve((_request, response) => response.writeHead(307, { location: other }).end());
    await reasonOf(url);
    expect(elsewhere).toEqual([]);
  });
});

describe('what a server is told', () => {
  test('Every request carries its headers, and those after the handshake the agreed revision and the session.', async () => {
    const { requests, url } = await scripted();
    const { supervisor } = supervise([row('far', remote('http', url, { 'x-team': 'blue' }))]);
    await supervisor.start('far');
    expect(requests.map(({ headers }) => headers['x-team'])).toEqual(requests.map(() => 'blue'));
    const later = requests.filter(({ body }) => !body.includes('"initialize"'));
    expect(new Set(later.map(({ headers }) => headers['mcp-protocol-version']))).toEqual(new Set(['2025-06-18']));
    expect(new Set(later.map(({ headers }) => headers['mcp-session-id']))).toEqual(new Set(['s-1']));
  });

  test('The list of tools is asked for only when the handshake is complete there.', async () => {
    const { requests, url } = await scripted();
    const { supervisor } = supervise([row('far', remote('http', url))]);
    await supervisor.start('far');
    const methods = requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).method);
    expect(methods).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
  });

  test('A stop ends the session there.', async () => {
    const { requests, url } = await scripted();
    const { supervisor } = supervise([row('far', remote('http', url))]);
    await supervisor.start('far');
    await supervisor.stop('far');
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 's-1' } });
  });

  test('A fault on its side fails one call and ends nothing.', async () => {
    const { url } = await scripted(({ method }) => (method === 'tools/call' ? 500 : null));
    const { supervisor, shown } = supervise([row('far', remote('http', url))]);
    await supervisor.start('far');
    await expect(callTool(supervisor, 'far', { name: 'echo' }, call)).rejects.toThrow(/answered HTTP 500/);
    expect(shown.get('far')?.state.kind).toBe('running');
  });

  test('A session that it has forgotten ends the run, so that a new one begins.', async () => {
    const { url } = await scripted(({ method }) => (method === 'tools/call' ? 404 : null));
    const { supervisor, until } = supervise([row('far', remote('http', url))]);
    await supervisor.start('far');
    callTool(supervisor, 'far', { name: 'echo' }, call).catch(() => {});
    const { state } = await until('far', ({ state: { kind } }) => kind === 'waiting');
    expect(state).toMatchObject({ reason: saying({ part: 'has forgotten this connection (HTTP 404)' }) });
  });
});

/** Why a server at this address does not start. */
async function reasonOf(url: string): Promise<string> {
  const { supervisor, until } = supervise([row('far', remote('http', url))]);
  supervisor.start('far').catch(() => {});
  const { state } = await until('far', ({ state: { kind } }) => kind === 'waiting');
  return 'reason' in state && state.reason ? inEnglish(state.reason) : '';
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

interface Heard {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server of JSON answers alone, with a session; `refuse` gives the status for a message that it does not take. */
async function scripted(refuse: (message: { method: string }) => number | null = () => null) {
  const requests: Heard[] = [];
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'scripted', version: '1' },
    },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  };
  const url = await serve(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    requests.push({ method: request.method ?? '', headers: request.headers, body });
    if (request.method === 'GET') return void response.writeHead(405).end();
    if (request.method === 'DELETE') return void response.writeHead(200).end();
    const message = JSON.parse(body) as { id?: number; method: string };
    const status = refuse(message);
    if (status !== null) return void response.writeHead(status).end();
    if (message.id === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's-1' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: results[message.method] ?? {} }));
  });
  return { requests, url };
}
