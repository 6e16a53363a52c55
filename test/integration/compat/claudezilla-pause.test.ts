// Commands of spec 000's socket that the hub answers by itself wait through a pause as calls do, and everything is looked at again after it.
import { expect, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { agentId, openZillaScene } from './clocked-hub.ts';

type Scene = Awaited<ReturnType<typeof openZillaScene>>;

/** A paused hub in which the command has been said and waits. */
async function pausedWith(command: string, params: object = {}): Promise<Scene> {
  const scene = await openZillaScene();
  await scene.hub.request('hub:set-mode', { mode: 'paused' });
  scene.say(command, { agentId, ...params });
  await waiting(scene, command);
  return scene;
}

async function waiting({ hub, settle, client }: Scene, command: string): Promise<void> {
  const isUnderWay = () => Object.values(hub.hub.snapshot().agents).some(({ inFlight }) => inFlight > 0);
  await until(isUnderWay, `${command} is under way`);
  await settle();
  expect(client.replies.slice(1)).toEqual([]);
}

const run = ({ hub }: Scene) => hub.request('hub:set-mode', { mode: 'running' });

test.each([
  ['requestTabSpace', { success: true, result: { queued: true, position: 1 } }],
  ['getSlotRequests', { success: true, result: { yourTabCount: 1 } }],
  ['cleanupOrphanedTabs', { success: true, result: { tabsClosed: 0 } }],
  ['grantTabSpace', { success: false, error: expect.stringContaining('Keep at least 2') }],
])('%s waits, and is answered when the agents run again.', async (command, answer) => {
  const scene = await pausedWith(command);
  await run(scene);
  expect(await scene.client.reply(1)).toMatchObject(answer);
});

test('createWindow waits before it takes a place in the pool, and opens one tab when the agents run again.', async () => {
  const scene = await pausedWith('createWindow');
  expect(scene.extension.calls).toHaveLength(1);
  await run(scene);
  scene.extension.answer(await scene.extension.call(1), '{"tabId":8}', 8);
  expect(await scene.client.reply(1)).toMatchObject({ success: true, result: { tabId: 8, tabCount: 2 } });
});

test.each(['ping', 'canNavigate', 'getLoopState'])(
  '%s does nothing that could wait, and is answered at once.',
  async command => {
    const { hub, say, client } = await openZillaScene();
    await hub.request('hub:set-mode', { mode: 'paused' });
    say(command, { agentId });
    expect(await client.reply(1)).toMatchObject({ success: true });
  },
);

test('A pause of the one agent holds its commands, and not those of another.', async () => {
  const scene = await openZillaScene();
  const { hub, zilla, say, client } = scene;
  const [held = ''] = Object.keys(hub.hub.snapshot().agents);
  await hub.request('agents:set-mode', { agentId: held, mode: 'paused' });
  say('getSlotRequests', { agentId });
  await waiting(scene, 'getSlotRequests');
  const other = zilla();
  other.say('getSlotRequests', { agentId: `agent_00000000000000000000000000000001_${process.pid}` });
  expect(await other.client.reply(0)).toMatchObject({ success: true, result: { yourTabCount: 0 } });
  expect(client.replies).toHaveLength(1);
  await hub.request('agents:set-mode', { agentId: held, mode: 'running' });
  expect(await client.reply(1)).toMatchObject({ success: true, result: { yourTabCount: 1 } });
});

test('What waited is refused when reading alone is allowed after the pause, and what reads goes on.', async () => {
  const scene = await pausedWith('createWindow');
  scene.say('getSlotRequests', { agentId });
  await scene.settle();
  await scene.hub.request('hub:set-mode', { mode: 'read-only' });
  await until(() => scene.client.replies.length === 3, 'both are answered');
  expect(scene.client.replies.slice(1)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ success: false, error: expect.stringContaining('the user allows reading only now') }),
      expect.objectContaining({ success: true, result: expect.objectContaining({ yourTabCount: 1 }) }),
    ]),
  );
  expect(scene.extension.calls).toHaveLength(1);
});

