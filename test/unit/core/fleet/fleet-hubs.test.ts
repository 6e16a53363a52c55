// What a thousand busy hubs cost the one that hears them: figures are shown now and then, all at once, and kept never for their own sake.
import { expect, test } from 'vitest';
import { reasonOf } from '../../../../contract/reason.ts';
import { FleetHubs } from '../../../../electron/core/fleet/link/fleet-hubs.ts';
import { StatePublisher } from '../../../../electron/core/state/publisher.ts';
import { buildHubInfo } from '../../../support/hub-fixtures.ts';
import type { FleetPresence } from '../../../../contract/schemas/fleet.ts';

const count = 1_000;

function openScene() {
  const state = new StatePublisher(buildHubInfo({}));
  const clock = { now: 100_000 };
  const seen = { shown: 0, kept: 0 };
  const problems = new Map<string, unknown>();
  let told = 0;
  const hubs = new FleetHubs({
    state: {
      set: (collection, id, value) => {
        seen.shown += 1;
        state.set(collection, id, value);
      },
      remove: (collection, id) => state.remove(collection, id),
    },
    monotonic: () => clock.now,
    now: () => clock.now,
    onChange: () => (seen.kept += 1),
    problem: (part, error) => {
      told += 1;
      if (error === null) problems.delete(part);
      else problems.set(part, reasonOf(error));
    },
  });
  const hear = (key: string, value: unknown) =>
    hubs.heard(key, new TextEncoder().encode(JSON.stringify(value)), 'self');
  const tell = (index: number, more: Partial<FleetPresence>) => {
    const name = `hub-${index}`;
    const presence: FleetPresence = {
      ...{ name, hubId: name, version: '0.1.0', os: 'linux', roles: [], mode: 'running', startedAt: 0, at: clock.now },
      ...{ agents: [{ name: 'Scribe', calls: 0 }], servers: [], questions: 0, callsPerMinute: 0, policy: null },
      ...{ opens: { read: false, answer: false }, ...more },
    };
    hear(name, presence);
  };
  return { state, hubs, clock, seen, tell, hear, problems, told: () => told };
}

test('Figures of a thousand hubs are shown once in five seconds, and are the newest; nothing is written for them.', () => {
  const { state, hubs, clock, seen, tell } = openScene();
  for (let index = 0; index < count; index += 1) tell(index, {});
  hubs.sweep();
  expect(seen).toEqual({ shown: count, kept: count });
  // Each says something every second.
  for (let second = 1; second <= 10; second += 1) {
    clock.now += 1_000;
    for (let index = 0; index < count; index += 1)
      tell(index, { callsPerMinute: second, agents: [{ name: 'Scribe', calls: second }] });
    hubs.sweep();
  }
  expect(seen).toEqual({ shown: 3 * count, kept: count });
  expect(state.get('fleetHubs', 'hub-7')).toMatchObject({ callsPerMinute: 10, agents: [{ calls: 10 }] });
  expect(hubs.rows.every(({ offlineSince }) => offlineSince === null)).toBe(true);
});

test('What is more than a figure is shown at once: another mode, an agent that came, a hub that is away and back.', () => {
  const { state, hubs, clock, tell, seen } = openScene();
  const row = () => state.get('fleetHubs', 'hub-1');
  tell(1, {});
  clock.now += 100;
  tell(1, { mode: 'paused', callsPerMinute: 4 });
  expect(row()).toMatchObject({ mode: 'paused', callsPerMinute: 4 });
  tell(1, { mode: 'paused', agents: [] });
  expect(row()).toMatchObject({ agents: [] });
  clock.now += 20_000;
  hubs.sweep();
  expect(row()?.offlineSince).toBe(clock.now);
  tell(1, { mode: 'paused', agents: [] });
  expect(row()?.offlineSince).toBe(null);
  expect(seen.kept).toBe(5);
});

test('A hub of a version that cannot be read here is told of once, by name and version, until it can be read or leaves.', () => {
  const { hear, tell, hubs, problems, told } = openScene();
  const later = { name: 'hub-1', version: '9.0.0', mode: 'dreaming' };
  for (let turn = 0; turn < 5; turn += 1) hear('hub-1', later);
  expect(told()).toBe(1);
  expect([...problems]).toEqual([['hub hub-1', { kind: 'fleet-hub-unread', hub: 'hub-1', version: '9.0.0' }]]);
  hear('hub-1', { ...later, version: '9.0.1' });
  expect(told()).toBe(2);
  tell(1, {});
  expect(problems.size).toBe(0);
  hear('hub-2', { ...later, name: 'hub-2' });
  hubs.left('hub-2', 'self');
  expect(problems.size).toBe(0);
});

test('What is no hub is passed over, and many that cannot be read are not told of one by one.', () => {
  const { hear, hubs, problems, told } = openScene();
  for (const said of [null, 7, [], { type: 'io.nats.jetstream.api.v1.account_info_response' }, { name: 'hub-1' }])
    hear('hub-1', said);
  hear('hub-1', { name: 'hub-2', version: '9.0.0' });
  hear('hub-1', { name: 'hub-1', version: '9.0.0\n\u001b[31m' });
  hubs.heard('hub-1', new Uint8Array([0xff, 0x7b]), 'self');
  expect(told()).toBe(0);
  for (let index = 0; index < 50; index += 1) hear(`hub-${index}`, { name: `hub-${index}`, version: '9.0.0' });
  expect(problems.size).toBe(5);
});

test('One that tells more seldom is away only after three of its own times; what it told before is no sign of life when it is read again.', () => {
  const { state, hubs, clock, tell } = openScene();
  const isAway = (index: number) => state.get('fleetHubs', `hub-${index}`)?.offlineSince !== null;
  const toldAt = clock.now;
  tell(1, { everyMs: 20_000 });
  tell(2, {});
  expect(hubs.here).toBe(2);
  clock.now += 16_000;
  hubs.sweep();
  expect([isAway(1), isAway(2), hubs.here]).toEqual([false, true, 1]);
  clock.now += 45_000;
  hubs.sweep();
  expect(isAway(1)).toBe(true);
  tell(1, { everyMs: 20_000, at: toldAt });
  expect(isAway(1)).toBe(true);
  tell(1, { everyMs: 20_000 });
  expect(isAway(1)).toBe(false);
});

test('Hubs that an earlier run has seen stay as they were then; who was here is away only once it was listened for, and here as soon as it is heard, also by what it told then.', () => {
  const { state, hubs, clock, tell } = openScene();
  const since = (index: number) => state.get('fleetHubs', `hub-${index}`)?.offlineSince;
  tell(1, { at: 50 });
  tell(2, {});
  hubs.stopped('hub-2', 'self');
  const { rows } = hubs;
  const stoppedAt = clock.now;
  hubs.clear();
  clock.now += 60_000;
  hubs.restore(rows, 'self');
  expect([since(1), since(2), hubs.here]).toEqual([null, stoppedAt, 1]);
  clock.now += 60_000;
  hubs.hearAgain();
  hubs.sweep();
  expect(since(1)).toBe(null);
  clock.now += 20_000;
  hubs.sweep();
  expect(since(1)).toBe(clock.now);
  tell(1, { at: 50 });
  expect(since(1)).toBe(null);
});
