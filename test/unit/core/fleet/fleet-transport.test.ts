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
