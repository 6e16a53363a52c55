// What a call's time is, on a whole hub whose clock the test moves: allowed first, then its own, and never cut by an idle connection.
import { expect, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { RawClient } from './claude-scene.ts';
import { agentId, openClockedHub, openZillaScene } from './clocked-hub.ts';

/** Asked about each call, by the panel of a test. */
async function openAskedScene() {
  const scene = await openZillaScene();
  await scene.hub.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'ask' });
  const prompts = () => Object.keys(scene.hub.hub.snapshot().prompts);
  const asked = async () => {
    await until(() => prompts().length === 1, 'the user is asked');
    return prompts()[0] ?? '';
  };
  const allow = async () =>
    scene.hub.request('prompts:answer', { promptId: await asked(), effect: 'allow', lifetime: 'use' });
  return { ...scene, prompts, asked, allow };
}

test('000 Per-Operation Timeouts: the time that a command names covers the whole round trip, that in which the user thinks included.', async () => {
  const { pass, extension, client, say, asked, allow } = await openAskedScene();
  say('getContent', { agentId, _timeout: 5_000 });
  await asked();
  await pass(4_000);
  await allow();
  await extension.call(1);
  await pass(999);
  expect(client.replies).toHaveLength(1);
  await pass(1);
  expect(await client.reply(1)).toEqual({
    success: false,
    error: 'Request timed out after 5000ms (command: getContent)',
    command: 'getContent',
    timeoutMs: 5_000,
  });
});

test('Where it ends while the user thinks, the reply says so, and the question is closed with it.', async () => {
  const { pass, extension, client, say, asked, prompts } = await openAskedScene();
  say('getContent', { agentId, _timeout: 90_000 });
  await asked();
  await pass(89_999);
  expect([client.replies.length, prompts().length]).toEqual([1, 1]);
  await pass(1);
  expect(await client.reply(1)).toMatchObject({
    error: expect.stringMatching(
      /^Request timed out after 90000ms \(command: getContent\): firefox_get_content had 90 s, which ended while it waited for the user's answer/,
    ),
    timeoutMs: 90_000,
  });
  expect([extension.calls.length, prompts()]).toEqual([1, []]);
});

test('000 Per-Operation Timeouts: where a command names none, the user has 50 s, and the call then all of its own time.', async () => {
  const { pass, extension, client, say, asked, allow } = await openAskedScene();
  say('getContent', { agentId });
  await asked();
  await pass(49_000);
  await allow();
  const call = await extension.call(1);
  await pass(149_000);
  extension.answer(call, 'Title: T\nURL: U\n\nread');
  expect(await client.reply(1)).toMatchObject({ success: true, result: { text: 'read' } });
  say('getContent', { agentId });
  await asked();
  await pass(50_000);
  expect(await client.reply(2)).toMatchObject({ error: expect.stringContaining("Waiting for the user's approval") });
});

test('Several calls for one command share its time.', async () => {
  const { pass, extension, client, say } = await openZillaScene();
  const actions = [
    { name: 'get_page_text', input: {} },
    { name: 'read_page', input: {} },
  ];
  say('browser_batch', { agentId, actions, _timeout: 10_000 });
  const first = await extension.call(1);
  await pass(6_000);
  extension.answer(first, 'Title: T\nURL: U\n\nread');
  await extension.call(2);
  await pass(3_999);
  expect(client.replies).toHaveLength(1);
  await pass(1);
  expect(await client.reply(1)).toMatchObject({ success: false, error: expect.stringContaining('read_page had 4 s') });
});

test('What waits in a page waits as long as it is asked to, in the flat form too.', async () => {
  const { pass, extension, client, sayFlat } = await openZillaScene();
  sayFlat('waitFor', { agentId, text: 'Done', timeout: 60_000 });
  const call = await extension.call(1);
  expect(call).toMatchObject({ params: { tool: 'computer', args: { action: 'wait', text: 'Done', duration: 60 } } });
  await pass(59_999);
  expect(client.replies).toHaveLength(1);
  await pass(1);
  expect(await client.reply(1)).toMatchObject({ error: 'Request timed out after 60000ms (command: waitFor)' });
});

test.each([
  ['in the form of the real programs', { timeout: 300_000 }, 450_000],
  ['and 10 s where it says nothing', {}, 160_000],
])(
  '000 Per-Operation Timeouts: a wait in a page comes on top of the time that a command has otherwise: %s.',
  async (_, given, allMs) => {
    const { pass, extension, client, say } = await openZillaScene();
    say('waitFor', { agentId, text: 'Done', ...given });
    await extension.call(1);
    await pass(allMs - 1);
    expect(client.replies).toHaveLength(1);
    await pass(1);
    const error = `Request timed out after ${allMs}ms (command: waitFor)`;
    expect(await client.reply(1)).toMatchObject({ error, timeoutMs: allMs });
  },
);

