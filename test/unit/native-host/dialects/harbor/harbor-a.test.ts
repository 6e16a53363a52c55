// The wire of Harbor's first bridge, message by message.
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../../contract/errors.ts';
import { Fault } from '../../../../../electron/core/harbor/a/asked.ts';
import { toRpcError } from '../../../../../electron/core/wire/rpc-error.ts';
import { HarborA } from '../../../../../native-host/dialects/harbor/harbor-a.ts';

const asked = (wire: HarborA, value: unknown) => {
  const message = wire.decode(value);
  if (typeof message === 'string' || message.kind !== 'request') throw new Error('It is no request.');
  return message;
};

describe('a request', () => {
  test('Its type is its method, and its other fields are its params.', () => {
    expect(new HarborA().decode({ type: 'ping', request_id: 'r1', echo: 'x' })).toEqual({
      kind: 'request',
      id: 1,
      method: 'ping',
      params: { echo: 'x' },
    });
  });

  test('Two with one id of the wire are two requests, each answered under that id.', () => {
    const wire = new HarborA();
    const [first, second] = [1, 2].map(() => asked(wire, { type: 'list_servers', request_id: 'same' }));
    expect(first?.id).not.toBe(second?.id);
    for (const { id } of [second!, first!])
      expect(wire.encode({ kind: 'result', id, result: { servers: [] } })).toEqual({
        type: 'list_servers_result',
        request_id: 'same',
        servers: [],
      });
  });

  test('One without an id is answered under none.', () => {
    const wire = new HarborA();
    const { id } = asked(wire, { type: 'host_get_stats' });
    expect(wire.encode({ kind: 'result', id, result: {} })).toEqual({ type: 'host_get_stats_result', request_id: '' });
  });

  test.each([
    ['a text', 'Expected JSON object', ''],
    [7, 'Expected JSON object', ''],
    [null, 'Expected JSON object', ''],
    [[], 'Expected JSON object', ''],
    [{ request_id: 'r4' }, "Missing 'type' field in message", 'r4'],
    [{ type: 4, request_id: 'r5' }, "Missing 'type' field in message", 'r5'],
    [{ type: '', request_id: {} }, "Missing 'type' field in message", ''],
  ])('%j is none, and is told so.', (value, message, request_id) => {
    const wire = new HarborA();
    expect(wire.decode(value)).toBe(message);
    expect(wire.encode({ kind: 'error', id: null, error: { code: -32_600, message } })).toEqual({
      type: 'error',
      request_id,
      error: { code: 'invalid_message', message },
    });
  });
});

describe('an answer', () => {
  test('That to hello is a pong.', () => {
    const wire = new HarborA();
    const { id } = asked(wire, { type: 'hello', request_id: 'r1' });
    const result = { bridge_version: '0.1.0' };
    expect(wire.encode({ kind: 'result', id, result })).toEqual({ type: 'pong', request_id: 'r1', ...result });
  });

  test('Nothing in a result stands in the place of its type or id.', () => {
    const wire = new HarborA();
    const { id } = asked(wire, { type: 'mcp_call_tool', request_id: 'r1' });
    const result = { type: 'error', request_id: 'r2', result: 1 };
    expect(wire.encode({ kind: 'result', id, result })).toEqual({
      type: 'mcp_call_tool_result',
      request_id: 'r1',
      result: 1,
    });
  });

  test.each([
    [new Fault('not_found', 'Server not found: zzz'), { code: 'not_found', message: 'Server not found: zzz' }],
    [
      new Fault('ERR_SCOPE_REQUIRED', 'It lacks it', { scope: 'x' }),
      { code: 'ERR_SCOPE_REQUIRED', message: 'It lacks it', details: { scope: 'x' } },
    ],
    [new HubError('ERR_RATE_LIMITED', 'Too many.'), { code: 'ERR_RATE_LIMITED', message: 'Too many.' }],
    [new HubError('ERR_TOO_LARGE', 'Too large.'), { code: 'message_too_large', message: 'Too large.' }],
    [new Error('It broke.'), { code: 'ERR_INTERNAL', message: 'It broke.' }],
  ])('The failure %j has its own code and sentence.', (failure, error) => {
    const wire = new HarborA();
    const { id } = asked(wire, { type: 'x', request_id: 'r1' });
    expect(wire.encode({ kind: 'error', id, error: toRpcError(failure) })).toEqual({
      type: 'error',
      request_id: 'r1',
      error,
    });
  });
});

test('News have an empty id.', () => {
  const params = { server_id: 's', message: 'Starting', timestamp: 1 };
  expect(new HarborA().encode({ kind: 'notification', method: 'server_progress', params })).toEqual({
    type: 'server_progress',
    request_id: '',
    ...params,
  });
});
