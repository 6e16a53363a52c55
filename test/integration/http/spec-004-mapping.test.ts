// What spec 004 says of MCP itself and of the place where it is served, statement by statement.
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../electron/core/http/listen.ts';
import { openPlace, usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { askHttp, openEvents } from '../../support/raw-http.ts';
import { runSpeaker, say } from '../hub/scenes.ts';
import type { Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { OpenEvents } from '../../support/raw-http.ts';

let place: HubPlace;
let panel: PanelClient;
let credential: Credential;
let origin: string;
let stream: OpenEvents;
let path: string;
let headers: Record<string, string>;

beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve());
  await runSpeaker(panel);
  credential = await panel.request('clients:create', { name: 'First', start: 'ask' });
  headers = { authorization: `Bearer ${credential.http.token}` };
  ({ origin } = new URL(credential.http.url ?? ''));
  const subject = { kind: 'client', id: credential.client.id } as const;
  const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
  const resource = { kind: 'server', serverId: 'speaker' } as const;
  await panel.request('grants:set', { effect: 'allow', subject, scope: 'servers:call', resource, ...whole });
  stream = await openEvents(origin, { path: '/sse', headers });
  path = (await stream.next(({ event }) => event === 'endpoint')).data;
});

afterAll(() => place.end());

let lastId = 0;

/** Posts a request; resolves with its answer and the event that brought it. */
async function ask(method: string, params?: unknown) {
  const id = (lastId += 1);
  await askHttp(origin, {
    path,
    headers,
    body: { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) },
  });
  const { data } = await stream.next(({ event, data: text }) => event === 'message' && JSON.parse(text).id === id);
  return { answer: JSON.parse(data) as { result?: Record<string, unknown>; error?: { code: number } }, data };
}

const introduction = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});

describe('MCP Protocol Mapping', () => {
  test('004 Capabilities: initialize is answered with server info, the revision that was asked for, and tools.', async () => {
    const { answer } = await ask('initialize', introduction('2024-11-05'));
    expect(answer.result).toMatchObject({
      protocolVersion: '2024-11-05',
      serverInfo: { name: 'claude-browser-extension', title: 'Pilothouse', version: panel.snapshot.hub.version },
    });
    expect(answer.result?.['capabilities']).toHaveProperty('tools');
  });

  test('004 Server Information: a newer revision that a client asks for is the one that is spoken.', async () => {
    for (const revision of ['2025-03-26', '2025-11-25'])
      expect((await ask('initialize', introduction(revision))).answer.result).toMatchObject({
        protocolVersion: revision,
      });
  });

  test('004 Server Information: the name is the one that the user has set, from the next handshake on; /mcp keeps the hub’s own.', async () => {
    await panel.request('mcp-server:set', { change: { serverName: 'my browser' } });
    const named = await ask('initialize', introduction('2024-11-05'));
    expect(named.answer.result?.['serverInfo']).toMatchObject({ name: 'my browser' });
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: introduction('2025-11-25') };
    const own = (await askHttp(origin, { path: '/mcp', headers, body })).json();
    expect(own).toMatchObject({ result: { serverInfo: { name: 'pilothouse' } } });
    for (const serverName of ['', 'a\nb', 'x'.repeat(61)])
      await expect(panel.request('mcp-server:set', { change: { serverName } })).rejects.toThrow(/1 to 60 characters/);
  });

  test('004 Tool Definitions: each tool of tools/list has a name, a description and a schema of its arguments.', async () => {
    const { answer } = await ask('tools/list');
    // What a server of the user's says of its own tools is its affair.
    const tools = ((answer.result?.['tools'] ?? []) as Record<string, unknown>[]).filter(({ name }) => name !== say);
    expect(tools.length).toBeGreaterThanOrEqual(23);
    for (const tool of tools) {
      const { name, description, inputSchema } = tool;
      expect({ name, description, inputSchema }).toEqual({
        name: expect.stringMatching(/^\w+$/),
        description: expect.stringMatching(/\S/),
        inputSchema: expect.objectContaining({ type: 'object' }),
      });
    }
    const navigate = tools.find(({ name }) => name === 'navigate');
    expect(navigate?.['inputSchema']).toMatchObject({ properties: { url: { type: 'string' } } });
  });

  // The table says `pong`, the listing beside it an empty result. MCP 2024-11-05 "Ping" has the latter, so clients expect it.
  test('004 MCP Method Mapping: ping is answered with an empty result.', async () => {
    expect((await ask('ping')).answer).toEqual({ jsonrpc: '2.0', id: lastId, result: {} });
  });

  test('004 MCP Method Mapping: a method that is none is answered with -32601.', async () => {
    expect((await ask('no/such')).answer.error?.code).toBe(-32601);
  });

  test('004 Tool Call Response: a result has its content and isError false.', async () => {
    const { answer } = await ask('tools/call', { name: say, arguments: { message: 'hello' } });
    expect(answer.result).toEqual({ content: [{ type: 'text', text: 'Said: hello' }], isError: false });
  });

  test.each([
    ['a tool that there is not', 'no_such_tool', /no_such_tool/],
    ['a browser that is not connected', 'navigate', /browser/i],
  ])('004 Tool Call Response: %s is a result with its sentence and isError true.', async (_, name, words) => {
    const { answer } = await ask('tools/call', { name, arguments: { url: 'https://example.com', tabId: 1 } });
    expect(answer.result).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(words) }],
      isError: true,
    });
  });

  // A client of MCP takes a result without isError for a success: on its own path nothing is added to what a server said.
  test('004 Tool Call Response: on /mcp a result is as its server gave it.', async () => {
    const agent = await place.httpAgent(credential);
    const result = await agent.client.callTool({ name: say, arguments: { message: 'hello' } });
    expect(result).not.toHaveProperty('isError');
    await agent.close();
  });

  test('004 Message Format: what holds ends of lines is one line all the same.', async () => {
    const message = 'one\ntwo\r\nthree';
    const { answer, data } = await ask('tools/call', { name: say, arguments: { message } });
    expect(answer.result).toMatchObject({ content: [{ type: 'text', text: `Said: ${message}` }] });
    expect(data).not.toMatch(/[\r\n]/);
  });
});

