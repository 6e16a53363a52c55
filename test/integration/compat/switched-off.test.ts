// A Claude way in that is switched off, and an agent that the user ends: what was being carried out is answered before the end.
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBridge } from '../../../electron/core/compat/claude/claude-bridge-endpoint.ts';
import { until } from '../../support/panel-client.ts';
import { openScene, RawClient } from './claude-scene.ts';
import { createServices } from './in-process-services.ts';

/** A hub, and a client whose call the extension never answers. */
async function openWaiting() {
  const scene = await openScene();
  const extension = await scene.extend(() => null);
  const client = await RawClient.connect(scene.socketPath);
  const answer = client.execute('tabs_context_mcp');
  await until(() => extension.requests.length === 1, 'the call is on its way');
  return { ...scene, client, answer };
}

test('Switched off in the panel, the call that waits is answered with that, and its connection ends.', async () => {
  const { panel, client, answer } = await openWaiting();
  await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: false });
  expect(await answer).toEqual({ error: { content: 'This way in was switched off.' } });
  await client.closed;
});

test('Ended by the user, an agent’s call that waits is answered too, and is not kept for one who would repeat it.', async () => {
  const { panel, client, answer } = await openWaiting();
  await panel.waitFor(({ agents }) => Object.keys(agents).length === 1, 'it is shown');
  const [agentId = ''] = Object.keys(panel.snapshot.agents);
  await panel.request('agents:disconnect', { agentId });
  expect(await answer).toEqual({ error: { content: expect.any(String) } });
  await client.closed;
  await panel.waitFor(({ agents }) => agents[agentId]?.state.kind !== 'connected', 'it has left');
});

test('On the local bridge the call that waits is answered by its id.', async () => {
  const { services, made } = createServices();
  made.world.execute = () => new Promise(() => {});
  const open = await openBridge(services, 0);
  onTestFinished(() => open.close());
  const socket = new WebSocket(`ws://127.0.0.1:${open.port}/chrome/dev_user_local`);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'tool_call', tool_use_id: 'one', tool: 'tabs_create_mcp', args: {} }));
  await until(() => Object.values(made.state.snapshot().agents).some(({ inFlight }) => inFlight === 1), 'it waits');
  const answer = once(socket, 'message');
  await open.close();
  expect(JSON.parse(String((await answer)[0]))).toEqual({
    type: 'tool_result',
    tool_use_id: 'one',
    content: [{ type: 'text', text: 'This way in was switched off.' }],
    is_error: true,
  });
});
