// What modules answer, some of them loosely, as JSON-RPC 2.0.
import { expect, test } from 'vitest';
import { moduleReply } from '../../../electron/runner/wasm/module-reply.ts';

test.each([
  ['{"id":2,"result":{"tools":[]},"error":null}', { jsonrpc: '2.0', id: 2, result: { tools: [] } }],
  [
    '{"id":1,"result":null,"error":{"code":-32601,"message":"no"}}',
    { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } },
  ],
  ['{"jsonrpc":"2.0","id":"a","result":{}}', { jsonrpc: '2.0', id: 'a', result: {} }],
  [
    '{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}',
    { jsonrpc: '2.0', id: null, error: { code: 1, message: 'm' } },
  ],
])('%s is an answer.', (text, answer) => {
  expect(JSON.parse(moduleReply(text) ?? 'null')).toEqual(answer);
});

test.each(['', 'ready', '[1]', 'null', '{"method":"x"}', '{'])('%j is none.', text => {
  expect(moduleReply(text)).toBeNull();
});
