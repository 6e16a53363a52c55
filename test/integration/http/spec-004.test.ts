// Spec 004's wire as it is written: the stream, its events, the answers to POST /message, the error body and the status codes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlace, urlOf } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { askHttp, openEvents } from '../../support/raw-http.ts';
import type { Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { AskedPrompt, OpenEvents } from '../../support/raw-http.ts';

let place: HubPlace;
let panel: PanelClient;
let first: Credential;
let second: Credential;
let origin: string;

beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve());
  first = await panel.request('clients:create', { name: 'First', start: 'ask' });
  second = await panel.request('clients:create', { name: 'Second', start: 'ask' });
  ({ origin } = new URL(urlOf(first)));
});

afterAll(() => place.end());

const bearer = ({ http }: Credential) => ({ authorization: `Bearer ${http.token}` });
const ask = (asked: AskedPrompt, credential: Credential | null = first) =>
  askHttp(origin, { ...asked, headers: { ...(credential && bearer(credential)), ...asked.headers } });

async function listen(credential = first): Promise<{ stream: OpenEvents; path: string }> {
  const stream = await openEvents(origin, { path: '/sse', headers: bearer(credential) });
  const { data } = await stream.next(({ event }) => event === 'endpoint');
  return { stream, path: data };
}

/** Spec 004 "Appendix: Complete Tool List". */
const specNames = [
  ...['navigate', 'computer', 'read_page', 'find', 'form_input', 'get_page_text', 'tabs_context', 'tabs_create'],
  ...['tabs_context_mcp', 'tabs_create_mcp', 'resize_window', 'read_console_messages', 'read_network_requests'],
  ...['upload_image', 'gif_creator', 'update_plan', 'shortcuts_list', 'shortcuts_execute', 'javascript_tool'],
  ...['turn_answer_start', 'turn_answer_complete', 'dev_utils', 'permissions_check'],
];

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

describe('GET /sse', () => {
  test('004 GET /sse: it opens with the headers of the spec, and the endpoint is the first event.', async () => {
    const { stream } = await listen();
    const id = String(stream.headers['x-session-id']);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      connection: 'keep-alive',
    });
    expect(stream.events[0]).toEqual({ event: 'endpoint', data: `/message?sessionId=${id}` });
    expect(id).toMatch(/^session_[0-9a-f]{32}$/);
    stream.close();
  });

  test('004 POST /message: a message is accepted with 202 and {"status":"accepted"}, and its answer is a message event.', async () => {
    const { stream, path } = await listen();
    const accepted = await ask({ path, body: initialize('2024-11-05') });
    expect([accepted.status, accepted.json()]).toEqual([202, { status: 'accepted' }]);
    expect(accepted.headers['content-type']).toBe('application/json');
    const { data } = await stream.next(({ event }) => event === 'message');
    expect(JSON.parse(data)).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2024-11-05',
        serverInfo: { name: 'claude-browser-extension', title: 'Pilothouse', version: panel.snapshot.hub.version },
        capabilities: { tools: {} },
      },
    });
    await ask({ path, body: { jsonrpc: '2.0', id: 2, method: 'ping' } });
    expect(JSON.parse((await stream.next(({ event }) => event === 'message')).data)).toEqual({
      jsonrpc: '2.0',
      id: 2,
      result: {},
    });
    stream.close();
  });

  test('004 Server Information: a revision that nobody knows is answered with 2024-11-05.', async () => {
    const { stream, path } = await listen();
    await ask({ path, body: initialize('1999-01-01') });
    const { data } = await stream.next(({ event }) => event === 'message');
    expect(JSON.parse(data)).toMatchObject({ result: { protocolVersion: '2024-11-05' } });
    stream.close();
  });

  test('004 Session Lifecycle: the agent that listens is shown, and leaves with its stream.', async () => {
    const { stream, path } = await listen(second);
    await ask({ path, body: initialize('2024-11-05') }, second);
    const here = () => Object.values(panel.snapshot.agents).find(({ clientId }) => clientId === second.client.id);
    await until(() => here()?.claimedName === 'raw', 'it is shown');
    expect(here()).toMatchObject({ transport: 'sse', state: { kind: 'connected' } });
    stream.close();
    await until(() => here()?.state.kind === 'gone', 'it has left');
    const again = await listen(second);
    await until(() => here()?.state.kind === 'connected', 'it is the same agent again');
    expect(Object.values(panel.snapshot.agents).filter(({ clientId }) => clientId === second.client.id)).toHaveLength(
      1,
    );
    again.stream.close();
  });

  test('004 error: an agent that the user disconnects is told why by an error event, and the stream ends.', async () => {
    const third = await panel.request('clients:create', { name: 'Third', start: 'ask' });
    const { stream } = await listen(third);
    const connected = () =>
      Object.values(panel.snapshot.agents).find(
        ({ clientId, state }) => clientId === third.client.id && state.kind === 'connected',
      );
    await until(() => connected() !== undefined, 'it is shown');
    await panel.request('agents:disconnect', { agentId: connected()?.id ?? '' });
    const { data } = await stream.next(({ event }) => event === 'error');
    expect(JSON.parse(data)).toEqual({ code: -32000, message: 'The user disconnected this agent.' });
    await stream.ended;
  });

  test('004 Session Lifecycle: shutdown is answered, and ends the stream.', async () => {
    const { stream, path } = await listen();
    await ask({ path, body: { jsonrpc: '2.0', id: 7, method: 'shutdown' } });
    await stream.ended;
    expect(
      stream.events.map(({ event, data }) => [event, JSON.parse(data.startsWith('/') ? '0' : data)]),
    ).toContainEqual(['message', { jsonrpc: '2.0', id: 7, result: {} }]);
  });
});

