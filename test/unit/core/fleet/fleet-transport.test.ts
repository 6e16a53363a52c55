// A run of a server of another hub: which hub its requests go to.
import { expect, test } from 'vitest';
import { FleetTransport } from '../../../../electron/core/fleet/shared/fleet-transport.ts';
import type { AskedCall } from '../../../../electron/core/fleet/shared/call-asker.ts';

function asked(hub: string | null, requestState: string): Pick<AskedCall, 'hub' | 'text'> | undefined {
  const calls: AskedCall[] = [];
  const transport = new FleetTransport({
    address: { hub, share: 'files' },
    asker: { ask: call => void calls.push(call), cancel: () => {} },
    newId: () => 'call-0001',
    onText: () => {},
    onOver: () => {},
  });
  transport.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', requestState } }));
  return calls[0];
}

test('A state goes back to the hub that keeps it: in a group whichever it names, otherwise the one of the address alone.', () => {
  expect(asked(null, 'jun:abc')).toMatchObject({ hub: 'jun', text: expect.stringContaining('"abc"') });
  expect(asked('jun', 'jun:abc')).toMatchObject({ hub: 'jun', text: expect.stringContaining('"abc"') });
  expect(asked('jun', 'eve:abc')).toMatchObject({ hub: 'jun', text: expect.stringContaining('"eve:abc"') });
  expect(asked(null, 'abc')).toMatchObject({ hub: null });
});

test.each([
  ['another id', '{"jsonrpc":"2.0","id":2,"result":{}}'],
  ['no id', '{"jsonrpc":"2.0","result":{}}'],
  ['its id as text', '{"jsonrpc":"2.0","id":"1","result":{}}'],
  ['two ids', '{"jsonrpc":"2.0","id":1,"id":2,"result":{}}'],
  ['neither result nor error', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}'],
  ['no JSON', '{"jsonrpc":"2.0","id":1,'],
  ['a list', '[{"jsonrpc":"2.0","id":1,"result":{}}]'],
])(
  'What a hub has for an answer and has %s is none: its asker learns at once that the answer is lost.',
  async (_, text) => {
    const said: string[] = [];
    const calls: AskedCall[] = [];
    const transport = new FleetTransport({
      address: { hub: 'jun', share: 'files' },
      asker: { ask: call => void calls.push(call), cancel: () => {} },
      newId: () => 'call-0001',
      onText: it => said.push(it),
      onOver: () => {},
    });
    transport.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } }));
    calls[0]?.ended({ text, by: 'jun' });
    await Promise.resolve();
    expect(said.map(it => JSON.parse(it))).toMatchObject([
      { id: 1, result: { isError: true, content: [{ text: expect.stringMatching(/jun/) }] } },
    ]);
    transport.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }));
    const [small, large] = ['', 'x'.repeat(200_000)].map(it =>
      JSON.stringify({ jsonrpc: '2.0', id: 2, result: { it } }),
    );
    calls[1]?.ended({ text: small ?? '', by: 'jun' });
    transport.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }));
    calls[2]?.ended({ text: large ?? '', by: 'jun' });
    expect(said.slice(1)).toEqual([small, large]);
  },
);
