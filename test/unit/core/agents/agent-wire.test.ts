// An agent's connection on another wire than MCP's: its dialect, its patience, its own methods, and who takes up what it left.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { AgentConnection } from '../../../../electron/core/agent-connections/agent-connection.ts';
import { FirstTabs } from '../../../../electron/core/agent-connections/first-tabs.ts';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { dialects } from '../../../../native-host/dialects/dialects.ts';
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
const platform = { now: () => noon };

function createServices() {
  const made = createWorld();
  let random = 0;
  const { state, browsers, tabs, catalogue, shortcuts, gateway, router, tap } = made;
  const randomBytes = (size: number) => Buffer.alloc(size, (random += 1));
  const agents = new AgentRegistry({ state, now: () => Date.now(), randomBytes, onLeft: () => {} });
  const hub = { kind: 'hub', id: 'hub', label: 'Hub' } as const;
  const calling = { shortcuts, firstTabs: new FirstTabs(), images: { scale: async () => null } };
  const agentServices = {
    agents,
    browsers,
    tabs,
    catalogue,
    gateway,
    router,
    tap,
    hub,
    hubId: 'hub-1',
    version: '0.1.0',
    ...calling,
  };
  const sent: unknown[] = [];
  const connect = (instance: string, wire: AgentWire = { dialect: dialects['claude-frames'].agent(platform) }) => {
    const connecting = {
      client: buildClient(),
      instance,
      transport: 'claude-frames' as const,
      program: null,
      disconnect: () => {},
    };
    return new AgentConnection(agentServices, connecting, text => sent.push(JSON.parse(text)), wire);
  };
  const say = async (connection: AgentConnection, value: object) => {
    const readable = connection.receive(JSON.stringify(value));
    await turn();
    return readable;
  };
  return { ...made, agents, connect, say, sent };
}

const click = { method: 'execute_tool', params: { tool: 'tabs_create_mcp', args: { url: 'https://example.com' } } };

test('The wire’s own patience ends the wait for the user, not MCP’s.', async () => {
  const { connect, say, sent, prompt } = createServices();
  const dialect = dialects['claude-frames'].agent(platform);
  await say(connect('one', { dialect, policy: { patienceMs: 25_000 } }), click);
  expect(prompt()).toBeDefined();
  vi.advanceTimersByTime(24_999);
  await turn();
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  await turn();
  expect(sent).toEqual([
    {
      error: {
        content: expect.stringMatching(
          /^Waiting for the user's approval \(browser:navigate\)\. Call again\. The user can allow it in Pilothouse under Permissions\. \[ERR_SCOPE_REQUIRED\]$/,
        ),
      },
    },
  ]);
});

test('A call counts as begun when it is carried out, not while the user is asked.', async () => {
  const { connect, say, answer, world, sent } = createServices();
  let end = () => {};
  world.execute = () => new Promise(resolve => (end = () => resolve({ content: [] })));
  const connection = connect('one');
  await say(connection, click);
  expect([connection.inFlight, connection.hasBegun]).toEqual([1, false]);
  await answer('allow', 'always');
  await turn();
  expect([connection.inFlight, connection.hasBegun]).toEqual([1, true]);
  end();
  await turn();
  expect([connection.inFlight, connection.hasBegun, sent]).toEqual([0, false, [{ result: { content: [] } }]]);
});

test('A method of the wire is answered by the wire.', async () => {
  const { connect, say, sent } = createServices();
  const methods = { 'claude/connect': (params: unknown) => ({ said: params }) };
  await say(connect('one', { dialect: dialects['claude-bridge'].agent(), methods }), {
    type: 'connect',
    client_type: 'x',
  });
  expect(sent).toEqual([{ type: 'paired', said: { client_type: 'x' } }]);
});

test('Bytes that are no UTF-8 are answered as text that is no JSON.', () => {
  const { connect, sent } = createServices();
  const connection = connect('one');
  expect(connection.receiveBytes(Buffer.from([0x22, 0xff, 0x22]))).toBe(false);
  expect(connection.receiveBytes(Buffer.from('{"type":"ping"}'))).toBe(true);
  expect(sent).toEqual([{ type: 'error', error: 'Invalid message format' }]);
});

test('What one agent left is taken up by a newcomer only when there is one such agent.', () => {
  const { agents, connect } = createServices();
  const { id: clientId } = buildClient();
  expect(agents.returning.loneOrphan(clientId)).toBeNull();
  const [first, second] = [connect('one'), connect('two')];
  first.closed(foreign('left'));
  expect([agents.returning.loneOrphan(clientId), agents.returning.loneOrphan('another')]).toEqual(['one', null]);
  second.closed(foreign('left'));
  expect(agents.returning.loneOrphan(clientId)).toBeNull();
  expect(connect('two').agentId).toBe(second.agentId);
  expect(agents.returning.loneOrphan(clientId)).toBe('one');
  vi.advanceTimersByTime(60_000);
  expect(agents.returning.loneOrphan(clientId)).toBeNull();
});

test('Who watches agents hears of each coming and going once.', () => {
  const { agents, connect } = createServices();
  const heard: [string, boolean][] = [];
  agents.onPresence((id, isHere) => heard.push([id, isHere]));
  const connection = connect('one');
  connection.closed(foreign('left'));
  connect('one');
  agents.disconnect(connection.agentId, foreign('ended'));
  const id = connection.agentId;
  expect(heard).toEqual([
    [id, true],
    [id, false],
    [id, true],
    [id, false],
  ]);
});
