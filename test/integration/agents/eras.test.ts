// An agent without a handshake (MCP 2026-07-28) on a shim: what its server asks, changes, cancellations, and which era a connection has.
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { fixturePath, openScene } from '../gateway/scene.ts';
import type { CliProcess } from '../../support/hub-process.ts';
import type { Scene } from '../gateway/scene.ts';

type Said = Record<string, unknown> & { readonly id?: unknown; readonly method?: string };

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('conformance', [fixturePath], { instances: 'per-agent' });
  await scene.addServer('fickle', [path.join(path.dirname(fixturePath), 'changing-its-mind.mjs')], {
    instances: 'per-agent',
  });
  for (const serverId of ['conformance', 'fickle']) await scene.allow(serverId);
});

afterAll(() => scene.end());

const key = (name: string) => `io.modelcontextprotocol/${name}`;
const meta = (more: object = {}) => ({
  [key('protocolVersion')]: '2026-07-28',
  [key('clientInfo')]: { name: 'raw', version: '1' },
  [key('clientCapabilities')]: {},
  ...more,
});
const request = (id: unknown, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: meta() },
});
const initialize = (id: unknown, capabilities: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '1' } },
});
const serverInfo = { _meta: { [key('serverInfo')]: { name: 'pilothouse' } } };

/** A shim whose lines are written by hand. */
function openShim() {
  const shim: CliProcess = scene.place.start(['mcp', '--client', scene.credential.client.id]);
  const lines = () =>
    shim
      .stdout()
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as Said);
  const find = async (fits: (message: Said) => boolean, what: string): Promise<Said> => {
    await until(() => lines().some(fits), what);
    return lines().find(fits) ?? {};
  };
  return {
    lines,
    say: (message: unknown) => void shim.child.stdin?.write(`${JSON.stringify(message)}\n`),
    answer: (id: unknown) => find(message => message.id === id && !('method' in message), `${String(id)} is answered`),
    told: (method: string) => find(message => message.method === method, `${method} comes`),
    end: async () => {
      shim.child.stdin?.end();
      await shim.ended;
    },
  };
}

// The first of all: the rules of the newer era are loaded for it.
test('What comes right behind the first request of the newer era is taken after it.', async () => {
  const { say, answer, end } = openShim();
  say(request(1, 'tools/list'));
  say(initialize(2));
  say(request(3, 'tools/list'));
  expect(await answer(1)).toMatchObject({ result: { resultType: 'complete' } });
  expect(await answer(2)).toMatchObject({ error: { code: -32022 } });
  expect(await answer(3)).toMatchObject({ result: { resultType: 'complete' } });
  await end();
});

test('What a server asks in the middle of a call is its result, and the next request goes on with it.', async () => {
  const accept = { action: 'accept' as const, content: { username: 'ana', email: 'ana@example.com' } };
  const agent = await scene.agent({
    stateless: true,
    capabilities: { elicitation: {} },
    prepare: client => client.setRequestHandler('elicitation/create', () => accept),
  });
  const { content } = await agent.callTool({ name: 'conformance__test_elicitation', arguments: { message: 'Who?' } });
  expect(JSON.stringify(content)).toContain('ana@example.com');
});

test('Discovery, lists, errors and listeners are those of /mcp, and a method of the other era is none.', async () => {
  const { say, answer, told, lines, end } = openShim();
  say(request('d', 'server/discover'));
  expect(await answer('d')).toMatchObject({ result: { supportedVersions: ['2026-07-28'], ...serverInfo } });
  say(request(1, 'tools/list'));
  expect(await answer(1)).toMatchObject({ result: { resultType: 'complete', tools: expect.any(Array), ttlMs: 0 } });
  say(request(2, 'ping'));
  expect(await answer(2)).toMatchObject({ error: { code: -32601 } });
  say(request('l', 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
  await told('notifications/subscriptions/acknowledged');
  say(request('l', 'tools/list'));
  expect(await answer('l')).toMatchObject({ error: { code: -32600 } });
  const set = (on: boolean) => scene.panel.request('tools:set', { toolId: 'conformance/test_simple_text', on });
  await set(false);
  expect(await told('notifications/tools/list_changed')).toMatchObject({
    params: { _meta: { [key('subscriptionId')]: 'l' } },
  });
  say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'l', _meta: meta() } });
  say(request(3, 'tools/list'));
  await answer(3);
  const before = lines().length;
  await set(true);
  say(request(4, 'tools/list'));
  await answer(4);
  expect(lines()).toHaveLength(before + 1);
  await end();
});

