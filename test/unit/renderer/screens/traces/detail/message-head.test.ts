// What stands around the content of a message.
import { describe, expect, it } from 'vitest';
import { messageHead } from '../../../../../../renderer/screens/traces/detail/message-head.ts';

describe('the head of a message', () => {
  it('is its plain members and its _meta', () => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x', _meta: { progressToken: 3 } } };
    expect(messageHead(JSON.stringify(message))).toEqual([
      ['jsonrpc', '2.0'],
      ['id', '7'],
      ['method', 'tools/call'],
      ['params._meta progressToken', '3'],
    ]);
    expect([messageHead(null), messageHead('no json'), messageHead('[1]')]).toEqual([[], [], []]);
  });
});