describe('where it is served', () => {
  test('004 Base URL: http://localhost is served like http://127.0.0.1, and nothing is at its root.', async () => {
    const { port } = new URL(origin);
    const at = { method: 'GET', headers: { ...headers, host: `localhost:${port}` } };
    expect((await askHttp(origin, { ...at, path: '/tools' })).status).toBe(200);
    expect((await askHttp(origin, { ...at, path: '/' })).status).toBe(404);
  });

  test('004 GET /sse: a client that accepts no stream of events is told so; one that says nothing is served.', async () => {
    const accepting = (accept: string) =>
      askHttp(origin, { method: 'GET', path: '/sse', headers: { ...headers, accept } });
    expect((await accepting('application/json')).status).toBe(406);
    for (const accept of ['text/event-stream', 'text/html, */*;q=0.8']) {
      const open = await openEvents(origin, { path: '/sse', headers: { ...headers, accept } });
      expect(open.status).toBe(200);
      open.close();
    }
  });

  test.skipIf(process.platform !== 'linux')(
    '004 Localhost Binding Only: no other address of this machine is listened on, whichever name of it is set.',
    async () => {
      await panel.request('mcp-server:set', { change: { host: 'localhost' } });
      const { port } = new URL(origin);
      for (const address of ['127.0.0.2', '::1']) {
        const failed = await new Promise(resolve => {
          const socket = net.connect(Number(port), address, () => resolve(null));
          socket.once('error', resolve);
        });
        expect(failed).not.toBeNull();
      }
      expect((await askHttp(origin, { method: 'GET', path: '/health' })).status).toBe(200);
    },
  );

  test('004 Environment Variables: CLAUDE_BROWSER_MCP_PORT is the port where the command line names none, before the one of the settings.', async () => {
    const other = usePlace();
    const port = await freePort();
    const hub = other.start(['serve', '--port', '0'], { env: { CLAUDE_BROWSER_MCP_PORT: String(port) } });
    const healthy = () =>
      askHttp(`http://127.0.0.1:${port}`, { method: 'GET', path: '/health' }).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(healthy, 'it listens there');
    await hub.kill('SIGTERM');
  });

  test('004 Environment Variables: a CLAUDE_BROWSER_MCP_PORT that is no port is refused in a sentence.', async () => {
    const other = usePlace();
    const { code, stderr } = await other.run(['serve', '--port', '0'], { env: { CLAUDE_BROWSER_MCP_PORT: '70000' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('CLAUDE_BROWSER_MCP_PORT')]);
  });
});
