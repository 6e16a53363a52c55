// Calls and answers: what a plugin is sent, whose answer counts, and what becomes of every other one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noon } from '../../../support/hub-fixtures.ts';
import { envelope, obliging, openPlugins, tool } from '../../../support/plugin-world.ts';

const time = 'time@plugins.example';
const other = 'other@plugins.example';
const echo = tool('echo', {
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
});

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

function opened() {
  const world = openPlugins();
  const firefox = world.browser('a');
  firefox.register(time, [tool('now'), echo]);
  firefox.register(other, [tool('now')]);
  return { ...world, firefox };
}

/** The request of the newest call. */
const asked = ({ firefox }: ReturnType<typeof opened>) => firefox.newest(time, 'PLUGIN_TOOL_CALL');

describe('a call', () => {
  test('002 PLUGIN_TOOL_CALL: the plugin gets the name of its tool without the namespace, and the arguments.', async () => {
    const world = opened();
    world.firefox.answers.set(time, obliging({ said: 'hi' }));
    const result = await world.call(`${time}::echo`, { message: 'hi' });
    expect(asked(world)).toEqual({
      namespace: 'harbor-plugin',
      protocolVersion: 'harbor-plugin/v1',
      type: 'PLUGIN_TOOL_CALL',
      requestId: expect.any(String),
      timestamp: noon,
      payload: { toolName: 'echo', arguments: { message: 'hi' } },
    });
    expect(result).toMatchObject({ structuredContent: { said: 'hi' } });
  });

  test('002 PLUGIN_TOOL_CALL: the plugin is told the origin of a page that calls, and of nobody else.', async () => {
    const world = opened();
    world.firefox.answers.set(time, obliging());
    await world.call(`${time}::now`, {}, { agent: { name: 'Page', origin: 'https://app.example' } });
    expect(asked(world)?.payload['callingOrigin']).toBe('https://app.example');
    await world.call(`${time}::now`);
    expect(asked(world)?.payload).not.toHaveProperty('callingOrigin');
  });

  test('002 PLUGIN_TOOL_RESULT: whatever the tool gives is the result: a text as it is, the rest as JSON.', async () => {
    const world = opened();
    const of = async (result: unknown) => {
      world.firefox.answers.set(time, obliging(result));
      return (await world.call(`${time}::now`)).content;
    };
    expect(await of('noon')).toEqual([{ type: 'text', text: 'noon' }]);
    expect(await of([1, null])).toEqual([{ type: 'text', text: '[\n  1,\n  null\n]' }]);
    expect(await of(null)).toEqual([{ type: 'text', text: 'null' }]);
  });

  test.each([
    'TOOL_NOT_FOUND',
    'INVALID_ARGUMENTS',
    'EXECUTION_FAILED',
    'TIMEOUT',
    'INTERNAL_ERROR',
    'NOT_REGISTERED',
    'ALREADY_REGISTERED',
    'PLUGIN_NOT_ALLOWED',
    'PROTOCOL_VERSION_MISMATCH',
  ])('002 Error Codes: what a plugin fails with reaches its caller under the same code: %s.', async code => {
    const world = opened();
    const payload = { code, message: 'It is so.', details: { at: 1 } };
    world.firefox.answers.set(time, ({ requestId }) => envelope('PLUGIN_TOOL_ERROR', payload, requestId));
    await expect(world.call(`${time}::now`)).rejects.toMatchObject({
      code,
      message: expect.stringContaining('It is so.'),
      data: { details: { pluginCode: code, details: { at: 1 } } },
    });
  });

  test('A code that the spec does not know is EXECUTION_FAILED, with the plugin’s own beside it.', async () => {
    const world = opened();
    const payload = { code: 'INPUT_TOO_LARGE', message: 'Too much.' };
    world.firefox.answers.set(time, ({ requestId }) => envelope('PLUGIN_TOOL_ERROR', payload, requestId));
    await expect(world.call(`${time}::now`)).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      data: { details: { pluginCode: 'INPUT_TOO_LARGE' } },
    });
  });

  test('002 Error Codes: arguments that do not fit the schema are INVALID_ARGUMENTS with their place, and are not sent.', async () => {
    const world = opened();
    await expect(world.call(`${time}::echo`, { message: 7 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      reason: { kind: 'plugin-argument', at: '/message', keyword: 'type string' },
    });
    await expect(world.call(`${time}::echo`)).rejects.toMatchObject({
      reason: { at: '/message', keyword: 'required' },
    });
    expect(asked(world)).toBeUndefined();
  });

  test('002 Timeouts: a call that is not answered within its time is TIMEOUT, and the plugin is pinged at once.', async () => {
    const world = opened();
    const call = world.call(`${time}::now`);
    const failed = expect(call).rejects.toMatchObject({
      code: 'TIMEOUT',
      reason: { kind: 'plugin-unanswered', seconds: 30 },
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
    expect(world.firefox.to(time).at(-1)?.type).toBe('PLUGIN_PING');
  });

  test('What is cancelled ends at once, and its late answer is dropped and counted.', async () => {
    const world = opened();
    const controller = new AbortController();
    const call = world.call(`${time}::now`, {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    world.firefox.say(time, envelope('PLUGIN_TOOL_RESULT', { result: 1 }, asked(world)?.requestId));
    expect(world.registry.detail(time).dropped).toBe(1);
  });

  test('It is asked again whether it is allowed right before it is sent.', async () => {
    const world = opened();
    const refused = new Error('not any more');
    const expectAllowed = () => {
      throw refused;
    };
    await expect(world.call(`${time}::now`, {}, { expectAllowed })).rejects.toBe(refused);
    expect(asked(world)).toBeUndefined();
  });

  test('One plugin has at most 32 calls under way.', async () => {
    const world = opened();
    const calls = Array.from({ length: 32 }, () => world.call(`${time}::now`).catch(() => {}));
    await expect(world.call(`${time}::now`)).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
    world.firefox.leave();
    await Promise.all(calls);
  });

  test('A message that its browser would not take is not sent.', async () => {
    const world = opened();
    const call = world.call(`${time}::echo`, { message: 'x'.repeat(1_000_001) });
    await expect(call).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
    expect(asked(world)).toBeUndefined();
  });

  test('An answer that was too large to be carried, and one that the browser could not ask for, end their calls.', async () => {
    const world = opened();
    const large = world.call(`${time}::now`);
    const requestId = asked(world)?.requestId;
    world.firefox.frame({ kind: 'too-large', from: time, requestId, bytes: 9_000_000 });
    await expect(large).rejects.toMatchObject({ code: 'ERR_TOO_LARGE', reason: { bytes: 9_000_000 } });
    const unsent = world.call(`${time}::now`);
    world.firefox.frame({ kind: 'unsent', to: time, requestId: asked(world)?.requestId });
    await expect(unsent).rejects.toMatchObject({ reason: { kind: 'plugin-gone' } });
  });

  test('A plugin that is disabled while it is called answers nobody any more.', async () => {
    const world = opened();
    const call = world.call(`${time}::now`);
    const gone = expect(call).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    await world.registry.setEnabled(time, false);
    await gone;
  });

  test('The envelopes of a call are in the trace, under the call.', async () => {
    const world = opened();
    world.firefox.answers.set(time, obliging());
    await world.call(`${time}::now`, {}, { parent: 41 });
    const entry = world.tap.entries.find(({ open }) => open.method === 'PLUGIN_TOOL_CALL');
    expect(entry?.open).toMatchObject({ dir: 'out', tool: `${time}::now`, parent: 41, to: { id: time } });
    expect(JSON.parse(entry?.closes[0]?.message?.payload ?? '{}')).toMatchObject({ type: 'PLUGIN_TOOL_RESULT' });
  });
});

describe('whose answer counts', () => {
  test('002 For Harbor Hub: an answer belongs to its request by the id and by the sender.', async () => {
    const world = opened();
    const call = world.call(`${time}::now`);
    const requestId = asked(world)?.requestId;
    world.firefox.say(other, envelope('PLUGIN_TOOL_RESULT', { result: 'forged' }, requestId));
    world.browser('b').say(time, envelope('PLUGIN_TOOL_RESULT', { result: 'from elsewhere' }, requestId));
    world.firefox.say(time, envelope('PLUGIN_PONG', { healthy: true }, requestId));
    world.firefox.say(time, envelope('PLUGIN_TOOL_RESULT', { result: 'true' }, requestId));
    world.firefox.say(time, envelope('PLUGIN_TOOL_RESULT', { result: 'again' }, requestId));
    expect(await call).toMatchObject({ content: [{ text: 'true' }] });
    expect([world.registry.detail(time).dropped, world.registry.detail(other).dropped]).toEqual([3, 1]);
  });

  test.each([
    ['no object', 'hello'],
    ['another namespace', { ...envelope('PLUGIN_PONG', {}), namespace: 'other' }],
    ['no version', { ...envelope('PLUGIN_PONG', {}), protocolVersion: undefined }],
    ['no request id', { ...envelope('PLUGIN_PONG', {}), requestId: 7 }],
    ['no time', { ...envelope('PLUGIN_PONG', {}), timestamp: 'now' }],
    ['no payload', { ...envelope('PLUGIN_PONG', {}), payload: null }],
    ['a type that nobody knows', envelope('PLUGIN_DANCE', {})],
    ['a type of the hub', envelope('PLUGIN_TOOL_CALL', {})],
  ])('002 Message Envelope: what is none is dropped, counted, and changes nothing: %s.', (_, message) => {
    const { firefox, registry, row } = opened();
    const before = row(time);
    firefox.say(time, message);
    expect([row(time), registry.detail(time).dropped]).toEqual([before, 1]);
  });
});
