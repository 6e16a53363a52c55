// What a shim remembers: open requests, each answered once, and the handshake.
import { describe, expect, test } from 'vitest';
import { ShimLedger } from '../../../../native-host/relay/shim-ledger.ts';

const request = (id: unknown, method = 'tools/call') => JSON.stringify({ jsonrpc: '2.0', id, method });
const result = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result: {} });

describe('open requests', () => {
  test('are answered with one error each, and none is open afterwards.', () => {
    const ledger = new ShimLedger();
    ledger.sent(request(1));
    ledger.sent(request('two'));
    expect(ledger.failAll('Gone.').map(text => JSON.parse(text) as unknown)).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Gone.' } },
      { jsonrpc: '2.0', id: 'two', error: { code: -32000, message: 'Gone.' } },
    ]);
    expect(ledger.failAll('Gone.')).toEqual([]);
  });

  test('that were answered are closed, by a result or an error.', () => {
    const ledger = new ShimLedger();
    ledger.sent(request(1));
    ledger.sent(request(2));
    expect(ledger.received(result(1))).toBe(true);
    expect(ledger.received(JSON.stringify({ jsonrpc: '2.0', id: 2, error: { code: 1, message: 'x' } }))).toBe(true);
    expect(ledger.failAll('Gone.')).toEqual([]);
  });

  test('with the ids 1 and "1" are two.', () => {
    const ledger = new ShimLedger();
    ledger.sent(request(1));
    ledger.sent(request('1'));
    ledger.received(result('1'));
    expect(ledger.failAll('Gone.')).toHaveLength(1);
  });

  test('are not notifications, answers, requests of the hub, or lines that are none.', () => {
    const ledger = new ShimLedger();
    for (const line of ['hello', '[]', 'null', '{"method":"x"}', '{"method":"x","id":null}', result(7)])
      ledger.sent(line);
    ledger.received(request(8));
    expect(ledger.failAll('Gone.')).toEqual([]);
  });

  test('that were cancelled by the client are not answered.', () => {
    const ledger = new ShimLedger();
    ledger.sent(request(1));
    ledger.sent(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }));
    expect(ledger.failAll('Gone.')).toEqual([]);
  });

  test('that are refused alone are closed with it; a notification has no answer.', () => {
    const ledger = new ShimLedger();
    ledger.sent(request(1));
    expect(JSON.parse(ledger.refusalOf(request(1), 'Full.') ?? '')).toMatchObject({
      id: 1,
      error: { message: 'Full.' },
    });
    expect(ledger.refusalOf('{"method":"x"}', 'Full.')).toBeNull();
    expect(ledger.failAll('Gone.')).toEqual([]);
  });
});

describe('the handshake', () => {
  const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', extra: [1] } };

  test('is repeated as the client sent it, under an id that no client has.', () => {
    const ledger = new ShimLedger();
    ledger.sent(JSON.stringify(hello));
    const replayed = JSON.parse(ledger.replay() ?? '') as Record<string, unknown>;
    expect(replayed).toEqual({ ...hello, id: replayed['id'] });
    expect(replayed['id']).not.toBe(0);
  });

  test('that is repeated is not answered to the client.', () => {
    const ledger = new ShimLedger();
    ledger.sent(JSON.stringify(hello));
    const { id } = JSON.parse(ledger.replay() ?? '') as { id: unknown };
    expect(ledger.received(result(id))).toBe(false);
    expect(ledger.received(result(0))).toBe(true);
  });

  test('is none before the client has made it.', () => {
    const ledger = new ShimLedger();
    ledger.sent(request(1));
    expect(ledger.replay()).toBeNull();
  });
});

test.each([7, 0, 'a', 'a "quoted" one', 'ü', 1.5, -3])(
  'The answer to the request %j closes it, however its id is written.',
  id => {
    const ledger = new ShimLedger();
    ledger.sent(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' }));
    ledger.sent(JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'tools/call' }));
    expect(ledger.received(JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'x' } }))).toBe(true);
    expect(ledger.failAll('gone').map(line => JSON.parse(line).id)).toEqual(['open']);
  },
);

test('A request of the hub with the id of one of the client is no answer to it.', () => {
  const ledger = new ShimLedger();
  ledger.sent('{"jsonrpc":"2.0","id":1,"method":"tools/call"}');
  expect(ledger.received('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toBe(true);
  expect(ledger.failAll('gone')).toHaveLength(1);
});
