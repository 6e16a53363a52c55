// Spec 001 with real processes: the captured transcript, replies only to their asker, and what a client may send that is wrong.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { until } from '../../support/panel-client.ts';
import { contextResult, openScene, RawClient, textResult, withGroup } from './claude-scene.ts';
import type { ToolRequest } from './claude-scene.ts';

const shot = { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAA' } };

/** What the extension of the capture answered. */
function answerOfCapture({ tool, args }: ToolRequest): object {
  switch (tool) {
    case 'computer':
      return { result: { content: [{ type: 'text', text: 'shot' }, shot] } };
    case 'navigate':
      return { error: { content: 'Permission denied by user' } };
    case 'get_page_text':
      return { result: { content: 'plain string' } };
    default:
      return textResult(`answer ${String(args.tabId)}`);
  }
}

/** The extension's answers about it are large. */
const bigTab = 9;

test('001 Message Routing: the captured transcript plays through: ping, status, unknown types, tool requests, responses and notifications; both sides get what the real host gave them.', async () => {
  const { socketPath, extend } = await openScene();
  const extension = await extend(withGroup(answerOfCapture));
  for (const [index, type] of ['ping', 'get_status', 'bogus'].entries()) {
    extension.say({ type });
    await until(() => extension.heard.length === index + 1, `${type} is answered`);
  }
  const client = await RawClient.connect(socketPath);
  const answers = [
    await client.execute('tabs_context_mcp', { createIfEmpty: true }),
    await client.execute('computer', { action: 'screenshot', tabId: 7 }),
    await client.execute('navigate', { url: 'https://example.com', tabId: 7 }),
    await client.execute('get_page_text', { tabId: 7 }),
  ];
  extension.say({ type: 'notification', method: 'notifications/message', params: { level: 'info', data: 'hello' } });
  expect(await client.take()).toEqual({
    method: 'notifications/message',
    params: { level: 'info', data: 'hello' },
  });
  expect(answers).toEqual([
    contextResult(7),
    {
      result: {
        content: [
          { type: 'text', text: 'shot' },
          { ...shot, data: 'AAAA', mimeType: 'image/jpeg' },
        ],
      },
    },
    { error: { content: 'Permission denied by user' } },
    textResult('plain string'),
  ]);
  await client.close();
  await until(() => extension.heard.at(-1)?.type === 'mcp_disconnected', 'the extension learns that the agent left');
  const request = (tool: string, args: object) => ({
    type: 'tool_request',
    method: 'execute_tool',
    params: { client_id: 'claude-code', tool, args },
  });
  const list = request('tabs_context_mcp', {});
  expect(extension.heard).toEqual([
    { type: 'pong', timestamp: expect.any(Number) },
    { type: 'status_response', native_host_version: '1.0.0', computer_name: hostname().replace(/\.local$/i, '') },
    { type: 'error', error: 'Unknown message type: bogus' },
    { type: 'mcp_connected' },
    // The hub asks where the tab is before and after each call, and whether there is none before one is made.
    list,
    request('tabs_context_mcp', { createIfEmpty: true }),
    ...[list, request('computer', { action: 'screenshot', tabId: 7 }), list],
    ...[request('navigate', { url: 'https://example.com', tabId: 7 }), list],
    ...[list, request('get_page_text', { tabId: 7 }), list],
    { type: 'mcp_disconnected' },
  ]);
});

test('001 Socket Server: the extension hears of each connection that opens and closes, also of one that never says a word.', async () => {
  const { socketPath, extend } = await openScene();
  const extension = await extend(withGroup(() => textResult('page')));
  const types = () => extension.heard.map(({ type }) => type).filter(type => String(type).startsWith('mcp_'));
  const silent = await RawClient.connect(socketPath);
  await until(() => types().length === 1, 'it is heard of');
  const other = await RawClient.connect(socketPath);
  await other.execute('tabs_context_mcp');
  await silent.close();
  await other.close();
  await until(() => types().length === 4, 'both have left');
  expect(types()).toEqual(['mcp_connected', 'mcp_connected', 'mcp_disconnected', 'mcp_disconnected']);
});

test('001 Broadcast to Clients: of two clients only the asker gets the reply.', async () => {
  const { socketPath, extend } = await openScene();
  await extend(withGroup(() => textResult('page')));
  const [asker, other] = [await RawClient.connect(socketPath), await RawClient.connect(socketPath)];
  expect(await asker.execute('tabs_context_mcp', { createIfEmpty: true })).toEqual(contextResult(7));
  // A round trip of the other's own shows that nothing was on its way to it.
  other.send({ type: 'ping' });
  expect(await other.take()).toEqual({ type: 'pong', timestamp: expect.any(Number) });
  expect(other.waiting).toEqual([]);
});

test('A tab that one agent opened is neither listed for another one nor open to it.', async () => {
  const { socketPath, extend } = await openScene();
  await extend(withGroup(() => textResult('page')));
  const [first, second] = [await RawClient.connect(socketPath), await RawClient.connect(socketPath)];
  expect(await first.execute('tabs_context_mcp', { createIfEmpty: true })).toEqual(contextResult(7));
  expect(await second.execute('tabs_create_mcp')).toEqual(textResult('Created new tab. Tab ID: 8'));
  expect(await second.execute('tabs_context_mcp', { createIfEmpty: true })).toEqual(contextResult(8));
  expect(await second.execute('get_page_text', { tabId: 8 })).toEqual(textResult('page'));
  expect(await second.execute('get_page_text', { tabId: 7 })).toEqual({
    error: {
      content: expect.stringMatching(/^OWNERSHIP: Cannot read content from tab 7 \(owned by agent_.{4}\.\.\.\)/),
    },
  });
});

test('A tab that was in the group before is the user’s: an agent that begins is given one of its own.', async () => {
  const { socketPath, extend, panel } = await openScene();
  const group = withGroup(() => textResult('page'));
  await group({ client_id: 'another', tool: 'tabs_create_mcp', args: {} });
  await extend(group);
  const client = await RawClient.connect(socketPath);
  expect(await client.execute('tabs_context_mcp')).toEqual(contextResult());
  const owners = () => Object.values(panel.snapshot.tabs).map(({ tabId, owner }) => [tabId, owner.kind]);
  await panel.waitFor(() => owners().length === 1, 'the tab is known');
  expect(owners()).toEqual([[7, 'you']]);
  expect(await client.execute('get_page_text', { tabId: 7 })).toEqual({
    error: { content: 'OWNERSHIP: Cannot read content from tab 7 (owned by the user) [ERR_NOT_OWNER]' },
  });
  expect(await client.execute('tabs_context_mcp', { createIfEmpty: true })).toEqual(contextResult(8));
  expect(await client.execute('get_page_text', { tabId: 8 })).toEqual(textResult('page'));
  await panel.waitFor(() => owners().length === 2, 'the new tab is known');
  expect(owners()).toEqual([
    [7, 'you'],
    [8, 'agent'],
  ]);
});

test('Twelve clients ask at once and each gets its own answer.', async () => {
  const { socketPath, extend } = await openScene();
  const extension = await extend(({ args }) => textResult(`answer ${String(args.tabId)}`));
  const clients = await Promise.all(Array.from({ length: 12 }, () => RawClient.connect(socketPath)));
  const answers = await Promise.all(clients.map((client, tabId) => client.execute('tabs_context_mcp', { tabId })));
  expect(answers).toEqual(clients.map((_, tabId) => textResult(`answer ${tabId}`)));
  expect(extension.requests).toHaveLength(12);
});

test('001 Process Client Buffer: requests that are sent at once are answered in their order, also the unreadable one among them.', async () => {
  const { socketPath, extend } = await openScene();
  await extend(({ args }) => textResult(`answer ${String(args.tabId)}`));
  const client = await RawClient.connect(socketPath);
  const call = (tabId: number) =>
    encodeFrame(JSON.stringify({ method: 'execute_tool', params: { tool: 'tabs_context_mcp', args: { tabId } } }));
  client.socket.write(Buffer.concat([call(1), encodeFrame('{broken'), call(2)]));
  expect([await client.take(), await client.take(), await client.take()]).toEqual([
    textResult('answer 1'),
    { type: 'error', error: 'Invalid message format' },
    textResult('answer 2'),
  ]);
});

test('001 Recoverable Errors: an unreadable frame is answered and the next one read; three in a row close the connection; invalid UTF-8 is one of them.', async () => {
  const { socketPath } = await openScene();
  const client = await RawClient.connect(socketPath);
  client.socket.write(Buffer.concat(['{', Buffer.from([0x22, 0xff, 0x22]), 'no'].map(encodeFrame)));
  const refused = { type: 'error', error: 'Invalid message format' };
  expect([await client.take(), await client.take(), await client.take()]).toEqual([refused, refused, refused]);
  await client.closed;
});

test.each([
  ['zero', Buffer.alloc(4)],
  ['one byte over 1 MiB', Buffer.from([1, 0, 16, 0])],
  ['a line of JSON-RPC', Buffer.from('{"jsonrpc":"2.0"}\n')],
])('001 Process Client Buffer: a length of %s closes the connection.', async (_, bytes) => {
  const { socketPath } = await openScene();
  const client = await RawClient.connect(socketPath);
  client.socket.write(bytes);
  await client.closed;
});

test('An answer over 1 MiB becomes an error that names its size; the connection stays.', async () => {
  const { socketPath, extend } = await openScene();
  await extend(({ args }) => textResult(args.tabId === bigTab ? 'x'.repeat(1_100_000) : 'small'));
  const client = await RawClient.connect(socketPath);
  expect(await client.execute('tabs_context_mcp', { tabId: bigTab })).toEqual({
    error: {
      content: expect.stringMatching(/^ERR_TOO_LARGE: the answer is 11000\d\d bytes .* ask for a smaller region/),
    },
  });
  expect(await client.execute('tabs_context_mcp')).toEqual(textResult('small'));
});

test('001 Recoverable Errors: an agent that is killed in the middle of a frame leaves the others undisturbed.', async () => {
  const { socketPath, extend, panel } = await openScene();
  await extend(() => textResult('fine'));
  const program = `const s=require('net').connect(process.argv[1]);s.on('connect',()=>{
    const whole=Buffer.from(JSON.stringify({type:'ping'}));const h=Buffer.alloc(4);h.writeUInt32LE(whole.length);
    s.write(Buffer.concat([h,whole]));s.write(Buffer.from([200,0,0,0,123]),()=>console.log('half'));});`;
  const child = spawn(process.execPath, ['-e', program, socketPath], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const connected = () => Object.values(panel.snapshot.agents).filter(({ state }) => state.kind === 'connected').length;
  await panel.waitFor(() => connected() === 1, 'the agent is shown');
  child.kill('SIGKILL');
  await panel.waitFor(() => connected() === 0, 'the agent is gone');
  const client = await RawClient.connect(socketPath);
  expect(await client.execute('tabs_context_mcp')).toEqual(textResult('fine'));
});

test('001 Recoverable Errors: a client that does not read is asked for nothing more, and the browser serves the others.', async () => {
  const { socketPath, extend } = await openScene();
  const extension = await extend(({ args }) => textResult(args.tabId === bigTab ? 'x'.repeat(1_000_000) : 'small'));
  const deaf = await RawClient.connect(socketPath);
  deaf.socket.pause();
  const call = { method: 'execute_tool', params: { tool: 'tabs_context_mcp', args: { tabId: bigTab } } };
  for (let sent = 0; sent < 20; sent += 1) deaf.send(call);
  const other = await RawClient.connect(socketPath);
  for (let mark = 0; mark < 3; mark += 1) expect(await other.execute('tabs_context_mcp')).toEqual(textResult('small'));
  expect(extension.requests.filter(({ args }) => args.tabId === bigTab)).toHaveLength(1);
  deaf.socket.resume();
  for (let taken = 0; taken < 20; taken += 1) expect(await deaf.take()).toEqual(textResult('x'.repeat(1_000_000)));
});

test('An agent that comes back within a minute finds its tabs, when no other one left meanwhile.', async () => {
  const { socketPath, extend, panel } = await openScene();
  await extend(withGroup(() => textResult('page')));
  const before = await RawClient.connect(socketPath);
  await before.execute('tabs_context_mcp', { createIfEmpty: true });
  await before.close();
  await panel.waitFor(({ agents }) => Object.values(agents).every(({ state }) => state.kind === 'gone'), 'it left');
  const again = await RawClient.connect(socketPath);
  expect(await again.execute('get_page_text', { tabId: 7 })).toEqual(textResult('page'));
  expect(Object.keys(panel.snapshot.agents)).toHaveLength(1);
});
