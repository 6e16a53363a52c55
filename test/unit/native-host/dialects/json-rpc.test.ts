// JSON-RPC 2.0 as a dialect: what each value means, what is none and why, and that writing and reading are inverse.
import { describe, expect, test } from 'vitest';
import { decodeJsonRpc, encodeJsonRpc } from '../../../../native-host/dialects/json-rpc.ts';
import type { Message } from '../../../../contract/schemas/messages.ts';

const rpc = (members: object) => ({ jsonrpc: '2.0', ...members });

describe('Reading', () => {
  test.each<[string, object, Message]>([
    [
      'a request',
      { id: 'a', method: 'tools/list', params: { cursor: 'x' } },
      { kind: 'request', id: 'a', method: 'tools/list', params: { cursor: 'x' } },
    ],
    [
      'a request without params',
      { id: 0, method: 'ping' },
      { kind: 'request', id: 0, method: 'ping', params: undefined },
    ],
    [
      'a notification',
      { method: 'notifications/initialized' },
      { kind: 'notification', method: 'notifications/initialized', params: undefined },
    ],
    ['a result', { id: 7, result: { ok: true } }, { kind: 'result', id: 7, result: { ok: true } }],
    ['an empty result', { id: 7, result: null }, { kind: 'result', id: 7, result: null }],
    [
      'an error',
      { id: 7, error: { code: -32601, message: 'No.', data: { code: 'X' } } },
      { kind: 'error', id: 7, error: { code: -32601, message: 'No.', data: { code: 'X' } } },
    ],
    [
      'an error without an id',
      { id: null, error: { code: -32700, message: 'No JSON.' } },
      { kind: 'error', id: null, error: { code: -32700, message: 'No JSON.' } },
    ],
    [
      'an error that says nothing',
      { id: 7, error: { code: 'E1' } },
      { kind: 'error', id: 7, error: { code: -32603, message: 'The other side gave no message.' } },
    ],
    [
      'an error beside a result',
      { id: 7, result: {}, error: { code: 1, message: 'No.' } },
      { kind: 'error', id: 7, error: { code: 1, message: 'No.' } },
    ],
  ])('%s', (_what, members, message) => {
    expect(decodeJsonRpc(rpc(members))).toEqual(message);
  });

  test.each<[unknown, string]>([
    [[], 'A JSON-RPC batch was sent; send one message at a time.'],
    [[rpc({ id: 1, method: 'ping' })], 'A JSON-RPC batch was sent; send one message at a time.'],
    [null, 'A JSON-RPC message is an object, not null.'],
    ['ping', 'A JSON-RPC message is an object, not string.'],
    [{ id: 1, method: 'ping' }, '"jsonrpc" is missing; it must be "2.0".'],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, '"jsonrpc" is "1.0"; it must be "2.0".'],
    [{ jsonrpc: 2, id: 1, method: 'ping' }, '"jsonrpc" is number; it must be "2.0".'],
    [rpc({ id: null, method: 'ping' }), 'The "id" of "ping" must be a number or a string of at most 1000 characters.'],
    [rpc({ id: {}, method: 'ping' }), 'The "id" of "ping" must be a number or a string of at most 1000 characters.'],
    [rpc({ result: {} }), 'A JSON-RPC answer needs the "id" of its request.'],
    [rpc({ id: true, result: {} }), 'A JSON-RPC answer needs the "id" of its request.'],
    [rpc({ id: 'x'.repeat(1_001), result: {} }), 'A JSON-RPC answer needs the "id" of its request.'],
    [rpc({ id: 7 }), 'A JSON-RPC message needs "method", "result" or "error".'],
    [rpc({ id: null, result: {} }), 'A JSON-RPC message needs "method", "result" or "error".'],
    [rpc({ id: 7, method: 7 }), 'A JSON-RPC message needs "method", "result" or "error".'],
  ])('%j is none: %s', (value, sentence) => {
    expect(decodeJsonRpc(value)).toBe(sentence);
  });
});

describe('Writing', () => {
  test('Params that there are not are left away.', () => {
    expect(encodeJsonRpc({ kind: 'notification', method: 'ping', params: undefined })).toEqual(rpc({ method: 'ping' }));
  });

  test('A result is always there, because an answer without one is none.', () => {
    expect(encodeJsonRpc({ kind: 'result', id: 1, result: undefined })).toEqual(rpc({ id: 1, result: null }));
  });
});
