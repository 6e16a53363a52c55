// The wire of Harbor's second generation, as JSON in and messages out, and back.
import { describe, expect, test } from 'vitest';
import { HarborB } from '../../../../../native-host/dialects/harbor/harbor-b.ts';

describe('from the extension', () => {
  test.each([
    [{ type: 'ping' }, { kind: 'notification', method: 'ping', params: undefined }],
    [{ type: 'status' }, { kind: 'notification', method: 'status', params: undefined }],
    [{ type: 'shutdown' }, { kind: 'notification', method: 'shutdown', params: undefined }],
    [
      { type: 'whatever', x: 1 },
      { kind: 'notification', method: 'whatever', params: undefined },
    ],
    [
      { type: 'rpc', id: 'r1', method: 'system.health', params: { a: 1 } },
      { kind: 'request', id: 'r1', method: 'system.health', params: { a: 1 } },
    ],
    [
      { type: 'rpc', id: 7 },
      { kind: 'request', id: 7, method: '', params: undefined },
    ],
    [
      { type: 'host_response', id: '3', result: { b: 2 } },
      { kind: 'result', id: 3, result: { b: 2 } },
    ],
    [
      { type: 'host_response', id: '3' },
      { kind: 'result', id: 3, result: null },
    ],
    [
      { type: 'host_response', id: '3', error: { code: -32000, message: 'no' } },
      { kind: 'error', id: 3, error: { code: -32000, message: 'no' } },
    ],
    [
      { type: 'host_response', id: '3', error: 'no' },
      { kind: 'error', id: 3, error: { code: -32000, message: 'no' } },
    ],
  ])('%j', (value, message) => {
    expect(new HarborB().decode(value)).toEqual(message);
  });

  test.each([
    [null],
    [[]],
    ['ping'],
    [{}],
    [{ type: 1 }],
    [{ type: 'host_response', id: 3 }],
    [{ type: 'host_response', id: 'x' }],
  ])('%j is none', value => {
    expect(new HarborB().decode(value)).toBeTypeOf('string');
  });
});

describe('to the extension', () => {
  test('a request that was asked for with an id of any form, or with none, is answered with that very id', () => {
    for (const id of ['r', 0, null, true, { a: [1] }, undefined]) {
      const dialect = new HarborB();
      const asked = dialect.decode({ type: 'rpc', id, method: 'x' });
      if (typeof asked === 'string' || asked.kind !== 'request') throw new Error('It is no request.');
      expect(dialect.encode({ kind: 'result', id: asked.id, result: 1 })).toEqual({
        type: 'rpc_response',
        id: id ?? null,
        result: 1,
      });
    }
  });

  test('errors have a code and a message, and what cannot be read has no answer', () => {
    const dialect = new HarborB();
    const error = { code: -32603, message: 'no', data: { code: 'ERR_PERMISSION_DENIED' } };
    expect(dialect.encode({ kind: 'error', id: 'r', error })).toEqual({
      type: 'rpc_response',
      id: 'r',
      error: { code: -32000, message: 'no' },
    });
    expect(dialect.encode({ kind: 'error', id: null, error })).toBeNull();
  });

  test('a stream ends by an event in place of an answer', () => {
    const dialect = new HarborB();
    const begin = () => dialect.decode({ type: 'rpc', id: 's', method: 'llm.chat_stream' });
    begin();
    const result = { finish_reason: 'Stop', model: 'ollama:a' };
    expect(dialect.encode({ kind: 'result', id: 's', result })).toEqual({
      type: 'stream',
      id: 's',
      event: { id: 's', type: 'done', ...result },
    });
    begin();
    expect(dialect.encode({ kind: 'error', id: 's', error: { code: -32001, message: 'no' } })).toEqual({
      type: 'stream',
      id: 's',
      event: { id: 's', type: 'error', error: { code: -32001, message: 'no' } },
    });
    expect(dialect.encode({ kind: 'result', id: 's', result })).toMatchObject({ type: 'rpc_response' });
  });

  test('what does not fit the wire is followed by an error in the same form and under the same id', () => {
    const dialect = new HarborB();
    const tooLarge = { code: -32000, message: 'too large' };
    dialect.decode({ type: 'rpc', id: 's', method: 'llm.chat_stream' });
    dialect.encode({ kind: 'result', id: 's', result: {} });
    expect(dialect.encode({ kind: 'error', id: 's', error: tooLarge })).toMatchObject({ type: 'stream', id: 's' });
    const odd = dialect.decode({ type: 'rpc', id: { a: 1 }, method: 'system.health' }) as { id: string };
    dialect.encode({ kind: 'result', id: odd.id, result: {} });
    expect(dialect.encode({ kind: 'error', id: odd.id, error: tooLarge })).toMatchObject({ id: { a: 1 } });
  });

  test('an id that no answer could carry is given back as none', () => {
    const dialect = new HarborB();
    for (const id of ['x'.repeat(1_001), { long: 'x'.repeat(2_000) }]) {
      const asked = dialect.decode({ type: 'rpc', id, method: 'm'.repeat(5_000) }) as { id: string; method: string };
      expect(asked.method).toHaveLength(200);
      expect(dialect.encode({ kind: 'result', id: asked.id, result: {} })).toMatchObject({ id: null });
    }
  });

  test('what the hub asks of the extension, and what it tells', () => {
    const dialect = new HarborB();
    const params = { params: { url: 'https://a.example' }, context: {} };
    expect(dialect.encode({ kind: 'request', id: 3, method: 'browser.capturePage', params })).toEqual({
      type: 'host_request',
      id: '3',
      method: 'browser.capturePage',
      ...params,
    });
    const line = { server_id: 'a', level: 'log', message: 'm' };
    expect(dialect.encode({ kind: 'notification', method: 'console', params: line })).toEqual({
      type: 'console',
      ...line,
    });
    expect(dialect.encode({ kind: 'notification', method: 'cancel', params: { id: 3 } })).toBeNull();
  });
});
