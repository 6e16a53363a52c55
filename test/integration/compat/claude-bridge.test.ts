// The local bridge over a real WebSocket: the captured conversation, and everybody who may not open it.
import { once } from 'node:events';
import { connect as connectTcp, createServer } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBridge } from '../../../electron/core/compat/claude-bridge-endpoint.ts';
import { buildClient } from '../../support/hub-fixtures.ts';
import { saying } from '../../support/saying.ts';
import { createServices } from './in-process-services.ts';
import type { AddressInfo, Socket } from 'node:net';

async function openScene() {
  const { made, agents, services } = createServices();
  const open = await openBridge(services, 0);
  onTestFinished(() => open.close());
  return { ...made, agents, port: open.port, address: `ws://127.0.0.1:${open.port}/chrome/dev_user_local` };
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
  return { socket, ask };
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
    content: [
      { type: 'text', text: 'No connected browser is called "nowhere"; list_extensions names the 1 that are there.' },
    ],
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