describe('POST /message', () => {
  test.each([
    ['no sessionId', '/message', 400, -32000],
    ['an empty sessionId', '/message?sessionId=', 400, -32000],
    ['a sessionId that never was', '/message?sessionId=session_0', 404, -32001],
  ])(
    '004 Error Responses: POST /message with %s is refused with the error body of the spec.',
    async (_, path, status, code) => {
      const answer = await ask({ path, body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
      expect([answer.status, answer.json()]).toEqual([status, { error: { code, message: expect.any(String) } }]);
    },
  );

  test('004 POST /message: the session of another client is as unknown as one that never was.', async () => {
    const { stream, path } = await listen(second);
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await ask({ path, body })).status).toBe(404);
    expect((await ask({ path, body }, second)).status).toBe(202);
    stream.close();
  });

  test.each([
    ['is no JSON', '{"jsonrpc":', 400, -32700],
    ['is empty', '', 400, -32700],
    ['holds the key __proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', 400, -32700],
    ['is no message', '{"id":1}', 400, -32600],
    ['is larger than 16 MiB', 'x'.repeat(16 * 1024 * 1024 + 1), 413, -32000],
  ])('004 Error Responses: a body that %s is refused, and the stream goes on.', async (_, body, status, code) => {
    const { stream, path } = await listen();
    const answer = await ask({ path, body });
    expect([answer.status, answer.json()]).toEqual([status, { error: { code, message: expect.any(String) } }]);
    expect((await ask({ path, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status).toBe(202);
    await stream.next(({ event }) => event === 'message');
    stream.close();
  });
});

describe('GET /tools and GET /health', () => {
  test('004 GET /tools: they are those that an agent of this client is listed and every other name of the spec, and tools/list on a stream names the same.', async () => {
    const names = (tools: unknown) => (tools as { name: string }[]).map(({ name }) => name);
    const told = (await ask({ method: 'GET', path: '/tools' })).json().tools;
    expect(names(told)).toEqual(expect.arrayContaining(specNames));
    const agent = await place.httpAgent(first);
    const listed = names((await agent.client.listTools()).tools);
    expect(names(told)).toEqual(expect.arrayContaining(listed));
    expect(listed).toEqual(expect.not.arrayContaining(['tabs_context_mcp', 'turn_answer_start']));
    await agent.close();
    const { stream, path } = await listen();
    await ask({ path, body: initialize('2024-11-05') });
    await stream.next(({ event }) => event === 'message');
    await ask({ path, body: { jsonrpc: '2.0', id: 2, method: 'tools/list' } });
    const { data } = await stream.next(({ event }) => event === 'message');
    expect(JSON.parse(data).result.tools).toEqual(told);
    stream.close();
  });

  test('004 GET /health: who has a token reads status, version and activeSessions; who has none is not told how many are connected.', async () => {
    const { stream } = await listen();
    const { version } = panel.snapshot.hub;
    expect((await ask({ method: 'GET', path: '/health' }, null)).json()).toEqual({ status: 'no-browser', version });
    const known = (await ask({ method: 'GET', path: '/health' })).json();
    expect(known).toEqual({ status: 'no-browser', version, activeSessions: expect.any(Number) });
    expect(known.activeSessions).toBeGreaterThanOrEqual(1);
    stream.close();
  });

  test.each(['/sse', '/message', '/tools'])(
    '004 Optional Authentication: %s needs a token unless the user has switched that off, and says so in the error body of the spec.',
    async path => {
      const answer = await ask({ method: 'GET', path }, null);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="MCP"');
      expect(answer.json()).toEqual({ error: { code: -32000, message: expect.stringContaining('bearer token') } });
    },
  );

  test('004 Endpoints: another method than a route has is refused with 405 and the ones that it has.', async () => {
    const answers = await Promise.all(
      ['/sse', '/message', '/tools', '/health', '/mcp'].map(path => ask({ method: 'PUT', path })),
    );
    expect(answers.map(({ status, headers }) => [status, headers.allow])).toEqual([
      [405, 'GET'],
      [405, 'POST'],
      [405, 'GET'],
      [405, 'GET'],
      [405, 'POST, GET, DELETE'],
    ]);
  });

  test('004 CORS Configuration: no route is served to a foreign Host or a page of a foreign origin.', async () => {
    for (const path of ['/sse', '/message', '/tools', '/health', '/mcp']) {
      expect((await ask({ method: 'GET', path, headers: { host: 'evil.example:3456' } })).status).toBe(403);
      expect((await ask({ method: 'GET', path, headers: { origin: 'http://evil.example' } })).status).toBe(403);
      expect((await ask({ method: 'OPTIONS', path, headers: { origin: 'http://evil.example' } })).status).toBe(403);
    }
  });
});
