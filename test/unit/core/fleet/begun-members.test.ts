// How long a part of the fleet that fails is waited for: longer each time, and from the beginning again after an outage.
import { expect, test } from 'vitest';
import { BegunMembers } from '../../../../electron/core/fleet/link/begun-members.ts';
import { until } from '../../../support/panel-client.ts';
import type { FleetWire } from '../../../../electron/core/fleet/link/fleet-wire.ts';

test('Attempts are counted from the end of an outage on, and there are none in it.', async () => {
  const waits: number[] = [];
  const members = new BegunMembers({
    wire: {} as FleetWire,
    members: [{ name: 'busy', member: { begin: () => Promise.reject(new Error('busy')) } }],
    // The third wait lasts until somebody ends it.
    waitBefore: attempt => (waits.push(attempt) >= 0 && attempt % 3 === 0 ? 60_000 : 1),
    onFault: () => {},
  });
  const running = members.begin();
  await until(() => waits.length === 3, 'it has failed three times');
  members.lost();
  members.reconnected();
  await until(() => waits.length === 6, 'it has failed three times more');
  expect(waits).toEqual([1, 2, 3, 1, 2, 3]);
  await members.end();
  await running;
});
