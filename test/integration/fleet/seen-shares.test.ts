// The list of what hubs share, as another hub sees it: followed through the end of the bucket, bounded for each hub.
import { expect, onTestFinished, test } from 'vitest';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { SeenShares } from '../../../electron/core/fleet/shared/seen-shares.ts';
import { startPolicyFleet } from '../../support/fleet-policy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetShare } from '../../../contract/schemas/fleet.ts';

const share = (hub: string, server: string): FleetShare => ({
  ...{ hub, server, description: '', hubs: ['mia'], roles: [], tools: null, readOnly: false, toolCount: 1, at: 1 },
});

async function list(url: string) {
  const wire = await openFleetWire('pilothouse', 'mia', { servers: url, maxReconnectAttempts: -1 });
  const shown = new Set<string>();
  const faults: unknown[] = [];
  const seen = new SeenShares(wire, {
    rolesOf: () => [],
    show: (key, one) => (one ? shown.add(key) : shown.delete(key)),
    onFault: error => faults.push(error),
  });
  seen.begin();
  onTestFinished(async () => {
    seen.end();
    await wire.connection.close();
  });
  return { shown, faults, seen };
}

describeWith(['nats'], 'What the fleet shares', () => {
  test('is followed again once its bucket is there again, and what has gone with it is shown no more.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const { wire } = await startPolicyFleet(nats.url);
    const bucket = await wire.kv('shares');
    const put = async (one: FleetShare) =>
      (await wire.kv('shares')).put(`${one.hub}.${one.server}`, JSON.stringify(one));
    await put(share('jun', 'old'));
    const { shown, faults, seen } = await list(nats.url);
    await until(() => shown.has('jun/old'), 'it is shown');
    await bucket.destroy();
    seen.restart();
    await until(() => faults.length > 0, 'it is told');
    await startPolicyFleet(nats.url);
    await put(share('jun', 'new'));
    await until(() => shown.has('jun/new'), 'the new one is shown');
    expect([...shown]).toEqual(['jun/new']);
    expect(faults.at(-1)).toBeNull();
  });

  test('is a hundred of each hub at most, and of another hub all the same.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const { wire } = await startPolicyFleet(nats.url);
    const bucket = await wire.kv('shares');
    for (let at = 0; at < 120; at += 1) await bucket.put(`eve.s${at}`, JSON.stringify(share('eve', `s${at}`)));
    await bucket.put('jun.files', JSON.stringify(share('jun', 'files')));
    const { shown } = await list(nats.url);
    await until(() => shown.has('jun/files'), 'the other one is shown');
    expect(shown.size).toBe(101);
  });
});
