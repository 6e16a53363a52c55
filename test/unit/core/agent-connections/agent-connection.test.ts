// The hub as an MCP server for one agent: handshake, list, calls, and the end of the connection.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { AgentConnection } from '../../../../electron/core/agent-connections/agent-connection.ts';
import { FirstTabs } from '../../../../electron/core/agent-connections/first-tabs.ts';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { buildClient, noon } from '../../../support/hub-fixtures.ts';
import { createWorld } from '../router/router-world.ts';
import type { AgentWire } from '../../../../electron/core/agents/agent-wire.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string };
}

function connect(wire: AgentWire = {}) {
  const made = createWorld();
  const left: string[] = [];
  const agents = new AgentRegistry({
    state: made.state,
    now: () => Date.now(),
    randomBytes: size => Buffer.alloc(size, 1),
    onLeft: id => left.push(id),
  });
  const agentServices = {
    agents,
    browsers: made.browsers,
    tabs: made.tabs,
    catalogue: made.catalogue,
    listings: made.listings,
    refusals: made.refusals,
    shortcuts: made.shortcuts,
    gateway: made.gateway,
    router: made.router,
    firstTabs: new FirstTabs(),
    images: { scale: async () => null },
    tap: made.tap,
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    hubId: 'hub-1',
    version: '0.1.0',
  } as const;
  const sent: Sent[] = [];
  const connecting = {
    client: buildClient(),
    instance: 'shim-1',
    transport: 'stdio',
    program: null,
    disconnect: () => {},
  } as const;
  const connection = new AgentConnection(agentServices, connecting, text => sent.push(JSON.parse(text)), wire);
  const send = async (message: object) => {
    connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
    await turn();
  };
  const agent = () => agents.expect(connection.agentId);
  const initialize = (protocolVersion = '2025-11-25') =>
    send({
      id: 0,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'codex', version: '1.2' } },
    });
  return { ...made, connection, sent, send, agent, initialize, left };
}

describe('A call that goes on as a task', () => {
  const begun = { task: { taskId: 't', status: 'working' } };
  const named = (agentId: string) => ({ agentId, serverId: 'everything', taskId: 't' });
  /** `while` runs while the server's answer is on its way. */
  async function begin(wire: AgentWire = {}, meanwhile: (made: ReturnType<typeof connect>) => void = () => {}) {
    const made = connect(wire);
    const { world, gateway, connection, send, answer, agent } = made;
    world.execute = async (_permit, { request: { seq } }) => {
      const { agentId } = connection;
      const from = { agentId, clientId: agent().clientId, serverId: 'everything', tool: 'everything/echo', seq };
      gateway.tasks.created({ ...from, run: {}, isShared: true }, { ...begun.task, ttlMs: null });
      meanwhile(made);
      return begun as never;
    };
    await send({ id: 1, method: 'tools/call', params: { name: 'everything__echo', arguments: {}, task: {} } });
    await answer('allow', 'always');
    for (let passed = 0; passed < 5; passed += 1) await turn();
    const statuses = () => gateway.tasks.of(connection.agentId).map(({ status }) => status);
    return { ...made, statuses };
  }

  test('It is in flight until the task has ended.', async () => {
    const { sent, agent, gateway, connection, statuses } = await begin();
    expect(sent.at(-1)).toMatchObject({ id: 1, result: { task: { taskId: 'everything/t' } } });
    expect(agent().inFlight).toBe(1);
    gateway.tasks.seen(named(connection.agentId), { taskId: 't', status: 'completed', ttlMs: null });
    expect([agent().inFlight, statuses()]).toEqual([0, ['completed']]);
  });

  test('Cancelled before its agent hears of the task, it leaves nothing behind.', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const { sent, agent, statuses } = await begin({}, ({ connection }) => connection.receive(JSON.stringify(cancel)));
    expect([sent, agent().inFlight, statuses()]).toEqual([[], 0, ['cancelled']]);
  });

  test('A call whose last part is refused names no task, and ends the one of an earlier part.', async () => {
    const twice: AgentWire['call'] = async (_agent, params, run) => {
      await run(params);
      return run({ name: 'navigate', arguments: { tabId: 42 } });
    };
    const { sent, agent, statuses } = await begin({ call: twice });
    expect(sent.at(-1)).toMatchObject({ id: 1, result: { isError: true } });
    expect([agent().inFlight, statuses()]).toEqual([0, ['cancelled']]);
  });
});

