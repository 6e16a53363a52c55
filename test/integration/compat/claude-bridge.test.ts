// The local bridge over a real WebSocket: the captured conversation, and everybody who may not open it.
import { once } from 'node:events';
import { connect as connectTcp, createServer } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBridge } from '../../../electron/core/compat/claude/claude-bridge-endpoint.ts';
import { buildBrowser, buildClient } from '../../support/hub-fixtures.ts';
import { saying } from '../../support/saying.ts';
import { createServices } from './in-process-services.ts';
import type { AddressInfo, Socket } from 'node:net';

async function openScene() {
  const { made, agents, services } = createServices();
  const open = await openBridge(services, 0);
  onTestFinished(() => open.close());
  let connected = services.browsers.connected();
  services.browsers.connected = () => connected;
  services.browsers.forAgent = ({ browserId }) => connected.find(({ id }) => id === browserId) ?? connected[0] ?? null;
  /** These are connected from now on. */
  const setBrowsers = (...browsers: typeof connected) => {
    connected = browsers;
    made.state.set('browsers', 'any', buildBrowser());
    made.state.flush();
  };
  const address = `ws://127.0.0.1:${open.port}/chrome/dev_user_local`;
  return { ...made, agents, setBrowsers, port: open.port, address };
}

let bridge: Awaited<ReturnType<typeof openScene>>;
beforeEach(async () => {
  bridge = await openScene();
});

async function connect(address = bridge.address, options: object = {}) {
  const socket = new WebSocket(address, options);
  onTestFinished(() => socket.terminate());
  const said: unknown[] = [];
  const takers: ((value: unknown) => void)[] = [];
  socket.on('message', data => {
    const value: unknown = JSON.parse(String(data));
    const taker = takers.shift();
    if (taker) taker(value);
    else said.push(value);
  });
  await once(socket, 'open');
  const take = () =>
    said.length > 0 ? Promise.resolve(said.shift()) : new Promise<unknown>(resolve => takers.push(resolve));
  const ask = (value: object) => {
    socket.send(JSON.stringify(value));
    return take();
  };
  return { socket, ask, take };
}

const call = (id: string, more: object = {}) => ({
  type: 'tool_call',
  tool_use_id: id,
  client_type: 'claude-code',
  tool: 'tabs_context_mcp',
  args: {},
  ...more,
});

test('The captured conversation goes through.', async () => {
  const { ask } = await connect();
  expect(await ask({ type: 'connect', client_type: 'claude-code', dev_user_id: 'dev_user_local' })).toEqual({
    type: 'paired',
    client_type: 'claude-code',
  });
  expect(await ask({ type: 'list_extensions' })).toEqual({
    type: 'extensions_list',
    extensions: [{ deviceId: 'b1', osPlatform: 'Linux', connectedAt: expect.any(Number), name: 'Work' }],
  });
  expect(await ask(call('one', { target_device_id: 'b1', permission_mode: 'ask' }))).toEqual({
    type: 'tool_result',
    tool_use_id: 'one',
    content: [{ type: 'text', text: 'done' }],
    is_error: false,
  });
  const agents = Object.values(bridge.state.snapshot().agents);
  expect(agents).toMatchObject([{ claimedName: 'claude-code', transport: 'claude-bridge', browserId: 'b1' }]);
});

test('A browser that is not there is named, and the call is not carried out.', async () => {
  const { ask } = await connect();
  expect(await ask(call('one', { target_device_id: 'nowhere' }))).toEqual({
    type: 'tool_result',
    tool_use_id: 'one',
    content: [{ type: 'text', text: 'No connected browser is called "nowhere"; call switch_browser, there are 1.' }],
    is_error: true,
  });
  expect(bridge.executed).toEqual([]);
});

test('A permission mode that skips all checks skips none.', async () => {
  bridge.world.client = buildClient({ start: 'ask' });
  bridge.world.panelOpen = false;
  const { ask } = await connect();
  expect(
    await ask(call('one', { tool: 'tabs_create_mcp', permission_mode: 'skip_all_permission_checks' })),
  ).toMatchObject({ is_error: true });
  expect(bridge.executed).toEqual([]);
});

