// What has to hold before a hub is of a fleet: JetStream, buckets, the clock, its name. Tried before it joins, and checked after each outage.
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { jserrors } from '@nats-io/jetstream/internal';
import { errors } from '@nats-io/transport-node';
import { HubError } from '../../../../contract/errors.ts';
import { fleetIdOf, type OwnFleet } from './fleet-identity.ts';
import { missingOf, setUpFleet } from './fleet-set-up.ts';
import { faultAsError } from './link-faults.ts';
import { claimName, expectFree } from './name-claims.ts';
import type { FleetStep } from '../../../../contract/schemas/fleet-requests.ts';
import type { FleetWire } from './fleet-wire.ts';

export interface CheckFacts {
  readonly wire: FleetWire;
  readonly address: string;
  readonly hubId: string;
  readonly version: string;
  /** Before anything is written there. */
  readonly fleet: OwnFleet;
  now(): number;
}

type CheckStep = Extract<FleetStep, 'jetstream' | 'buckets' | 'clock' | 'name'>;
export type FleetCheck = readonly [CheckStep, (facts: CheckFacts) => Promise<void>];

/** Further off, moments in the audit and of a policy mean nothing. */
export const maxClockMs = 60_000;

/** Of a fleet that one hub makes for itself; who runs one for many says more in `fleet init`. */
const usualSizes = { replicas: 1, auditDays: 400, traceDays: 14, auditBytes: 4_000_000_000, traceBytes: 8_000_000_000 };

/** Each rejects with what the client says or with HubError. They write nothing that stays. */
export const triedChecks: readonly FleetCheck[] = [
  ['jetstream', expectJetStream],
  ['buckets', expectBuckets],
  ['clock', expectClock],
  ['name', ({ wire, hubId }) => expectFree(wire, hubId)],
];

/** The same for a hub that comes in, which claims its name. */
export const joinChecks: readonly FleetCheck[] = [
  ...triedChecks.filter(([step]) => step !== 'name'),
  ['name', ({ wire, hubId, version, now }) => claimName(wire, { hubId, version, at: now() })],
];

/** Before a hub joins: what is missing is made where its rights allow that, and its name is its own from here on. */
export const joiningChecks: readonly FleetCheck[] = joinChecks.map(([step, check]) =>
  step === 'buckets' ? [step, makeBuckets] : [step, check],
);

async function expectJetStream({ wire, address }: CheckFacts): Promise<void> {
  try {
    await (await wire.manager()).getAccountInfo();
  } catch (error) {
    const isOff = error instanceof jserrors.JetStreamNotEnabled || error instanceof errors.NoRespondersError;
    throw isOff ? faultAsError({ kind: 'fleet-no-jetstream', address }) : error;
  }
}

/** And that they are those of the fleet that this hub is in. */
async function expectBuckets({ wire, address, fleet }: CheckFacts): Promise<void> {
  const manager = await wire.manager();
  const missing = await missingOf(manager, wire.subjects);
  if (missing.length > 0) throw faultAsError({ kind: 'fleet-no-buckets', missing, address });
  fleet.expect(await fleetIdOf(manager, wire.subjects), address);
}

/** Makes what is missing where the rights allow that, and says what is missing where they do not. */
async function makeBuckets(facts: CheckFacts): Promise<void> {
  try {
    await expectBuckets(facts);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await setUpFleet(facts.wire, usualSizes).catch(() => {
      throw error;
    });
    await expectBuckets(facts);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof HubError && error.reason?.kind === 'fleet-no-buckets';
}

/** A consumer for the moment says when the server made it; nothing of it stays. */
async function expectClock({ wire, now }: CheckFacts): Promise<void> {
  const manager = await wire.manager();
  const bucket = `KV_${wire.subjects.bucket('presence')}`;
  const before = now();
  const { created, name } = await manager.consumers.add(bucket, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.New,
    filter_subject: `$KV.${wire.subjects.bucket('presence')}.${wire.subjects.hub}`,
    inactive_threshold: 5_000_000_000,
    mem_storage: true,
    num_replicas: 1,
  });
  const offMs = (before + now()) / 2 - Date.parse(created);
  await manager.consumers.delete(bucket, name).catch(() => {});
  if (Math.abs(offMs) <= maxClockMs) return;
  const how = offMs > 0 ? 'ahead' : 'behind';
  throw faultAsError({ kind: 'fleet-clock', seconds: Math.round(Math.abs(offMs) / 1000), how });
}