test('A connection that has only asked what is spoken may take the other era; later neither is left for the other.', async () => {
  const older = openShim();
  older.say(request(0, 'server/discover'));
  await older.answer(0);
  older.say(initialize(1));
  expect(await older.answer(1)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  older.say(request(2, 'server/discover'));
  expect(await older.answer(2)).toMatchObject({ error: { code: -32601 } });
  const newer = openShim();
  newer.say(request(1, 'tools/list'));
  await newer.answer(1);
  newer.say(initialize(2));
  expect(await newer.answer(2)).toMatchObject({ error: { code: -32022, data: { supported: ['2026-07-28'] } } });
  newer.say({ jsonrpc: '2.0', id: 3, method: 'tools/list' });
  expect(await newer.answer(3)).toMatchObject({ error: { code: -32602, message: expect.stringContaining('_meta') } });
  newer.say({ ...request(4, 'tools/list'), params: { _meta: { [key('protocolVersion')]: '2099-01-01' } } });
  expect(await newer.answer(4)).toMatchObject({ error: { code: -32602 } });
  newer.say({ ...request(5, 'tools/list'), params: { _meta: meta({ [key('protocolVersion')]: '2099-01-01' }) } });
  expect(await newer.answer(5)).toMatchObject({ error: { code: -32022, data: { requested: '2099-01-01' } } });
  await Promise.all([older.end(), newer.end()]);
});

test.each(['handshake', 'stateless'])(
  'Why an agent of the %s era cancels reaches the server, and stands in the trace; the call is not answered.',
  async era => {
    const { say, answer, told, lines, end } = openShim();
    const reason = `The user of the ${era} agent pressed Esc`;
    const _meta = { progressToken: era, ...(era === 'stateless' && meta()) };
    const call = (id: number, tool: string) =>
      say({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: `fickle__${tool}`, arguments: {}, _meta } });
    if (era === 'handshake') {
      say(initialize(0));
      await answer(0);
    }
    call(1, 'wait');
    await told('notifications/progress');
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason } });
    const entries = async () =>
      (await scene.panel.request('trace:window', { filter: {}, from: -1, count: 200 })).entries.filter(
        entry => entry.reason === `The asker cancelled this call: ${reason}`,
      );
    await until(async () => (await entries()).length === 2, 'both requests ended so');
    expect((await entries()).map(({ dir, method }) => [dir, method])).toEqual(
      expect.arrayContaining([
        ['in', 'tools/call'],
        ['out', 'tools/call'],
      ]),
    );
    call(2, 'heard');
    expect(await answer(2)).toMatchObject({ result: { content: [{ text: reason }] } });
    await end();
    expect(lines().filter(({ id }) => id === 1)).toEqual([]);
  },
);

test('Why a server takes a question back reaches the agent that it asked.', async () => {
  const { say, answer, told, end } = openShim();
  say(initialize(0, { elicitation: {} }));
  await answer(0);
  const call = (id: number, tool: string) =>
    say({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: `fickle__${tool}`, arguments: {} } });
  call(1, 'ask');
  const question = await told('elicitation/create');
  call(2, 'regret');
  expect(await told('notifications/cancelled')).toMatchObject({
    params: { requestId: question.id, reason: 'It is known by now' },
  });
  await answer(2);
  await end();
});
