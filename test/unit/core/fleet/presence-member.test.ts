// How a hub follows the presence of the others: by one watch at a time, whichever of those that were begun opens last.
import { expect, onTestFinished, test } from 'vitest';
import { FleetHubs } from '../../../../electron/core/fleet/link/fleet-hubs.ts';
import { PresenceMember } from '../../../../electron/core/fleet/link/presence-member.ts';
import { StatePublisher } from '../../../../electron/core/state/publisher.ts';
import { buildHubInfo } from '../../../support/hub-fixtures.ts';
import type { FleetPresence } from '../../../../contract/schemas/fleet.ts';
import type { FleetWire } from '../../../../electron/core/fleet/link/fleet-wire.ts';

function presenceOf(name: string): FleetPresence {
  return {
    ...{ name, hubId: name, version: '0.1.0', os: 'linux', roles: [], mode: 'running', startedAt: 0, at: 1 },
    ...{
      agents: [],
      servers: [],
      questions: 0,
      callsPerMinute: 0,
      policy: null,
      opens: { read: false, answer: false },
    },
  };
}

/** A watch that brings what it is told to until it is stopped. */
function aWatch() {
  const entries: object[] = [];
  let more: () => void = () => {};
  let isStopped = false;
  return {
    tell: (name: string) => {
      entries.push({ key: name, operation: 'PUT', value: Buffer.from(JSON.stringify(presenceOf(name))) });
      more();
    },
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true;
      more();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (isStopped) return;
        yield* entries.splice(0);
        await new Promise<void>(resolve => (more = resolve));
      }
    },
  };
}

async function follow() {
  const opening: ((watch: ReturnType<typeof aWatch>) => void)[] = [];
  const failing: ((error: Error) => void)[] = [];
  const faults: unknown[] = [];
  const bucket = {
    put: async () => 1,
    delete: async () => {},
    status: async () => ({ ttl: 15_000 }),
    watch: () =>
      new Promise((resolve, reject) => {
        opening.push(resolve);
        failing.push(reject);
      }),
  };
  const state = new StatePublisher(buildHubInfo({}));
  const hubs = new FleetHubs({
    ...{ state, monotonic: () => 0, now: () => 0 },
    onChange: () => {},
    problem: () => {},
  });
  const member = new PresenceMember({
    hubs,
    facts: () => presenceOf('jun'),
    onHubChange: () => () => {},
    isOnline: () => true,
    monotonic: () => 0,
    onFault: error => faults.push(error),
    ...{ onTwin: () => {}, onOther: () => {}, onSilence: () => {} },
  });
  const wire = { kv: async () => bucket, subjects: { hub: 'jun' } } as unknown as FleetWire;
  const membership = await member.begin(wire);
  onTestFinished(() => membership.end());
  const names = () => [...state.all('fleetHubs')].map(({ name }) => name);
  return { membership, opening, failing, faults, names };
}

const settled = () => new Promise(resolve => setImmediate(resolve));

test('Of two that were begun the older one ends, also where it opens after the other.', async () => {
  const { membership, opening, names } = await follow();
  membership.reconnected();
  expect(opening).toHaveLength(2);
  const [older, newer] = [aWatch(), aWatch()];
  opening[1]?.(newer);
  await settled();
  opening[0]?.(older);
  await settled();
  expect([older.isStopped(), newer.isStopped()]).toEqual([true, false]);
  older.tell('eve');
  newer.tell('mia');
  await settled();
  expect(names()).toEqual(['jun', 'mia']);
  await membership.end();
  expect(newer.isStopped()).toBe(true);
});

test('Of two that were begun the older one ends where it opens first, and what it fails at is told of no more.', async () => {
  const { membership, opening, failing, faults } = await follow();
  membership.reconnected();
  membership.reconnected();
  const [older, newer] = [aWatch(), aWatch()];
  opening[0]?.(older);
  failing[1]?.(new Error('It was at a server that is gone.'));
  opening[2]?.(newer);
  await settled();
  expect([older.isStopped(), newer.isStopped(), faults]).toEqual([true, false, []]);
});

test('One that opens after the end is ended.', async () => {
  const { membership, opening } = await follow();
  await membership.end();
  const late = aWatch();
  opening[0]?.(late);
  await settled();
  expect(late.isStopped()).toBe(true);
});
