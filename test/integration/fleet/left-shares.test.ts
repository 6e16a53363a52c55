// What stands in the fleet as shared by a hub that does not share it: told by one that had its name before.
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { fleetServer, member, owner } from '../../support/shared-hubs.ts';

const told = (hub: string, server: string) =>
  JSON.stringify({
    ...{ hub, server, description: '', hubs: ['mia', 'jun'], roles: [], tools: null, readOnly: false },
    ...{ toolCount: 13, at: 1 },
  });

async function sharesAt(servers: string) {
  const connection = await connect({ servers, user: 'admin', pass: 'admin' });
  onTestFinished(() => connection.close());
  return new Kvm(connection).open('pilothouse-shares');
}

describeWith(['nats'], 'What a hub is said to share', () => {
  test('is taken back by the hub that has the name now and shares it not; what it shares itself, and what others do, stays.', async () => {
    const { url } = await fleetServer('mia', 'jun');
    const mia = await member(url, 'mia');
    const shares = await sharesAt(url);
    await shares.put('jun.every', told('jun', 'every'));
    await shares.put('jun.junk', 'no share at all');
    await shares.put('mia.old', told('mia', 'old'));
    await mia.panel.waitFor(({ fleetServers }) => 'jun/every' in fleetServers, 'it is shown');
    const operation = async (key: string) => (await shares.get(key))?.operation;
    const jun = await owner(url, 'jun');
    for (const key of ['jun.every', 'jun.junk', 'mia.old'])
      await until(async () => (await operation(key)) === 'DEL', `${key} is taken back`);
    await mia.panel.waitFor(
      ({ fleetServers }) => 'jun/worker' in fleetServers && !('jun/every' in fleetServers),
      'what it shares itself is shown, and no more',
    );
    // Also where it is put there while the hub is in.
    await shares.put('jun.every', told('jun', 'every'));
    await until(async () => (await operation('jun.every')) === 'DEL', 'it is taken back again');
    expect(await operation('jun.worker')).toBe('PUT');
    expect(jun.panel.snapshot.hub.problems ?? []).toEqual([]);
  });
});