describe('The handshake', () => {
  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['2031-01-01', '2025-11-25'],
    ['', '2025-11-25'],
  ])('A client that asks for %j is answered with %j.', async (asked, answered) => {
    const { sent, initialize, agent } = connect();
    await initialize(asked);
    expect(sent).toMatchObject([
      {
        id: 0,
        result: {
          protocolVersion: answered,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'pilothouse', version: '0.1.0' },
        },
      },
    ]);
    expect(agent()).toMatchObject({
      name: 'Claude Code',
      claimedName: 'codex',
      version: '1.2',
      protocolVersion: answered,
    });
  });

  const from = (...hops: unknown[]) => ({ _meta: { 'dev.pilothouse/hops': hops } });

  test('One that comes from this hub itself, over whatever program, is refused with a sentence.', async () => {
    const { sent, send, agent } = connect();
    const clientInfo = { name: 'gateway', version: '1' };
    const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await send({ id: 0, method: 'initialize', params: { ...handshake, ...from('another', 'hub-1') } });
    const message = expect.stringContaining('has come back to the Pilothouse that sent it');
    const data = { code: 'ERR_SERVER_UNAVAILABLE', 'dev.pilothouse/loop': true };
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 0, error: { code: rpcErrors.internal, message, data } }]);
    expect(agent().claimedName).toBe('');
  });

  test.each([
    ['tools/call', { name: 'everything__echo', arguments: {} }],
    ['tools/list', {}],
    ['resources/read', { uri: 'x:y' }],
    ['prompts/get', { name: 'x' }],
  ])('A later %s that has come in a circle is refused as well, and reaches nothing.', async (method, params) => {
    const { sent, send, initialize, executed } = connect();
    await initialize();
    await send({ id: 1, method, params: { ...params, ...from('hub-1') } });
    expect(sent.at(-1)).toMatchObject({ id: 1, error: { data: { 'dev.pilothouse/loop': true } } });
    expect(executed).toEqual([]);
  });

  test('A request may come over seven other hubs, and not over eight.', async () => {
    const { sent, send, initialize } = connect();
    const hubs = Array.from({ length: 8 }, (_, index) => `other-${index}`);
    await initialize();
    await send({ id: 1, method: 'tools/list', params: from(...hubs.slice(1)) });
    await send({ id: 2, method: 'tools/list', params: from(...hubs) });
    expect(sent.at(-2)).toMatchObject({ id: 1, result: { tools: expect.anything() } });
    expect(sent.at(-1)?.error?.message).toContain('has come over 8 hubs');
  });

  test('A handshake that cannot be read is refused with a sentence.', async () => {
    const { sent, send } = connect();
    await send({ id: 0, method: 'initialize', params: { protocolVersion: 7 } });
    expect(sent).toMatchObject([{ id: 0, error: { code: rpcErrors.invalidParams } }]);
    expect(sent[0]?.error?.message).toContain('This initialize cannot be read: ');
  });

  test('A change of the tools is told, but to nobody who has not shaken hands.', async () => {
    const { catalogue, sent, initialize } = connect();
    catalogue.setServerTools('everything', []);
    await initialize();
    catalogue.setServerTools('everything', [{ name: 'add' }]);
    expect(sent.map(({ method }) => method)).toEqual([undefined, 'notifications/tools/list_changed']);
  });
});

