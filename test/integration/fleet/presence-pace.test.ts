// How often a hub tells that it is here, at a real server: by how many it knows, and by how long its bucket keeps what is told.
import { Kvm } from '@nats-io/kv';
import { expect, onTestFinished, test } from 'vitest';
import { FleetHubs } from '../../../electron/core/fleet/link/fleet-hubs.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { PresenceMember } from '../../../electron/core/fleet/link/presence-member.ts';
import { StatePublisher } from '../../../electron/core/state/publisher.ts';
import { buildHubInfo } from '../../support/hub-fixtures.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetPresence } from '../../../contract/schemas/fleet.ts';

const presenceOf = (name: string): FleetPresence => ({
  ...{ name, hubId: name, version: '0.1.0', os: 'linux', roles: [], mode: 'running', startedAt: 0, at: Date.now() },
  ...{ agents: null, servers: null, questions: null, callsPerMinute: 0, policy: null },
  opens: { read: false, answer: false },
});

/** A hub that knows so many others. */
async function hubAmong(others: number, ttl: number) {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const wire = await openFleetWire('pilothouse', 'mia', { servers: nats.url });
  const bucket = await new Kvm(wire.connection).create(wire.subjects.bucket('presence'), { ttl });
  const state = new StatePublisher(buildHubInfo({}));
  const monotonic = () => performance.now();
  const hubs = new FleetHubs({ state, monotonic, now: () => Date.now(), onChange: () => {}, problem: () => {} });
  for (let index = 0; index < others; index += 1) {
    const value = new TextEncoder().encode(JSON.stringify(presenceOf(`hub-${index}`)));
    hubs.heard(`hub-${index}`, value, 'mia');
  }
  const changed = new Set<() => void>();
  let mode: FleetPresence['mode'] = 'running';
  const member = new PresenceMember({
    ...{ hubs, monotonic, isOnline: () => true, facts: () => ({ ...presenceOf('mia'), mode }) },
    ...{ onFault: () => {}, onTwin: () => {}, onOther: () => {}, onSilence: () => {} },
    onHubChange: listener => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
  });
  const membership = await member.begin(wire);
  onTestFinished(async () => {
    await membership.end();
    await wire.connection.close();
  });
  return {
    pause: () => {
      mode = 'paused';
      for (const listener of changed) listener();
    },
    told: async () => {
      const entry = await bucket.get('mia');
      return entry ? (JSON.parse(entry.string()) as FleetPresence) : null;
    },
  };
}

describeWith(['nats'], 'How often a hub tells that it is here', () => {
  test('Among a thousand it says that it will tell more seldom, where that is kept; a change it tells at once.', async () => {
    const { told, pause } = await hubAmong(1_000, 180_000);
    await until(async () => (await told())?.mode === 'running', 'it is told');
    pause();
    await until(async () => (await told())?.mode === 'paused', 'the change is told');
    expect(await told()).toMatchObject({ everyMs: 50_050 });
  });

  test('Where a bucket keeps it for 15 s it is told every 5 s, and by few anyway.', async () => {
    for (const [others, ttl] of [
      [1_000, 15_000],
      [99, 180_000],
    ] as const) {
      const { told, pause } = await hubAmong(others, ttl);
      pause();
      await until(async () => (await told())?.mode === 'paused', 'the change is told');
      expect(await told()).not.toHaveProperty('everyMs');
    }
  });
});