test('A plan that the user agreed to holds the agent to its sites, whatever mode it names.', async () => {
  const { ask } = await connect();
  const agent = () => Object.values(bridge.state.snapshot().agents)[0];
  const open = (id: string, url: string, mode: string) =>
    ask(call(id, { tool: 'tabs_create_mcp', args: { url }, permission_mode: mode }));
  // Without a plan it is as every other agent.
  expect(await open('two', 'https://other.example/', 'follow_a_plan')).toMatchObject({ is_error: false });
  bridge.agents.planned(agent()?.id ?? '', { domains: ['example.com'], approach: ['Look.'] });
  expect(await open('three', 'https://shop.example.com/', 'follow_a_plan')).toMatchObject({ is_error: false });
  const executed = bridge.executed.length;
  expect(await open('four', 'https://other.example/', 'follow_a_plan')).toMatchObject({
    is_error: true,
    content: [
      {
        text: 'Your plan is for example.com, and https://other.example is not in it. Call update_plan with another plan, which the user is asked about. [ERR_PERMISSION_DENIED]',
      },
    ],
  });
  for (const mode of ['ask', 'skip_all_permission_checks'])
    expect(await open(mode, 'https://other.example/', mode)).toMatchObject({ is_error: true });
  expect(bridge.executed).toHaveLength(executed);
  bridge.agents.freed(agent()?.id ?? '');
  expect(await open('six', 'https://other.example/', 'ask')).toMatchObject({ is_error: false });
});

test('Answers go by their ids, in whatever order the calls end.', async () => {
  const { ask } = await connect();
  const ends: (() => void)[] = [];
  bridge.world.execute = () => new Promise(resolve => ends.push(() => resolve({ content: [] })));
  const first = ask(call('one'));
  const second = ask(call('two'));
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await first).toMatchObject({ tool_use_id: 'two' });
  ends[0]?.();
  expect(await second).toMatchObject({ tool_use_id: 'one' });
});

test('Pings are answered, and what is unknown is named.', async () => {
  const { ask } = await connect();
  expect(await ask({ type: 'ping' })).toEqual({ type: 'pong' });
  expect(await ask({ type: 'bogus' })).toEqual({ type: 'error', error: 'Unknown message type: bogus' });
});

test('Three messages in a row that are no JSON close the connection.', async () => {
  const { socket } = await connect();
  for (const text of ['{', 'no', '}']) socket.send(text);
  expect((await once(socket, 'close'))[0]).toBe(1007);
});

describe('The door stays closed', () => {
  const refusal = async (address: string, options: object = {}) => {
    const socket = new WebSocket(address, options);
    const [error] = (await once(socket, 'error')) as [Error];
    return error.message;
  };

  test.each(['https://example.com', 'null', 'http://127.0.0.1', 'chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn'])(
    'to a page of %s.',
    async origin => {
      expect(await refusal(bridge.address, { origin })).toBe('Unexpected server response: 403');
    },
  );

  test('to a name that was rebound to this machine.', async () => {
    expect(await refusal(bridge.address, { headers: { host: `evil.example:${bridge.port}` } })).toContain('403');
  });

  test('on every other path.', async () => {
    expect(await refusal(`ws://127.0.0.1:${bridge.port}/chrome/other`)).toContain('404');
  });
});