describe('Requests', () => {
  test('A ping is answered.', async () => {
    const { sent, send } = connect();
    await send({ id: 1, method: 'ping' });
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  test('The list holds the browser’s tools and those of the servers.', async () => {
    const { sent, send } = connect();
    await send({ id: 1, method: 'tools/list' });
    const tools = sent[0]?.result?.tools as { name: string }[];
    const listed = browserTools.filter(tool => tool.listed === undefined);
    expect(tools.map(({ name }) => name)).toEqual([...listed.map(({ name }) => name), 'everything__echo']);
  });

  test.each(['constructor', 'toString', 'valueOf', '__proto__'])(
    'Attack 24: %j is no method of a wire that has methods of its own.',
    async method => {
      const { sent, send } = connect({ methods: { shutdown: () => ({}) } });
      await send({ id: 1, method, params: { a: 1 } });
      await send({ id: 2, method: 'shutdown' });
      expect(sent).toMatchObject([
        { id: 1, error: { code: rpcErrors.methodNotFound } },
        { id: 2, result: {} },
      ]);
    },
  );

  test.each(['tasks/list', 'initialized', '__proto__', ''])('The method %j is not known.', async method => {
    const { sent, send } = connect();
    await send({ id: 1, method });
    const message = `The hub does not know the method ${JSON.stringify(method)}.`;
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: rpcErrors.methodNotFound, message } }]);
  });

  test.each([undefined, {}, { name: '' }, { name: 7 }, { name: 'navigate', arguments: [] }])(
    'A call with the params %j is refused.',
    async params => {
      const { executed, sent, send, agent } = connect();
      await send({ id: 1, method: 'tools/call', params });
      expect(sent).toMatchObject([{ id: 1, error: { code: rpcErrors.invalidParams } }]);
      expect({ executed, calls: agent().calls }).toEqual({ executed: [], calls: 0 });
    },
  );

  test('A call that is refused is a result, and is counted.', async () => {
    const { sent, send, agent } = connect();
    await send({ id: 1, method: 'tools/call', params: { name: 'navigate', arguments: { tabId: 42 } } });
    expect(sent).toMatchObject([
      { id: 1, result: { isError: true, _meta: { 'dev.pilothouse/code': 'ERR_NOT_OWNER' } } },
    ]);
    expect(agent()).toMatchObject({ calls: 1, refused: 1, failed: 0, inFlight: 0 });
  });

  test('A call that waits for the user is in flight, and ends without an answer when it is cancelled.', async () => {
    const { executed, prompt, sent, send, agent } = connect();
    await send({ id: 1, method: 'tools/call', params: { name: 'everything__echo', arguments: {} } });
    expect({ inFlight: agent().inFlight, tool: prompt()?.tool }).toEqual({ inFlight: 1, tool: 'everything/echo' });
    await send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect({ inFlight: agent().inFlight, prompt: prompt(), sent, executed }).toEqual({
      inFlight: 0,
      prompt: undefined,
      sent: [],
      executed: [],
    });
  });
});

describe('The end of a connection', () => {
  test('What waits is never carried out, and the agent may come back for a minute.', async () => {
    const { connection, executed, prompt, sent, send, agent, left } = connect();
    await send({ id: 1, method: 'tools/call', params: { name: 'everything__echo', arguments: {} } });
    connection.closed(foreign('The shim ended.'));
    await turn();
    expect({ prompt: prompt(), sent, executed, left, state: agent().state }).toEqual({
      prompt: undefined,
      sent: [],
      executed: [],
      left: [],
      state: { kind: 'gone', since: noon, reason: foreign('The shim ended.'), keepsTabsUntil: noon + 60_000 },
    });
    vi.advanceTimersByTime(60_000);
    expect(left).toEqual([connection.agentId]);
  });

  test('A connection that cannot come back has left at once.', () => {
    const { connection, left } = connect();
    connection.closed(foreign('The client ended its HTTP connection.'), false);
    expect(left).toEqual([connection.agentId]);
  });

  test('Afterwards it hears of no change and takes no message.', async () => {
    const { connection, catalogue, sent, send, initialize } = connect();
    await initialize();
    connection.closed(foreign('The shim ended.'));
    catalogue.setServerTools('everything', []);
    await send({ id: 1, method: 'ping' });
    expect(sent).toHaveLength(1);
  });
});