test('A wait of 200 s is answered, over MCP and over the socket of spec 001.', async () => {
  const { hub, pass, extension, mcp } = await openZillaScene();
  await hub.request('clients:set-start', { clientId: 'compat-claude', start: 'own-tabs' });
  const agent = await mcp();
  agent.say({ id: 1, method: 'tools/call', params: { name: 'tabs_create', arguments: {} } });
  extension.answer(await extension.call(1), '{"tabId":8}', 8);
  await agent.answerTo(1);
  const args = { action: 'wait', text: 'Done', duration: 200 };
  agent.say({ id: 2, method: 'tools/call', params: { name: 'computer', arguments: args } });
  const overMcp = await extension.call(2);
  const claude = await RawClient.connect(hub.address('claude-code-frames'));
  claude.send({ method: 'execute_tool', params: { tool: 'tabs_create_mcp', args: {} } });
  extension.answer(await extension.call(3), '{"tabId":9}', 9);
  await claude.take();
  claude.send({ method: 'execute_tool', params: { tool: 'computer', args } });
  const overFrames = await extension.call(4);
  await pass(199_000);
  extension.answer(overMcp, 'It is there.');
  extension.answer(overFrames, 'It is there.');
  expect(await agent.answerTo(2)).toMatchObject({ result: { content: [{ text: 'It is there.' }] } });
  expect(JSON.stringify(await claude.take())).toContain('It is there.');
});

test('000 Per-Operation Timeouts: without one the time is 150 s, on this wire and on MCP’s.', async () => {
  const { pass, extension, client, say, mcp } = await openZillaScene();
  const agent = await mcp();
  agent.say({ id: 1, method: 'tools/call', params: { name: 'tabs_create', arguments: {} } });
  await extension.call(1);
  say('getContent', { agentId });
  await extension.call(2);
  await pass(149_999);
  expect([client.replies.length, agent.heard.length]).toEqual([1, 0]);
  await pass(1);
  expect(await client.reply(1)).toMatchObject({ error: 'Request timed out after 150000ms (command: getContent)' });
  expect(await agent.answerTo(1)).toMatchObject({ result: { _meta: { 'dev.pilothouse/code': 'ERR_TOOL_TIMEOUT' } } });
});

test('000 Per-Operation Timeouts: a command that waits for minutes is answered over its own connection, which the real host closes after one.', async () => {
  const { pass, extension, client, say } = await openZillaScene();
  say('getContent', { agentId, _timeout: 300_000 });
  const call = await extension.call(1);
  await pass(299_000);
  extension.answer(call, 'Title: T\nURL: U\n\nat last');
  expect(await client.reply(1)).toMatchObject({ success: true, result: { text: 'at last' } });
});

test('A connection on which nothing is asked ends after ten minutes, and not before.', async () => {
  const { pass, client } = await openZillaScene();
  await pass(599_000);
  expect(client.socket.destroyed).toBe(false);
  await pass(1_000);
  await until(() => client.socket.destroyed, 'it is closed');
});

test('A cancellation, and an asker that leaves, reach our extension by the call’s own id.', async () => {
  const { extension, client, say, mcp } = await openZillaScene();
  const agent = await mcp();
  agent.say({ id: 1, method: 'tools/call', params: { name: 'tabs_create', arguments: {} } });
  const first = await extension.call(1);
  agent.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
  await until(() => extension.cancelled.length === 1, 'the first one is cancelled');
  say('getContent', { agentId });
  const second = await extension.call(2);
  client.socket.destroy();
  await until(() => extension.cancelled.length === 2, 'the second one is cancelled');
  agent.say({ id: 2, method: 'tools/call', params: { name: 'tabs_create', arguments: {} } });
  const third = await extension.call(3);
  agent.channel.close();
  await until(() => extension.cancelled.length === 3, 'the third one is cancelled');
  expect(extension.cancelled).toEqual([first['id'], second['id'], third['id']]);
});

test('After twenty wrong tokens in a minute the next wrong one waits a second, and the right one is served meanwhile.', async () => {
  const { pass, settle, zilla, say, client } = await openZillaScene();
  const stranger = zilla().client;
  const guess = () => stranger.socket.write('{"command":"ping","authToken":"wrong"}\n');
  for (let tries = 0; tries < 20; tries += 1) guess();
  await stranger.reply(19);
  guess();
  await settle();
  say('ping', {});
  expect(await client.reply(1)).toMatchObject({ result: { pong: true } });
  await pass(999);
  expect(stranger.replies).toHaveLength(20);
  await pass(1);
  expect(await stranger.reply(20)).toMatchObject({ success: false });
  await pass(60_000);
  guess();
  expect(await stranger.reply(21)).toMatchObject({ success: false });
});

test('A client of spec 001 that leaves an answer lying for 30 s is closed, and its agent has left.', async () => {
  const { hub, pass, settle, connectRelay } = await openClockedHub();
  await hub.request('clients:set-start', { clientId: 'compat-claude', start: 'own-tabs' });
  const extension = await connectRelay();
  const deaf = await RawClient.connect(hub.address('claude-code-frames'));
  deaf.socket.pause();
  deaf.send({ method: 'execute_tool', params: { tool: 'tabs_create_mcp', args: {} } });
  extension.answer(await extension.call(0), 'x'.repeat(1_000_000), 7);
  const agent = () => Object.values(hub.hub.snapshot().agents)[0];
  await until(() => agent()?.inFlight === 0, 'it is answered');
  await pass(29_999);
  expect(agent()?.state.kind).toBe('connected');
  await pass(1);
  await settle();
  await pass(5_000);
  await until(() => agent()?.state.kind === 'gone', 'it has left');
  expect(agent()?.state).toMatchObject({ reason: { kind: 'does-not-read' } });
});