test('A refused connection is let go of, although its other side stays open, and does not hold up the end.', async () => {
  const { services } = createServices();
  const open = await openBridge(services, 0);
  const socket = connectTcp({ port: open.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const head = [
    'GET /chrome/other HTTP/1.1',
    `Host: 127.0.0.1:${open.port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const said: Buffer[] = [];
  socket.on('data', chunk => said.push(chunk));
  await once(socket, 'end');
  expect(Buffer.concat(said).toString()).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  await open.close();
  // Nobody is there any more to take this.
  const [error] = await Promise.all([once(socket, 'error'), keepWriting(socket)]);
  expect(error).toMatchObject([{ code: expect.stringMatching(/^(EPIPE|ECONNRESET)$/) }]);
});

async function keepWriting(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.write('x');
    await new Promise(resolve => setImmediate(resolve));
  }
}

test('A port that another program holds is reported with its process.', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  const { services } = createServices();
  await expect(openBridge(services, port)).rejects.toMatchObject({
    by: saying({ part: `process ${process.pid}` }),
  });
});

const named = (id: string, name: string, since = 1) =>
  buildBrowser({ id, name, os: 'linux', state: { kind: 'connected', since, relayPid: 1 } });

describe('Browsers that come and go', () => {
  test('A client waits while there is none, and hears of the first.', async () => {
    bridge.setBrowsers();
    const { ask, take } = await connect();
    expect(await ask({ type: 'connect', client_type: 'claude-code' })).toEqual({ type: 'waiting' });
    expect(await ask({ type: 'list_extensions' })).toEqual({ type: 'extensions_list', extensions: [] });
    bridge.setBrowsers(named('b2', 'Home', 5));
    const peer = { deviceId: 'b2', osPlatform: 'Linux', connectedAt: 5, name: 'Home' };
    expect(await take()).toEqual({ type: 'peer_connected', ...peer });
    expect(await ask({ type: 'list_extensions' })).toEqual({ type: 'extensions_list', extensions: [peer] });
    bridge.setBrowsers();
    expect(await take()).toEqual({ type: 'peer_disconnected', deviceId: 'b2' });
  });

  test('One that came back is told of as gone and as there.', async () => {
    bridge.setBrowsers(named('b2', 'Home', 5));
    const { ask, take } = await connect();
    expect(await ask({ type: 'connect', client_type: 'claude-code' })).toEqual({
      type: 'paired',
      client_type: 'claude-code',
    });
    bridge.setBrowsers(named('b2', 'Home', 9));
    expect([await take(), await take()]).toMatchObject([
      { type: 'peer_disconnected', deviceId: 'b2' },
      { type: 'peer_connected', deviceId: 'b2', connectedAt: 9 },
    ]);
  });

  test('A request for a browser is answered with the one where the client works, and with the next when it asks again.', async () => {
    bridge.setBrowsers(named('b1', 'Work'), named('b2', 'Home'));
    const { ask } = await connect();
    const pair = (id: string) => ask({ type: 'pairing_request', request_id: id, client_type: 'claude-code' });
    expect(await pair('p1')).toEqual({ type: 'pairing_response', request_id: 'p1', device_id: 'b1', name: 'Work' });
    expect(await pair('p2')).toEqual({ type: 'pairing_response', request_id: 'p2', device_id: 'b2', name: 'Home' });
    expect(await pair('p3')).toMatchObject({ device_id: 'b1' });
    const [agent] = Object.values(bridge.state.snapshot().agents);
    expect(agent?.browserId).toBe('b1');
  });

  test('Who has named a browser in a call asks for another one.', async () => {
    bridge.setBrowsers(named('b1', 'Work'), named('b2', 'Home'));
    const { ask } = await connect();
    await ask(call('one', { target_device_id: 'b2' }));
    expect(await ask({ type: 'pairing_request', request_id: 'p1' })).toMatchObject({ device_id: 'b1' });
  });

  test('A request for a browser that came while there was none is answered once there is one.', async () => {
    bridge.setBrowsers();
    const { ask, take, socket } = await connect();
    socket.send(JSON.stringify({ type: 'pairing_request', request_id: 'p1' }));
    expect(await ask({ type: 'ping' })).toEqual({ type: 'pong' });
    bridge.setBrowsers(named('b2', 'Home'));
    expect([await take(), await take()]).toMatchObject([
      { type: 'peer_connected' },
      { type: 'pairing_response', request_id: 'p1', device_id: 'b2', name: 'Home' },
    ]);
  });

  test.each([undefined, '', 7, 'x'.repeat(201)])(
    'A request for a browser without a usable id (%j) is left without an answer.',
    async id => {
      const { ask, socket } = await connect();
      socket.send(JSON.stringify({ type: 'pairing_request', request_id: id }));
      expect(await ask({ type: 'ping' })).toEqual({ type: 'pong' });
    },
  );
});

describe('Permission modes', () => {
  const open = (id: string, url: string, more: object) => call(id, { tool: 'tabs_create_mcp', args: { url }, ...more });
  const texts = async (answer: Promise<unknown>) => {
    const { content } = (await answer) as { content: { text: string }[] };
    return content.map(({ text }) => text);
  };

  test('follow_a_plan holds calls to allowed_domains and allows nothing; no rule widens it.', async () => {
    const { ask } = await connect();
    const plan = { permission_mode: 'follow_a_plan', allowed_domains: ['example.com', '*.shop.test'] };
    expect(await ask(open('one', 'https://www.example.com/', plan))).toMatchObject({ is_error: false });
    const executed = bridge.executed.length;
    expect(await ask(open('two', 'https://other.example/', plan))).toMatchObject({
      is_error: true,
      content: [
        {
          text: "Your program holds this call to example.com, *.shop.test (allowed_domains), and https://other.example is not among them. It can name more domains, or another permission_mode; the user's rules hold in each. [ERR_PERMISSION_DENIED]",
        },
      ],
    });
    // Nor by way of a batch.
    const actions = [{ name: 'tabs_create_mcp', input: { url: 'https://other.example/' } }];
    expect(await ask(call('three', { tool: 'browser_batch', args: { actions }, ...plan }))).toMatchObject({
      is_error: true,
    });
    expect(bridge.executed).toHaveLength(executed);
    expect(await ask(open('four', 'https://other.example/', {}))).toMatchObject({ is_error: false });
  });

  test('allowed_domains give nothing where the user has to be asked.', async () => {
    bridge.world.client = buildClient({ start: 'ask' });
    bridge.world.panelOpen = false;
    const { ask } = await connect();
    const plan = { permission_mode: 'follow_a_plan', allowed_domains: ['example.com'] };
    expect(await ask(open('one', 'https://example.com/', plan))).toMatchObject({ is_error: true });
    expect(bridge.executed).toEqual([]);
  });

  test.each([
    ['skip_all_permission_checks', undefined, 'skips nothing here', 'permission_checks_not_skipped'],
    ['follow_a_plan', undefined, 'narrows nothing', 'plan_without_domains'],
    ['follow_a_plan', ['example.com'], 'holds these calls to its allowed_domains', 'held_to_allowed_domains'],
    ['yolo', undefined, 'permission_mode "yolo" means nothing here', 'permission_mode_unknown'],
  ])('%s with %j says what it means here, once.', async (mode, domains, words, kind) => {
    const { ask } = await connect();
    const more = { permission_mode: mode, allowed_domains: domains, supports_tool_result_notices: true };
    const first = await ask(call('one', more));
    expect(first).toMatchObject({ notices: [{ kind }] });
    expect(await texts(Promise.resolve(first))).toEqual(['done', expect.stringContaining(words)]);
    const second = await ask(call('two', more));
    expect(second).not.toHaveProperty('notices');
    expect(await texts(Promise.resolve(second))).toEqual(['done']);
  });

  test('ask says nothing, and domains that are none are refused.', async () => {
    const { ask } = await connect();
    expect(await texts(ask(call('one', { permission_mode: 'ask', allowed_domains: ['example.com'] })))).toEqual([
      'done',
    ]);
    for (const domains of ['example.com', [7], Array.from({ length: 201 }, () => 'a.test'), ['x'.repeat(301)]])
      expect(await ask(call('two', { permission_mode: 'follow_a_plan', allowed_domains: domains }))).toMatchObject({
        is_error: true,
      });
    expect(bridge.executed).toHaveLength(1);
  });
});

describe('What a client takes beside a result', () => {
  const denied = () => {
    bridge.world.client = buildClient({ start: 'read-only' });
    return connect();
  };

  test('A code of its own, where it says so.', async () => {
    const { ask } = await denied();
    const opening = { tool: 'tabs_create_mcp', args: {} };
    expect(await ask(call('one', { ...opening, supports_tool_result_error_code: true }))).toMatchObject({
      is_error: true,
      error_code: 'permission_denied_user',
    });
    expect(await ask(call('two', opening))).not.toHaveProperty('error_code');
  });

  test('A refusal names tools that the client has: those of its generation.', async () => {
    const { ask } = await connect();
    const text = async (more: object) =>
      ((await ask(call(crypto.randomUUID(), { tool: 'get_page_text', ...more }))) as { content: { text: string }[] })
        .content[0]?.text;
    expect(await text({})).toBe('You own no tab. Call tabs_create_mcp first. [ERR_NOT_OWNER]');
    const gone = { target_device_id: 'nowhere' };
    expect(await text(gone)).toContain('call switch_browser');
    expect(await text({ ...gone, supports_tool_result_error_code: true })).toContain('call list_connected_browsers');
  });
});

describe('A client that answers questions itself', () => {
  const asking = async () => {
    bridge.world.client = buildClient({ start: 'ask' });
    const client = await connect();
    const sent = call('one', {
      tool: 'tabs_create_mcp',
      args: { url: 'https://example.com/' },
      handle_permission_prompts: true,
    });
    expect(await client.ask(sent)).toEqual({
      type: 'permission_request',
      tool_use_id: 'one',
      request_id: 'one',
      tool_type: 'tabs_create_mcp',
      url: 'https://example.com/',
    });
    return client;
  };

  test('hears that the user is asked, and allows nothing by its own yes.', async () => {
    const { ask, socket } = await asking();
    socket.send(JSON.stringify({ type: 'permission_response', request_id: 'one', allowed: true }));
    expect(await ask({ type: 'ping' })).toEqual({ type: 'pong' });
    expect(Object.keys(bridge.state.snapshot().prompts)).toHaveLength(1);
    expect(bridge.executed).toEqual([]);
  });

  test('may give the call up, which is then asked about no more and never carried out.', async () => {
    const { ask } = await asking();
    expect(await ask({ type: 'permission_response', request_id: 'one', allowed: false })).toMatchObject({
      type: 'tool_result',
      tool_use_id: 'one',
      is_error: true,
      content: [{ text: expect.stringContaining('has given the call up') }],
    });
    expect(bridge.executed).toEqual([]);
    expect(bridge.state.snapshot().prompts).toEqual({});
  });
});
