// Replay: a call of the trace sent again as the user's own, by a real hub to a real server, through its gates.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inEnglish } from '../../../words/english.ts';
import { refusalOf } from '../../support/panel-client.ts';
import { everythingPath, fixturePath, openScene } from '../gateway/scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { Scene } from '../gateway/scene.ts';

let scene: Scene;
let agent: Client;

beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('sample', [everythingPath, 'stdio']);
  await scene.addServer('fixture', [fixturePath]);
  agent = await scene.agent();
  const clientId = scene.credential.client.id;
  await scene.panel.request('grants:set', {
    subject: { kind: 'client', id: clientId },
    effect: 'allow',
    scope: 'servers:call',
    resource: { kind: 'any' },
    tools: null,
    lifetime: 'always',
  });
});

afterAll(() => scene.end());

const entries = async () => (await scene.panel.request('trace:window', { filter: {}, from: -1, count: 200 })).entries;

async function newest(fits: (entry: TraceEntry) => boolean): Promise<TraceEntry> {
  const found = (await entries()).findLast(fits);
  if (!found) throw new Error('There is no such entry.');
  return found;
}

const callOf = (tool: string) => newest(entry => entry.from.kind === 'agent' && entry.tool === tool);

describe('a replay', () => {
  test('What acts is sent only after it was confirmed; the result comes back, and the trace has it as the call of You.', async () => {
    await agent.callTool({ name: 'fixture__test_simple_text', arguments: {} });
    const { seq } = await callOf('fixture__test_simple_text');
    const plan = await scene.panel.request('trace:replay-plan', { seq });
    expect(plan).toMatchObject({
      seq,
      acts: true,
      params: { name: 'fixture/test_simple_text', arguments: {} },
      to: { kind: 'server', id: 'fixture' },
      masked: 0,
      refusal: null,
    });
    expect(await refusalOf(scene.panel.request('trace:replay', { seq }))).toContain('confirm it');
    const replayed = await scene.panel.request('trace:replay', { seq, confirmed: true });
    expect(replayed).toMatchObject({ outcome: 'ok', rule: 'own-call' });
    expect(JSON.stringify(replayed.result)).toContain('simple text');
    const entry = await newest(one => one.seq === replayed.seq);
    expect(entry).toMatchObject({ from: { kind: 'agent', label: 'You' }, method: 'tools/call', rule: 'own-call' });
    expect(await newest(one => one.parent === replayed.seq)).toMatchObject({ to: { id: 'fixture' } });
    expect(Object.values(scene.panel.snapshot.agents).map(({ name }) => name)).not.toContain('You');
  });

  test('The entry at the server leads to the call of its agent, and pictures come back whole.', async () => {
    await agent.callTool({ name: 'sample__get-tiny-image', arguments: {} });
    const inner = await newest(entry => entry.to.kind === 'server' && entry.tool === 'get-tiny-image');
    const plan = await scene.panel.request('trace:replay-plan', { seq: inner.seq });
    expect(plan).toMatchObject({ seq: inner.parent, params: { name: 'sample/get-tiny-image' } });
    const { result } = await scene.panel.request('trace:replay', { seq: inner.seq, confirmed: true });
    const { content } = result as { content: { type: string; data?: string; mimeType?: string }[] };
    const picture = content.find(({ type }) => type === 'image');
    expect(picture?.mimeType).toBe('image/png');
    expect(
      Buffer.from(picture?.data ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('Other params are sent in place of the recorded ones.', async () => {
    await agent.callTool({ name: 'sample__echo', arguments: { message: 'once' } });
    const { seq } = await callOf('sample__echo');
    const params = { name: 'sample/echo', arguments: { message: 'twice' } };
    const { result } = await scene.panel.request('trace:replay', { seq, params, confirmed: true });
    expect(result).toMatchObject({ content: [{ text: 'Echo: twice' }] });
  });

  test('Reading requests need no confirmation.', async () => {
    await agent.listTools();
    const { seq } = await newest(entry => entry.method === 'tools/list' && entry.from.kind === 'agent');
    const { result, outcome } = await scene.panel.request('trace:replay', { seq });
    expect(outcome).toBe('ok');
    expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toContain('sample__echo');
  });

  test('What the trace has masked is asked for, and is never sent as it is shown.', async () => {
    await agent.callTool({ name: 'sample__echo', arguments: { message: 'in', password: 'correct horse' } });
    const { seq } = await callOf('sample__echo');
    expect(await scene.panel.request('trace:replay-plan', { seq })).toMatchObject({ masked: 1, refusal: null });
    const refused = await refusalOf(scene.panel.request('trace:replay', { seq, confirmed: true }));
    expect(refused).toContain('put the real ones in their places');
  });

  test('A handshake and a notification are not sent again.', async () => {
    const hello = await newest(entry => entry.method === 'initialize' && entry.from.kind === 'agent');
    const { refusal } = await scene.panel.request('trace:replay-plan', { seq: hello.seq });
    expect(refusal && inEnglish(refusal)).toContain('initialize');
    const note = await newest(entry => entry.kind === 'notification');
    expect(await refusalOf(scene.panel.request('trace:replay', { seq: note.seq, confirmed: true }))).toContain(
      'A notification is not answered',
    );
  });
});

describe('a replay and what is denied', () => {
  test('A deny of the agent whose call it was holds for the repetition.', async () => {
    await agent.callTool({ name: 'sample__echo', arguments: { message: 'again' } });
    const { seq } = await callOf('sample__echo');
    const { grant } = await scene.panel.request('grants:set', {
      subject: { kind: 'client', id: scene.credential.client.id },
      effect: 'deny',
      scope: 'servers:call',
      resource: { kind: 'server', serverId: 'sample' },
      tools: ['sample/echo'],
      lifetime: 'always',
    });
    const replayed = await scene.panel.request('trace:replay', { seq, confirmed: true });
    expect(replayed).toMatchObject({ outcome: 'refused', rule: `grant ${grant.id}` });
    await scene.panel.request('grants:revoke', { grantId: grant.id });
  });

  test('A replay of a replay is bound by no agent, but by the mode: paused refuses it at once.', async () => {
    const { seq } = await newest(entry => entry.from.label === 'You' && entry.tool === 'sample/echo');
    expect(await scene.panel.request('trace:replay', { seq, confirmed: true })).toMatchObject({ outcome: 'ok' });
    await scene.panel.request('hub:set-mode', { mode: 'paused' });
    const paused = await scene.panel.request('trace:replay', { seq, confirmed: true });
    expect(paused).toMatchObject({ outcome: 'refused', rule: 'mode paused' });
    await scene.panel.request('hub:set-mode', { mode: 'running' });
  });

  test('A tool that is switched off stays off.', async () => {
    const { seq } = await newest(entry => entry.from.label === 'You' && entry.tool === 'sample/echo');
    await scene.panel.request('tools:set', { toolId: 'sample/echo', on: false });
    const replayed = await scene.panel.request('trace:replay', { seq, confirmed: true });
    expect(replayed.outcome).toBe('error');
    expect(replayed.reason).toContain('switched');
    await scene.panel.request('tools:set', { toolId: 'sample/echo', on: true });
  });
});
