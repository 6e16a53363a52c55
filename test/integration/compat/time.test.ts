// What a call's time is, on a whole hub whose clock the test moves: allowed first, then its own, and never cut by an idle connection.
import { expect, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { RawClient } from './claude-scene.ts';
import { agentId, openClockedHub, openZillaScene } from './clocked-hub.ts';

test('The time that the user thinks is not the call’s own.', async () => {
  const { hub, pass, extension, client, say } = await openZillaScene();
  await hub.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'ask' });
  say('getContent', { agentId, _timeout: 5_000 });
  await until(() => Object.keys(hub.hub.snapshot().prompts).length === 1, 'the user is asked');
  await pass(4_000);
  const [promptId = ''] = Object.keys(hub.hub.snapshot().prompts);
  await hub.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'use' });
  const call = await extension.call(1);
  await pass(4_000);
  extension.answer(call, 'Title: T\nURL: U\n\nread');
  expect(await client.reply(1)).toMatchObject({ success: true, result: { text: 'read' } });
});

test('Once allowed, the asked time covers the whole round trip.', async () => {
  const { pass, extension, client, say } = await openZillaScene();
  say('getContent', { agentId, _timeout: 5_000 });
  await extension.call(1);
  await pass(4_999);
  expect(client.replies).toHaveLength(1);
  await pass(1);
  expect(await client.reply(1)).toMatchObject({ error: 'Request timed out after 5000ms (command: getContent)' });
});

test('Without one the time is 150 s, on the wire of spec 000 and on MCP’s.', async () => {
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

test('A command that waits for minutes is answered over its own connection, which the real host closes after one.', async () => {
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
