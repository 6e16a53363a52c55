// Ways in without a credential, flooded: the one that is idle longest makes room, and a second client is served meanwhile.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBridge } from '../../../electron/core/compat/claude/claude-bridge-endpoint.ts';
import { until } from '../../support/panel-client.ts';
import { openScene, RawClient, textResult } from './claude-scene.ts';
import { openScene as openClaudezilla } from './claudezilla-scene.ts';
import { createServices } from './in-process-services.ts';
import type { Socket } from 'node:net';

const mib = 1024 * 1024;

async function openFloodedBridge() {
  const { made, services } = createServices();
  let crowded = 0;
  const open = await openBridge(services, 0, () => (crowded += 1));
  onTestFinished(() => open.close());
  const join = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${open.port}/chrome/dev_user_local`);
    onTestFinished(() => socket.terminate());
    socket.on('error', () => {});
    await once(socket, 'open');
    return socket;
  };
  const ask = async (socket: WebSocket, value: object) => {
    const answer = once(socket, 'message');
    socket.send(JSON.stringify(value));
    return JSON.parse(String((await answer)[0])) as unknown;
  };
  const here = () =>
    Object.values(made.state.snapshot().agents).filter(({ state }) => state.kind === 'connected').length;
  return { join, ask, here, crowded: () => crowded };
}

const hello = { type: 'connect', client_type: 'claude-code', dev_user_id: 'dev_user_local' };
const call = { type: 'tool_call', tool_use_id: 'one', client_type: 'claude-code', tool: 'tabs_context_mcp', args: {} };

test('Five hundred connections on the bridge are 32 agents at most, who called before stays, and a newcomer is served.', async () => {
  const { join, ask, here, crowded } = await openFloodedBridge();
  const worker = await join();
  expect(await ask(worker, call)).toMatchObject({ type: 'tool_result', is_error: false });
  for (let count = 0; count < 500; count += 1) await ask(await join(), hello);
  expect(here()).toBeLessThanOrEqual(32);
  expect(await ask(worker, { ...call, tool_use_id: 'two' })).toMatchObject({ type: 'tool_result', is_error: false });
  const newcomer = await join();
  expect(await ask(newcomer, call)).toMatchObject({ type: 'tool_result', is_error: false });
  expect(crowded()).toBeGreaterThanOrEqual(469);
});

test('Who only connects to the bridge is no agent.', async () => {
  const { join, here } = await openFloodedBridge();
  const silent = await Promise.all(Array.from({ length: 20 }, join));
  expect([silent.length, here()]).toEqual([20, 0]);
});

test('Messages that never end hold 128 MiB of the bridge at most, and a second client is served.', async () => {
  const { join, ask, crowded } = await openFloodedBridge();
  const flood = await Promise.all(Array.from({ length: 20 }, join));
  let closed = 0;
  for (const socket of flood) {
    socket.on('close', () => (closed += 1));
    socket.send(Buffer.alloc(16 * mib), { fin: false });
  }
  await until(() => closed >= 12, 'those that hold most are closed');
  expect(await ask(await join(), call)).toMatchObject({ type: 'tool_result' });
  expect(crowded()).toBeGreaterThanOrEqual(12);
});

test('Two hundred clients of spec 001’s socket are 64 agents at most, who called stays, and a newcomer is served.', async () => {
  const { panel, socketPath, extend } = await openScene();
  await extend(() => textResult('Done.'));
  const worker = await RawClient.connect(socketPath);
  expect(JSON.stringify(await worker.execute('tabs_context_mcp'))).toContain('Done.');
  for (let count = 0; count < 200; count += 1) {
    const client = await RawClient.connect(socketPath);
    client.send({ type: 'ping' });
    await client.take();
  }
  expect(JSON.stringify(await worker.execute('tabs_context_mcp'))).toContain('Done.');
  const newcomer = await RawClient.connect(socketPath);
  expect(JSON.stringify(await newcomer.execute('tabs_context_mcp'))).toContain('Done.');
  await panel.waitFor(
    ({ endpoints }) => (endpoints['claude-code-frames']?.crowded ?? 0) >= 138,
    'the panel counts what made room',
  );
  const here = Object.values(panel.snapshot.agents).filter(({ state }) => state.kind === 'connected');
  expect(here.length).toBeLessThanOrEqual(64);
});

test('Six hundred silent connections of spec 000’s socket are let go from the oldest on, and a command is answered.', async () => {
  const { panel, socket, ask } = await openClaudezilla();
  const flood: Socket[] = [];
  onTestFinished(() => flood.forEach(one => one.destroy()));
  for (let count = 0; count < 600; count += 1) {
    const one = connect(socket).on('error', () => {});
    flood.push(one);
    await once(one, 'connect');
  }
  expect(await ask('ping')).toMatchObject({ success: true });
  await panel.waitFor(({ endpoints }) => (endpoints.claudezilla?.crowded ?? 0) >= 88, 'the panel counts');
});

test('Three hundred claimed ids of spec 000 leave room for one more.', async () => {
  const { ask } = await openClaudezilla();
  for (let count = 0; count < 300; count += 1)
    expect(await ask('getSlotRequests', { agentId: `agent_${count}_x` })).toMatchObject({ success: true });
  expect(await ask('getSlotRequests', { agentId: 'agent_mine_x' })).toMatchObject({ success: true });
});
