// A foreign extension that answers too late, through a real relay: its answer never becomes that of another call.
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BrowserRegistry } from '../../../electron/core/browsers/browser-registry.ts';
import { TabRegistry } from '../../../electron/core/tabs/tab-registry.ts';
import { buildState, noPageAnswers } from '../../support/hub-fixtures.ts';
import { buildOnce } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { RecordingTap } from '../../unit/core/wire/recording-tap.ts';
import { createHubHome } from '../native-host/hub-home.ts';
import { startRelay } from '../native-host/relay-child.ts';
import { claudeOrigin, connectedTo, SpecExtension, textResult } from './claude-scene.ts';
import type { HubHome } from '../native-host/hub-home.ts';
import type { RelayChild } from '../native-host/relay-child.ts';
import type { ToolRequest } from './claude-scene.ts';

let home: HubHome;
const relays: RelayChild[] = [];

beforeEach(async () => {
  buildOnce();
  home = await createHubHome();
});
afterEach(async () => {
  for (const { child, exited } of relays.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
  await home.remove();
});

/** A hub's endpoint and its browsers, all real; a given-up call is waited for `lateMs` longer. */
async function openHub(lateMs: number) {
  const state = buildState();
  const tap = new RecordingTap();
  const registry = new BrowserRegistry({
    state,
    tap,
    answers: noPageAnswers,
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    tabs: new TabRegistry({ state, now: Date.now, onEnded: () => {} }),
    rows: [],
    persist: { put: async () => {}, remove: async () => {} },
    now: Date.now,
    randomBytes: size => Buffer.alloc(size, 1),
    lateMs,
  });
  await home.listen({
    onPeer: (hello, channel) => (hello.role === 'relay' ? registry.accept(hello, channel) : channel.close()),
    refuse: hello => registry.refuse(hello),
  });
  const extend = async (answer: SpecExtension['answer']) => {
    const relay = startRelay(path.join(repositoryRoot, 'dist/relay/relay.cjs'), home.home, [claudeOrigin]);
    relays.push(relay);
    const browsers = () => Object.values(state.snapshot().browsers);
    await until(() => browsers().some(b => b.state.kind === 'pending' || connectedTo(relay)(b)), 'it comes');
    const pending = browsers().find(b => b.state.kind === 'pending');
    if (pending) await registry.approve(pending.id, undefined);
    return new SpecExtension(relay, answer);
  };
  const call = (url: string, timeoutMs: number, asker = 'agent_a') => {
    const [browser] = registry.connected();
    const options = { parent: 0, signal: new AbortController().signal, timeoutMs, asker };
    return registry.call(browser?.id ?? '', { tool: 'navigate', args: { url }, tabId: 7 }, options);
  };
  return { tap, extend, call, registry };
}

const urlOf = ({ args }: ToolRequest) => String(args.url);

test('After a timeout nothing is sent until the late answer came; it is dropped and stands in the trace.', async () => {
  const { tap, extend, call } = await openHub(60_000);
  const extension = await extend(request => (urlOf(request) === 'slow' ? null : textResult(urlOf(request))));
  await expect(call('slow', 50)).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
  await until(() => extension.requests.length === 1, 'the extension has heard of the slow call');
  const next = call('next', 60_000);
  await expect(call('impatient', 50)).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
  expect(extension.requests.map(urlOf)).toEqual(['slow']);
  extension.say({ type: 'tool_response', ...textResult('of the slow call') });
  expect((await next).content).toEqual([{ type: 'text', text: 'next' }]);
  expect(extension.requests.map(urlOf)).toEqual(['slow', 'next']);
  expect(tap.lines).toContain('in notification (late answer)');
});

test('When the late answer does not come either, the relay ends, and the next port works.', async () => {
  const { extend, call } = await openHub(50);
  const stuck = await extend(() => null);
  await expect(call('never', 50)).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
  expect(await stuck.relay.exited).toBe(0);
  expect(stuck.relay.stderr()).toContain('its port is opened anew');
  await extend(request => textResult(urlOf(request)));
  expect((await call('again', 60_000)).content).toEqual([{ type: 'text', text: 'again' }]);
});

test('A browser side that stands still (SIGSTOP) is given up, and what it sends afterwards reaches nobody.', async () => {
  const { extend, call, registry } = await openHub(50);
  const still = await extend(request => textResult(urlOf(request)));
  still.relay.child.kill('SIGSTOP');
  const calls = [call('one', 100), call('two', 60_000)];
  const ends = await Promise.allSettled(calls);
  expect(ends.map(end => end.status === 'rejected' && end.reason.code)).toEqual([
    'ERR_TOOL_TIMEOUT',
    'ERR_BROWSER_UNAVAILABLE',
  ]);
  expect(registry.connected()).toEqual([]);
  still.relay.child.kill('SIGCONT');
  expect(await still.relay.exited).toBe(0);
});

test('A request of exactly 1,048,576 bytes arrives; one byte more is an error, and the port serves on.', async () => {
  const { extend, call } = await openHub(60_000);
  const extension = await extend(request => textResult(String(urlOf(request).length)));
  const around = JSON.stringify({
    type: 'tool_request',
    method: 'execute_tool',
    params: { client_id: 'claude-code', tool: 'navigate', args: { url: '', tabId: 7 } },
  }).length;
  const fits = 1_048_576 - around;
  await expect(call('x'.repeat(fits + 1), 60_000)).rejects.toMatchObject({
    code: 'ERR_TOO_LARGE',
    message: 'The request is 1048577 bytes; a browser takes at most 1048576. Send less.',
  });
  expect((await call('x'.repeat(fits), 60_000)).content).toEqual([{ type: 'text', text: String(fits) }]);
  expect(extension.requests).toHaveLength(1);
});

test('Calls that wait for their turn when the port closes end with an error each.', async () => {
  const { extend, call } = await openHub(60_000);
  const extension = await extend(() => null);
  const calls = [call('one', 60_000), call('two', 60_000, 'agent_b'), call('three', 60_000)];
  await until(() => extension.requests.length === 1, 'the first one is sent');
  extension.relay.child.kill('SIGKILL');
  const ends = await Promise.allSettled(calls);
  expect(ends.map(end => end.status === 'rejected' && end.reason.code)).toEqual(
    calls.map(() => 'ERR_BROWSER_UNAVAILABLE'),
  );
});