test('What waited is refused when the user has shut this wire out meanwhile.', async () => {
  const scene = await pausedWith('createWindow');
  await scene.hub.request('clients:admit', { clientId: 'compat-claudezilla', admitted: false });
  await run(scene);
  expect(await scene.client.reply(1)).toMatchObject({ success: false });
  expect(scene.extension.calls).toHaveLength(1);
});

test('Whose connection ends while it waits is not carried out.', async () => {
  const scene = await pausedWith('createWindow');
  scene.client.socket.destroy();
  const isOver = () => Object.values(scene.hub.hub.snapshot().agents).every(({ inFlight }) => inFlight === 0);
  await until(isOver, 'the command is over');
  await run(scene);
  await scene.settle();
  expect(scene.extension.calls).toHaveLength(1);
});

test('A pause that outlasts the time of a call refuses it and says so; a command that named its time is told of that.', async () => {
  const scene = await pausedWith('createWindow');
  scene.say('getSlotRequests', { agentId, _timeout: 5_000 });
  await scene.settle();
  await until(() => Object.values(scene.hub.hub.snapshot().agents).some(({ inFlight }) => inFlight === 2), 'both wait');
  await scene.pass(5_000);
  expect(await scene.client.reply(1)).toMatchObject({
    success: false,
    error: expect.stringMatching(
      /^Request timed out after 5000ms \(command: getSlotRequests\): .*the user to let agents go on/,
    ),
  });
  await scene.pass(44_000);
  expect(scene.client.replies).toHaveLength(2);
  await scene.pass(2_000);
  expect(await scene.client.reply(2)).toMatchObject({ success: false, error: expect.stringContaining('paused') });
});

test('An agent that leaves in a pause waits for room no longer.', async () => {
  const scene = await openZillaScene();
  const { hub, say, client, zilla } = scene;
  say('requestTabSpace', { agentId });
  expect(await client.reply(1)).toMatchObject({ result: { queued: true } });
  const other = zilla();
  const ask = () => other.say('getSlotRequests', { agentId: `agent_00000000000000000000000000000001_${process.pid}` });
  ask();
  expect(await other.client.reply(0)).toMatchObject({ result: { pendingRequests: [{}] } });
  await hub.request('hub:set-mode', { mode: 'paused' });
  say('goodbye', { agentId });
  const isUnderWay = () => Object.values(hub.hub.snapshot().agents).some(({ inFlight }) => inFlight > 0);
  await until(isUnderWay, 'goodbye is under way');
  client.socket.destroy();
  await until(() => Object.values(hub.hub.snapshot().agents).some(({ state }) => state.kind === 'gone'), 'it has left');
  await run(scene);
  ask();
  expect(await other.client.reply(1)).toMatchObject({ result: { pendingRequests: [] } });
});

test('A goodbye that is refused in a pause says why, also where there is no browser any more.', async () => {
  const scene = await pausedWith('goodbye');
  const [browserId = ''] = Object.keys(scene.hub.hub.snapshot().browsers);
  await scene.hub.request('browsers:forget', { browserId });
  await scene.pass(51_000);
  expect(await scene.client.reply(1)).toMatchObject({ success: false, error: expect.stringContaining('paused') });
});

test('An agent that says goodbye in a pause has left when its connection ends, and its tabs stay.', async () => {
  const scene = await openZillaScene();
  await scene.hub.request('hub:set-mode', { mode: 'paused' });
  const { client, say } = scene.zilla();
  say('goodbye', { agentId });
  await waiting(scene, 'goodbye');
  client.socket.destroy();
  const left = () => Object.values(scene.hub.hub.snapshot().agents).some(({ state }) => state.kind === 'gone');
  await until(left, 'it has left');
  expect(Object.keys(scene.hub.hub.snapshot().tabs)).toHaveLength(1);
});
