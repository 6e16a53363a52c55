// Calls that the user makes from the panel's form, by a real hub to a real server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { PanelClient, refusalOf, until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { fixturePath, openScene } from '../gateway/scene.ts';
import type { Scene } from '../gateway/scene.ts';

let scene: Scene;
let lastId = 0;

beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('typed', [`${repositoryRoot}/test/fixtures/servers/typed.mjs`]);
  await scene.addServer('fixture', [fixturePath]);
});

afterAll(() => scene.end());

const ask = (toolId: string, args: Record<string, unknown> = {}, more: { confirmed?: boolean; callId?: string } = {}) =>
  scene.panel.request('tools:call', { callId: `call ${(lastId += 1)}`, toolId, arguments: args, ...more });

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;

describe('a call from the form', () => {
  test('What reads is sent at once, and its answer names its entry in the trace.', async () => {
    const args = { title: 'Ink', to: { kind: 'room', floor: 3 } };
    const { answer } = await ask('typed/order', args);
    expect(answer).toMatchObject({ outcome: 'ok', rule: 'own-call' });
    expect(JSON.parse(textOf(answer?.result) ?? '')).toEqual(args);
    const { entries } = await scene.panel.request('trace:window', { filter: {}, from: -1, count: 200 });
    expect(entries.find(({ seq }) => seq === answer?.seq)).toMatchObject({
      from: { label: 'You' },
      method: 'tools/call',
      tool: 'typed/order',
    });
  });

  test('What acts is not sent before it was confirmed.', async () => {
    expect(await ask('typed/change', { what: 'it' })).toEqual({ answer: null });
    const before = await scene.panel.request('trace:window', { filter: { tool: 'change' }, from: -1, count: 10 });
    expect(before.matched).toBe(0);
    const { answer } = await ask('typed/change', { what: 'it' }, { confirmed: true });
    expect(textOf(answer?.result)).toBe('changed {"what":"it"}');
  });

  test('A browser’s tool acts or reads by what it is told to do.', async () => {
    expect(await ask('computer', { action: 'left_click', tabId: 1, coordinate: [1, 1] })).toEqual({ answer: null });
    const { answer } = await ask('computer', { action: 'screenshot', tabId: 1 });
    expect(answer).toMatchObject({ outcome: 'refused' });
    expect(answer?.reason).toMatch(/browser/i);
  });

  test('An error of the tool is an answer, with what it said.', async () => {
    const { answer } = await ask('typed/fail');
    expect(answer).toMatchObject({ outcome: 'error', result: { isError: true } });
    expect(textOf(answer?.result)).toBe('The shelf is empty.');
  });

  test('A tool that there is not is refused by the router, not by the form.', async () => {
    const { answer } = await ask('typed/nothing', {}, { confirmed: true });
    expect(answer?.outcome).not.toBe('ok');
    expect(answer?.reason).toContain('There is no tool');
  });

  test('Paused refuses it at once.', async () => {
    await scene.panel.request('hub:set-mode', { mode: 'paused' });
    await scene.panel.waitFor(({ hub }) => hub.mode === 'paused', 'the hub is paused');
    expect((await ask('typed/order')).answer).toMatchObject({ outcome: 'refused', rule: 'mode paused' });
    await scene.panel.request('hub:set-mode', { mode: 'running' });
    await scene.panel.waitFor(({ hub }) => hub.mode === 'running', 'the hub runs again');
  });

  test('A secret in the answer is masked.', async () => {
    await scene.panel.request('secrets:set', { name: 'PRESS_KEY', value: 'press-key-4711' });
    const { answer } = await ask('typed/order', { title: 'the press-key-4711' });
    expect(JSON.stringify(answer?.result)).not.toContain('press-key-4711');
  });
});

describe('cancelling', () => {
  const isPending = async () => {
    const { entries } = await scene.panel.request('trace:window', {
      filter: { tool: 'forever', outcome: 'pending', partyId: 'typed' },
      from: -1,
      count: 1,
    });
    return entries.length > 0;
  };

  test('A call under way is answered as cancelled, and its server is told.', async () => {
    const running = ask('typed/forever', {}, { callId: 'mine' });
    await until(isPending, 'the server was asked');
    await scene.panel.request('tools:cancel', { callId: 'mine' });
    const { answer } = await running;
    expect(answer).toMatchObject({ outcome: 'cancelled', reason: 'You cancelled the call.' });
    await until(async () => textOf((await ask('typed/cancelled')).answer?.result) === '1', 'the server heard of it');
    const { entries } = await scene.panel.request('trace:window', { filter: {}, from: -1, count: 200 });
    expect(entries.find(({ seq }) => seq === answer?.seq)).toMatchObject({ outcome: 'cancelled' });
  });

  test('An id under way is not used twice, and one that has ended may be cancelled in vain.', async () => {
    const running = ask('typed/forever', {}, { callId: 'mine' });
    await until(isPending, 'the server was asked');
    expect(await refusalOf(ask('typed/order', {}, { callId: 'mine' }))).toContain('under way');
    await scene.panel.request('tools:cancel', { callId: 'mine' });
    await running;
    await scene.panel.request('tools:cancel', { callId: 'mine' });
    expect((await ask('typed/order', {}, { callId: 'mine' })).answer).toMatchObject({ outcome: 'ok' });
  });

  test('Another panel cannot cancel it; a panel that leaves ends its own.', async () => {
    const { stdout } = await confirmed(scene.panel, scene.place.run(['open']));
    const other = await PanelClient.open(stdout.trim());
    const running = ask('typed/forever', {}, { callId: 'mine' });
    await until(isPending, 'the server was asked');
    await other.request('tools:cancel', { callId: 'mine' });
    expect(await isPending()).toBe(true);
    await scene.panel.request('tools:cancel', { callId: 'mine' });
    expect((await running).answer?.outcome).toBe('cancelled');
    await until(async () => !(await isPending()), 'the call has ended');
    const left = other.request('tools:call', { callId: 'theirs', toolId: 'typed/forever', arguments: {} });
    left.catch(() => {});
    await until(isPending, 'the server was asked again');
    await other.close();
    await until(async () => !(await isPending()), 'the call has ended with its panel');
  });
});
